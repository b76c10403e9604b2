import { relative } from 'node:path';
import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics, Position } from '../diagnostics/diagnostic.js';
import { buildFilePlace, type FilePlace } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { formatThrown } from '../diagnostics/show-text.js';
import type { Emission, EmitInput, Emitter } from '../emitters/emitter.js';
import { printTypeReference } from '../emitters/types/contract.js';
import { readValue } from '../files/read-json.js';
import type { Artifact } from '../model/artifact.js';
import { isObject } from '../model/element.js';
import type { TsFile } from '../typescript/ts-file.js';
import { type MorphFile, modelVersion, type OwnEmitter, type OwnEmitterInput, type OwnFile } from './define-emitter.js';
import { listModuleFiles, resolveSpecifier } from './list-module-files.js';
import { loadModule, locateThrown } from './load-module.js';
import { type OptionFields, type OptionsOf, readOptionFields } from './option-fields.js';
import { isPath, type StatedEmitter, toOwnEmitter } from './stated-emitter.js';

/** An emitter of the project with its options. */
export interface LoadedOwnEmitter {
  readonly emitter: OwnEmitter;
  readonly options: OptionsOf<OptionFields>;
  /** The files of its modules. */
  readonly files: readonly string[];
  /** The place of findings about it, if a file states it. */
  readonly place: FilePlace;
}

interface LoadContext {
  readonly folder: string;
  /** The folder to which the places of findings are relative. */
  readonly descriptionFolder: string;
  /** The kinds of the emitters of this package. */
  readonly kinds: readonly string[];
  readonly locate: (member: string) => { readonly path: string; readonly position: Position } | undefined;
  readonly diagnostics: Diagnostics;
}

/** Loads the emitters that a run states. Checks them and their options, and reports each mistake. */
export async function loadOwnEmitters(
  stated: readonly StatedEmitter[],
  context: LoadContext,
): Promise<readonly LoadedOwnEmitter[]> {
  const loaded: LoadedOwnEmitter[] = [];
  for (const [index, one] of stated.entries()) {
    const place = findPlace(context, `${index}`);
    const emitter = await loadEmitter(one, place, context);
    if (!emitter || !checkEmitter(emitter, loaded, place, context)) continue;
    const options = readOptions(emitter, one, index, context);
    const entry = one.module === undefined ? undefined : resolveModule(one.module, context.folder);
    if (options) loaded.push({ emitter, options, files: entry === undefined ? [] : listModuleFiles(entry), place });
  }
  return loaded;
}

/** Finds the place in `files` where an error was thrown, in the form that findings have. */
function findThrowPlace(error: unknown, files: readonly string[], descriptionFolder: string): FilePlace {
  return buildFilePlace(locateThrown(error, files), descriptionFolder);
}

function findPlace({ locate, descriptionFolder }: LoadContext, member: string): FilePlace {
  return buildFilePlace(locate(member), descriptionFolder);
}

async function loadEmitter(
  { module, value, recorded }: StatedEmitter,
  [origin, at]: FilePlace,
  { folder, descriptionFolder, diagnostics }: LoadContext,
): Promise<OwnEmitter | undefined> {
  const shown = module === undefined ? `${recorded.kind}` : isPath(module) ? relative(folder, module) : module;
  try {
    const emitter = toOwnEmitter(module === undefined ? value : await loadModule(resolveModule(module, folder)));
    if (emitter) return emitter;
    const variant = module === undefined ? 'recorded' : 'other';
    diagnostics.report('emitter-not-loaded', origin, { variant, module: shown }, at);
  } catch (error) {
    const [file, position] =
      module !== undefined && isPath(module) ? findThrowPlace(error, listModuleFiles(module), descriptionFolder) : [];
    const finding = { variant: 'failed', module: shown, why: formatThrown(error) } as const;
    diagnostics.report('emitter-not-loaded', file ?? origin, finding, position ?? at);
  }
  return undefined;
}

function resolveModule(module: string, folder: string): string {
  return isPath(module) ? module : resolveSpecifier(module, folder);
}

function checkEmitter(
  { kind, model, needs = [] }: OwnEmitter,
  others: readonly LoadedOwnEmitter[],
  [origin, at]: FilePlace,
  { kinds, diagnostics }: LoadContext,
): boolean {
  const taken = ['runtime', ...kinds, ...others.map(({ emitter }) => emitter.kind)];
  const refuse = (finding: Refusal): boolean => {
    diagnostics.report('emitter-invalid', origin, finding, at);
    return false;
  };
  if (!/^[a-z][a-z0-9-]*$/.test(kind)) return refuse({ variant: 'kind', kind });
  if (taken.includes(kind)) return refuse({ variant: 'taken', kind });
  if (Number(model) !== modelVersion)
    return refuse({ variant: 'model', kind, model: String(model), version: modelVersion });
  const need = needs.find((one) => !kinds.includes(one));
  if (need !== undefined) return refuse({ variant: 'needs', kind, need, likely: findNearestName(need, kinds) });
  return true;
}

type Refusal = CodeTable['emitter-invalid'];

function readOptions(
  { kind, options: fields = {} }: OwnEmitter,
  { options }: StatedEmitter,
  index: number,
  context: LoadContext,
): OptionsOf<OptionFields> | undefined {
  const reading = readValue(isObject(options) ? options : {}, (node) => readOptionFields(node, fields));
  if ('value' in reading) return reading.value;
  const { pointer, what } = reading.mistake;
  const [origin, at] = findPlace(context, `${index}/1${pointer}`);
  context.diagnostics.report('emitter-option', origin, { kind, why: what }, at);
  return undefined;
}

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
