import { relative } from 'node:path';
import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics, Position } from '../diagnostics/diagnostic.js';
import { buildFilePlace, type FilePlace } from '../diagnostics/file-place.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { formatThrown } from '../diagnostics/show-value.js';
import { readValue } from '../files/read-json.js';
import { isObject } from '../model/element.js';
import { modelVersion, type OwnEmitter } from './define-emitter.js';
import { locateThrown } from './describe-error.js';
import { listModuleFiles } from './list-module-files.js';
import { loadModule } from './load-module.js';
import { type OptionFields, type OptionsOf, readOptionFields } from './option-fields.js';
import { resolveSpecifier } from './resolve-specifier.js';
import { isPath, type StatedEmitter, toOwnEmitter } from './stated-emitter.js';

/** An emitter that was loaded, with its options. */
export interface LoadedOwnEmitter {
  readonly emitter: OwnEmitter;
  readonly options: OptionsOf<OptionFields>;
  /** The files of its modules. */
  readonly files: readonly string[];
  /** The place of findings about it, if a file states it. */
  readonly place: FilePlace;
}

/** What loading needs. */
interface LoadContext {
  /** The folder of the project. */
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
export function findThrowPlace(error: unknown, files: readonly string[], descriptionFolder: string): FilePlace {
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
