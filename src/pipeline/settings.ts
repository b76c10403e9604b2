import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { omitUndefined } from '../configuration/omit-undefined.js';
import {
  type OptionName,
  optionRows,
  optionTable,
  type RecordedOptions,
  recordedNames,
} from '../configuration/option-table.js';
import { defaultChoices, formatOption, movePaths, noFiles, readOptions } from '../configuration/option-types.js';
import type { GenerateOptions } from '../configuration/options.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { standardInput } from '../document/document.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import type { ParsedFiles } from '../document/source-files.js';
import type { Emitter } from '../emitters/emitter.js';
import { emitters, listDefaultKinds, withNeededKinds } from '../emitters/index.js';
import { Folder, getMovablePath, resolveFolder } from '../files/folder.js';
import { JsonNode, readValue } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import { isObject } from '../model/element.js';
import { type OperationFilter, sortSelection } from '../model/operation-filter.js';
import { type Manifest, manifestName, readManifest } from '../output/manifest.js';
import type { KnownFiles } from '../output/write-artifacts.js';
import { listRecorded, listStated, moveEmitter, type StatedEmitter } from '../user-modules/stated-emitter.js';

/**
 * The state that a run keeps for the next run of the same description with the same options. The next run uses only
 * what it finds unchanged, so its output is the same as without this state.
 */
export interface RunMemory {
  readonly parsed: ParsedFiles;
  readonly known: KnownFiles;
  /** The kinds whose files the next run leaves as they are, because a run in another process emits them after it. */
  postponed: ReadonlySet<ArtifactKind>;
}

export function createMemory(): RunMemory {
  return { parsed: new Map(), known: new Map(), postponed: new Set() };
}

/** All options of a run. Each has a value, the default if it is not stated. */
export interface Settings {
  readonly folder: string;
  /** The absolute path of the description. `-` and a URL stay as they are. */
  readonly spec: string;
  /** The content of the description if `spec` is `-`. */
  readonly input: Uint8Array | undefined;
  /** The absolute paths of the overlays, in the order in which they are applied. */
  readonly overlays: readonly string[];
  /** The absolute path. */
  readonly style: string | undefined;
  /** The absolute path. */
  readonly previous: string | undefined;
  /** The absolute paths of the overlays of `previous`. By default, those of this run as far as they fit. */
  readonly previousOverlays: readonly string[] | undefined;
  readonly out: Folder;
  readonly manifest: Manifest | undefined;
  /** The kinds to emit. */
  readonly kinds: ReadonlySet<ArtifactKind>;
  /** The emitters of all kinds. */
  readonly emitters: readonly Emitter[];
  /** The emitters of the project, before they are loaded. */
  readonly stated: readonly StatedEmitter[];
  /** The files that state the options, or `undefined` if they are not known. */
  readonly configurationFiles: readonly string[] | undefined;
  /** The kinds that a flag leaves out. `generate` removes their files. `check` skips them. */
  readonly omittedKinds: readonly ArtifactKind[];
  /** The options that the manifest will record. */
  readonly recorded: RecordedOptions;
  /** Selects the operations to generate. If it is absent, all are generated. */
  readonly filter: OperationFilter | undefined;
  readonly root: string | undefined;
  readonly limits: Limits;
  readonly strict: boolean;
  readonly verify: boolean;
  readonly locateOption: NonNullable<GenerateOptions['locateOption']>;
  readonly onStage: (stage: string) => void;
  readonly memory?: RunMemory;
}

/** The options of a run, and the findings about them. */
export interface StartedRun {
  readonly settings: Settings;
  readonly diagnostics: Diagnostics;
}

/** Chooses the options of a run, with a new list of findings. */
export function startRun(options: GenerateOptions, registry?: readonly Emitter[]): StartedRun {
  const diagnostics = new Diagnostics();
  return { settings: chooseSettings(options, diagnostics, registry), diagnostics };
}

/**
 * Chooses the value of every option of a run: first from `options`, then from the manifest of the output folder, then
 * from the defaults.
 */
export function chooseSettings(
  given: GenerateOptions,
  diagnostics: Diagnostics,
  registry: readonly Emitter[] = emitters,
): Settings {
  const options = checkOptions(given, registry, diagnostics) ? given : {};
  const folder = resolve(options.folder ?? '.');
  const shown = options.out ?? optionRows.out.default;
  const out = openOutput(resolve(folder, shown), shown, diagnostics);
  const manifest = diagnostics.hasErrors ? undefined : readManifest(out, diagnostics);
  const used = options.ignoreRecord ? undefined : manifest?.options;
  const chosen = chooseRecorded(options, used, { folder, out });
  const { spec, overlay = [], style, previous, previousOverlay, include, exclude } = chosen;
  if (spec === standardInput && options.input === undefined) diagnostics.report('input-not-given', undefined, {});
  const stated =
    options.emitters === undefined
      ? listRecorded(used?.emitters ?? [], out.path)
      : listStated(options.emitters, { folder, out: out.path });
  const { chosen: only, ...kinds } = chooseKinds(options, used, registry, diagnostics);
  const recorded = {
    ...movePaths(chosen, (path) => getMovablePath(out.path, path)),
    only: registry.flatMap(({ kind }) => (only.has(kind) ? [kind] : [])),
    ...(stated.length > 0 && { emitters: stated.map((one) => one.recorded) }),
  };
  checkExtension(options, recorded, diagnostics);
  if (options.ignoreRecord && manifest) reportDifferences(manifest.options, recorded, { folder, out }, diagnostics);
  return {
    folder,
    spec,
    overlays: overlay,
    style,
    previous,
    previousOverlays: previousOverlay,
    out,
    manifest,
    ...kinds,
    emitters: registry,
    stated,
    recorded,
    filter: include || exclude ? omitUndefined({ include, exclude }) : undefined,
    ...chooseRunOptions(options, folder),
  };
}

interface RunFolders {
  readonly folder: string;
  readonly out: Folder;
}

/** Chooses the options that the manifest records, except for kinds and emitters. Paths are absolute. */
function chooseRecorded(
  options: GenerateOptions,
  used: RecordedOptions | undefined,
  { folder, out }: RunFolders,
): RecordedOptions {
  const stated = movePaths(options, (path) => resolve(folder, path));
  const last = used && movePaths(used, (path) => join(out.path, path));
  const chosen: RecordedOptions = { ...defaultChoices, spec: resolve(folder, optionRows.spec.default), only: [] };
  for (const name of recordedNames) {
    if (name === 'only' || name === 'emitters') continue;
    // The recorded overlays of an earlier description belong to the recorded one.
    const isOther = name === 'previousOverlay' && stated.previous !== undefined;
    const value = stated[name] ?? (isOther ? undefined : last?.[name]);
    if (value !== undefined && !isNone(name, value)) Object.assign(chosen, { [name]: value });
  }
  const { include, exclude, previous, previousOverlay, ...others } = chosen;
  return {
    ...others,
    ...(include && { include: sortSelection(include) }),
    ...(exclude && { exclude: sortSelection(exclude) }),
    ...(previous !== undefined && { previous, ...(previousOverlay && { previousOverlay }) }),
  };
}

// Returns whether a value removes the one that the last run recorded.
function isNone(name: OptionName, value: unknown): boolean {
  const { holds, keepsEmpty } = optionTable[name];
  return !keepsEmpty && (Object.keys(Object(value)).length === 0 || (holds === 'file' && value === noFiles));
}

// Reports the options that differ from those of the last run.
function reportDifferences(
  old: RecordedOptions,
  next: RecordedOptions,
  { folder, out }: RunFolders,
  diagnostics: Diagnostics,
): void {
  const realFolder = resolveFolder(folder);
  const move = (path: string): string => getMovablePath(realFolder, join(out.path, path));
  const [before, now] = [old, next].map((one) => ({
    ...movePaths(one, move),
    emitters: one.emitters?.map((emitter) => moveEmitter(emitter, move)),
  }));
  for (const option of recordedNames) {
    const [recorded = '', value = ''] = [before, now].map((one) => formatOption(one?.[option] ?? []));
    if (recorded !== value) diagnostics.report('record-differs', undefined, { option, recorded, value });
  }
}

// The options that are not recorded. They apply to this run only.
function chooseRunOptions(options: GenerateOptions, folder: string) {
  return {
    input: options.input === undefined ? undefined : Buffer.from(options.input),
    root: options.root === undefined ? undefined : resolve(folder, options.root),
    limits: { ...defaultLimits, ...options.limits },
    strict: options.strict ?? false,
    verify: options.verify ?? false,
    locateOption: options.locateOption ?? omitChoice,
    onStage: options.onStage ?? omitChoice,
    configurationFiles: options.configurationFiles,
  } satisfies Partial<Settings>;
}

const omitChoice = (): undefined => undefined;

function openOutput(path: string, shown: string, diagnostics: Diagnostics): Folder {
  if (existsSync(path) && !statSync(path).isDirectory()) {
    diagnostics.report('output-not-folder', undefined, { path: shown });
  }
  return new Folder(resolveFolder(path), shown);
}

function checkExtension(options: GenerateOptions, next: RecordedOptions, diagnostics: Diagnostics): void {
  if (next.emit !== 'js' || next.importExtension !== 'ts') return;
  const variant = options.importExtension === undefined ? 'recorded' : 'stated';
  diagnostics.report('emit-js-imports-ts', undefined, { variant });
}

/** Chooses the kinds to emit, and lists those that `compared` or a flag leaves out. `chosen` are the kinds of `only`. */
function chooseKinds(
  { only, compared }: GenerateOptions,
  used: RecordedOptions | undefined,
  registry: readonly Emitter[],
  diagnostics: Diagnostics,
) {
  const stated = only ?? used?.only;
  const choices = registry.map(({ kind }) => kind);
  const flag = only ? '--only' : `only' of '${manifestName}`;
  for (const value of stated ?? []) {
    if (choices.includes(value)) continue;
    diagnostics.report('unknown-choice', undefined, { flag, value, choices, likely: findNearestName(value, choices) });
  }
  const chosen = withNeededKinds(stated ?? listDefaultKinds(registry), registry);
  const kinds = compared ? withNeededKinds(compared, registry) : chosen;
  return { chosen, kinds, omittedKinds: [...chosen, ...(used?.only ?? [])].filter((kind) => !kinds.has(kind)) };
}

/** Reads the value of an option that a configuration cannot have. Refuses a wrong value. */
type Reader = (node: JsonNode, kinds: readonly ArtifactKind[]) => void;

const checkText: Reader = (node) => node.name();
const checkSwitch: Reader = (node) => node.boolean();
const checkTexts: Reader = (node) => {
  for (const item of node.items()) item.name();
};
const checkCallback: Reader = (node) => {
  if (typeof node.value() !== 'function') node.refuse('a callback must be a function');
};

/** The options of programs, which a configuration cannot have. */
const programOptions: { readonly [option: string]: Reader } = {
  folder: checkText,
  input: (node) => {
    if (!(node.value() instanceof Uint8Array)) node.text();
  },
  ignoreRecord: checkSwitch,
  sharesAgreedGaps: checkSwitch,
  compared: (node, kinds) => {
    for (const item of node.items()) item.choice(kinds);
  },
  force: checkSwitch,
  locateOption: checkCallback,
  configurationFiles: checkTexts,
  onStage: checkCallback,
  dryRun: checkSwitch,
  ids: checkTexts,
};

/**
 * Returns whether a program passed options that a run can use. Reports the first mistake. The same function reads the
 * options of a configuration.
 */
function checkOptions(options: unknown, registry: readonly Emitter[], diagnostics: Diagnostics): boolean {
  const kinds = registry.map(({ kind }) => kind);
  const reading = readValue(options, (root) => {
    if (!isObject(options)) return root.refuse('they are not an object');
    const given = root.members().filter(([, node]) => node.value() !== undefined);
    const stated = new JsonNode(Object.fromEntries(given.map(([name, node]) => [name, node.value()])));
    readOptions(stated, Object.keys(programOptions), kinds);
    for (const [name, read] of Object.entries(programOptions)) {
      const node = stated.find(name);
      if (node) read(node, kinds);
    }
    return true;
  });
  if ('value' in reading) return true;
  const { what, pointer } = reading.mistake;
  diagnostics.report('option-mistake', undefined, { option: pointer.slice(1), why: what });
  return false;
}
