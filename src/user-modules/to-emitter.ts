import { relative } from 'node:path';
import { formatThrown } from '../diagnostics/show-value.js';
import type { Emission, EmitInput, Emitter } from '../emitters/emitter.js';
import { printTypeReference } from '../emitters/types/contract.js';
import type { Artifact } from '../model/artifact.js';
import type { TsFile } from '../typescript/ts-file.js';
import type { MorphFile, OwnEmitterInput, OwnFile } from './define-emitter.js';
import { findThrowPlace, type LoadedOwnEmitter } from './load-emitters.js';
import type { OptionFields, OptionsOf } from './option-fields.js';

/**
 * Turns an emitter of the project into one for the registry. Reports what it throws. `descriptionFolder` is the folder
 * of the description.
 */
export function toEmitter(loaded: LoadedOwnEmitter, descriptionFolder: string): Emitter {
  const { kind, description = kind, needs = [] } = loaded.emitter;
  return {
    kind,
    description,
    needs,
    load: async () => ({ emit: (input) => emitOwn(loaded, input, descriptionFolder) }),
  };
}

async function emitOwn(loaded: LoadedOwnEmitter, input: EmitInput, descriptionFolder: string): Promise<Emission> {
  const { emitter, files, place } = loaded;
  const { kind } = emitter;
  try {
    const output = [...(await emitter.emit(buildInput(loaded, input)))].map((file) => readFile(file));
    const modules = output.flatMap((file) => (file && 'imported' in file ? [file] : []));
    const texts = output.flatMap((file) => (file && 'text' in file ? [file] : []));
    for (const [index, file] of output.entries()) {
      const finding = { variant: 'unknown', kind, number: index + 1 } as const;
      if (!file) input.diagnostics.report('emitter-output', place[0], finding, place[1]);
    }
    return { modules: modules.filter((file) => checkRuntimeNames(file, loaded, input)), files: texts };
  } catch (error) {
    const [origin, at] = findThrowPlace(error, files, descriptionFolder);
    const finding = { kind, why: formatThrown(error) };
    input.diagnostics.report('emitter-failed', origin ?? place[0], finding, at ?? place[1]);
    return { modules: [], files: [] };
  }
}

function buildInput(
  { options, emitter: { kind } }: LoadedOwnEmitter,
  input: EmitInput,
): OwnEmitterInput<OptionsOf<OptionFields>> {
  const { api, names, plans, types, importExtension, diagnostics } = input;
  return {
    api,
    names,
    plans,
    options,
    importExtension,
    typeOf: (schema, view = 'response') => printTypeReference(schema, view, types),
    report: (severity, message, origin) =>
      diagnostics.report(severity === 'error' ? 'emitter-error' : 'emitter-warning', origin, { kind, message }),
  };
}

function readFile(file: OwnFile): Artifact | TsFile | undefined {
  // An emitter written in JavaScript can return anything.
  if (typeof file !== 'object' || file === null) return undefined;
  // The configuration can have loaded a second copy of the builder, so `instanceof` would not recognize its modules.
  if ('getFullText' in file) return printMorphFile(file);
  if ('imported' in file) return file;
  const { path, text } = file;
  return typeof path === 'string' && typeof text === 'string' ? { path, text } : undefined;
}

function printMorphFile(file: MorphFile): Artifact {
  const folder = file.getProject().getFileSystem().getCurrentDirectory();
  return { path: relative(folder, file.getFilePath()).replaceAll('\\', '/'), text: file.getFullText() };
}

// A module cannot be printed if it imports a name that the runtime module does not export.
function checkRuntimeNames(
  file: TsFile,
  { emitter: { kind }, place: [origin, at] }: LoadedOwnEmitter,
  { runtime, diagnostics }: EmitInput,
): boolean {
  for (const [module, names] of file.imported) {
    if (!module.startsWith('runtime/')) continue;
    const missing = [...names.keys()].find((name) => !runtime.get(module)?.exports.includes(name));
    if (missing === undefined) continue;
    const finding = { variant: 'runtime', kind, path: `${file.module}.ts`, module, name: missing } as const;
    diagnostics.report('emitter-output', origin, finding, at);
    return false;
  }
  return true;
}
