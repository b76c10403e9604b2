import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { listReserved } from '../../src/emitters/emit-artifacts.js';
import { emitRuntime } from '../../src/emitters/runtime-modules.js';
import type { SchemaTypes } from '../../src/emitters/types/contract.js';
import { buildTypeModules } from '../../src/emitters/types/index.js';
import type { TypesInput } from '../../src/emitters/types/transitions-module.js';
import { readRuntime } from '../../src/files/package-files.js';
import type { Api } from '../../src/model/api.js';
import type { Names } from '../../src/naming/names.js';
import { nameDescription } from '../../src/pipeline/emit.js';
import { checkWhole } from '../check-whole.js';
import { readApi } from '../emit-input.js';
import { runCompiler } from '../run-compiler.js';
import { strictFlags } from '../strict-flags.js';

const reserved = await listReserved();

/** A description that has been read and named. */
export interface Named {
  readonly api: Api;
  readonly names: Names;
  readonly types: SchemaTypes;
  readonly diagnostics: Diagnostics;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 600_000);
  return folder;
}

/** Reads and names the description in `files`, whose first file is the entry. Throws its errors if it has any. */
export function nameFiles(files: { readonly [path: string]: string }): Named {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const [entry = ''] = Object.keys(files);
  return namePath(join(folder, entry));
}

/** Reads and names the description at a path. Throws its errors if it has any. */
export function namePath(path: string): Named {
  const { api, diagnostics } = readApi(path);
  const types = nameDescription(api, diagnostics, { reserved });
  return { api, names: types.names, types, diagnostics };
}

/** Builds a description with the given schemas, which are YAML or JSON texts, and further members. */
export function describeSchemas(schemas: object, more: object = {}): { 'openapi.json': string } {
  const api = { openapi: '3.1.1', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } };
  return { 'openapi.json': JSON.stringify({ ...api, ...more }) };
}

/** Emits the types of a description and the runtime that they need into a folder. */
export function emitInto(folder: string, named: TypesInput): void {
  const modules = buildTypeModules(named);
  const needed = modules.flatMap((file) => [...file.modules]);
  const artifacts = [...modules.map((file) => file.print('', 'js')), ...emitRuntime(needed, readRuntime(), 'js')];
  writeFiles(folder, Object.fromEntries(artifacts.map(({ path, text }) => [path, checkWhole(text)])));
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Changes the imports of a module, so that they lead to a runtime beside the folder of its output. Other outputs share
 * it.
 */
export function useRuntimeOutside(text: string): string {
  return text.replaceAll(/^((?:import|export|\}) (?:.* )?from '(?:\.\.\/)+)(?=runtime\/)/gm, '$1../');
}

const options = {
  ...strictFlags,
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** Compiles a folder with the flags with which the output must compile. Returns the messages of the compilers. */
export function compileFolder(folder: string, packages: readonly string[] = ['typescript']): string[] {
  writeFiles(folder, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }),
  });
  return packages.flatMap((name) => {
    const printed = runCompiler(folder, undefined, name).trim();
    return printed === '' ? [] : printed.split('\n');
  });
}

/** Compiles modules beside the output. Returns the names of those that do not compile. */
export function refused(folder: string, modules: { readonly [name: string]: string }): string[] {
  writeFiles(folder, Object.fromEntries(Object.entries(modules).map(([name, text]) => [`probe-${name}.ts`, text])));
  const messages = compileFolder(folder);
  const unexpected = messages.filter((message) => !message.startsWith('probe-') && !message.startsWith(' '));
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
  return Object.keys(modules).filter((name) => messages.some((message) => message.startsWith(`probe-${name}.ts(`)));
}
