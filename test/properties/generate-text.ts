import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Diagnostic, Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import { emitArtifacts } from '../../src/emitters/emit-artifacts.js';
import { emitRuntime } from '../../src/emitters/runtime-modules.js';
import { readRuntime } from '../../src/files/package-files.js';
import type { Artifact } from '../../src/model/artifact.js';
import { buildApi } from '../../src/model-builder/api.js';
import { checkWhole } from '../check-whole.js';
import { buildEmitInput } from '../emit-input.js';
import { useRuntimeOutside, writeFiles } from '../types/emission.js';

/** The output of a description: its modules without the runtime, or none if it was refused. */
interface Generation {
  readonly modules: readonly Artifact[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns a function that generates types, client, server and validators from the text of a description, without writing files. */
export function openGenerator(): (text: string) => Promise<Generation> {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-properties-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runtime = readRuntime();
  const path = join(folder, 'openapi.json');
  return async (text) => {
    writeFileSync(path, text);
    const diagnostics = new Diagnostics();
    const document = readDocument(path, diagnostics);
    const api = document && !diagnostics.hasErrors ? buildApi(document, diagnostics) : undefined;
    if (!api || diagnostics.hasErrors) return { modules: undefined, diagnostics: diagnostics.list };
    const input = buildEmitInput(api, diagnostics, runtime);
    const artifacts = await emitArtifacts(new Set(['types', 'client', 'server', 'validators']), input);
    const emitted = artifacts.filter(({ kind }) => kind !== 'runtime');
    const modules = emitted.map(({ path, bytes }) => ({ path, text: bytes.toString() }));
    return { modules: diagnostics.hasErrors ? undefined : modules, diagnostics: diagnostics.list };
  };
}

// Modules that only servers in Node need. Their types are not checked here.
const isAdapter = (path: string): boolean => /^(?:runtime|server)\/(?:node|fastify)/.test(path);

/** Writes the runtime to the place that `addTo` expects. */
export function writeRuntime(folder: string): void {
  const runtime = readRuntime();
  const modules = [...runtime.keys()].filter((module) => !isAdapter(module));
  const files = emitRuntime(modules, runtime, 'js');
  writeFiles(folder, Object.fromEntries(files.map(({ path, text }) => [path, checkWhole(text)])));
}

/** Writes the output of a description into its own folder, with the runtime beside it. */
export function addTo(folder: string, name: string, modules: readonly Artifact[]): void {
  const files = modules.filter(({ path }) => !isAdapter(path));
  const rows = files.map(({ path, text }) => [`${name}/${path}`, useRuntimeOutside(text)]);
  writeFiles(folder, Object.fromEntries(rows));
}
