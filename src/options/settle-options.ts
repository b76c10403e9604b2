import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { standardInput } from '../document/document.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import type { Emitter } from '../emitters/emitter.js';
import { emitters, listDefaultKinds, withNeededKinds } from '../emitters/index.js';
import { Folder, getMovablePath, resolveFolder } from '../files/folder.js';
import type { ArtifactKind } from '../model/artifact.js';
import { type OperationFilter, sortSelection } from '../model/operation-filter.js';
import { type Manifest, manifestName, readManifest } from '../output/manifest.js';
import { movePaths, outputChoices, type RecordedOptions } from '../output/recorded-options.js';
import { listRecorded, listStated, type StatedEmitter } from '../own-emitters/stated-emitter.js';
import { checkOptions } from './check-options.js';
import { defaults, reportDifferences } from './option-table.js';
import type { GenerateOptions } from './options.js';
import type { RunMemory } from './run-memory.js';
import { type OptionPlace, recordPaths, type SettledPaths, settlePaths, settleSpec } from './settle-paths.js';

/** All options of a run. Each has a value, the default if it is not stated. */
export interface Settings extends SettledPaths {
  readonly folder: string;
  /** The absolute path of the description. `-` and a URL stay as they are. */
  readonly spec: string;
  /** The content of the description if `spec` is `-`. */
  readonly input: Uint8Array | undefined;
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
  /** The state that the last run kept. */
  readonly memory?: RunMemory;
}

/** The options of a run, and the findings about them. */
export interface Settled {
  readonly settings: Settings;
  readonly diagnostics: Diagnostics;
}

/** Settles the options of a run, with a new list of findings. */
export function settle(options: GenerateOptions, registry?: readonly Emitter[]): Settled {
  const diagnostics = new Diagnostics();
  return { settings: settleOptions(options, diagnostics, registry), diagnostics };
}

/**
 * Chooses the value of every option of a run: first from `options`, then from the manifest of the output folder, then
 * from the defaults.
 */
export function settleOptions(
  given: GenerateOptions,
  diagnostics: Diagnostics,
  registry: readonly Emitter[] = emitters,
): Settings {
  const options = checkOptions(given, registry, diagnostics) ? given : {};
  const folder = resolve(options.folder ?? '.');
  const shown = options.out ?? defaults.out;
  const out = openOutput(resolve(folder, shown), shown, diagnostics);
  const manifest = diagnostics.hasErrors ? undefined : readManifest(out, diagnostics);
  const used = options.ignoreRecord ? undefined : manifest?.options;
  const spec = settleSpec(options, { folder, out, used });
  if (spec === standardInput && options.input === undefined) diagnostics.report('input-not-given', undefined, {});
  const { chosen, ...kinds } = settleKinds(options, used, registry, diagnostics);
  const filter = settleFilter(options, used);
  const place = { folder, out, used };
  const [paths, stated] = [settlePaths(options, place), settleEmitters(options, place)];
  const recorded = {
    ...recordPaths({ spec, out, ...paths }),
    only: registry.flatMap(({ kind }) => (chosen.has(kind) ? [kind] : [])),
    ...settleChoices(options, used),
    ...filter,
    ...settleWireNames(options, used),
    ...(stated.length > 0 && { emitters: stated.map((one) => one.recorded) }),
  };
  checkRecorded(options, { folder, out, used: manifest?.options }, recorded, diagnostics);
  return {
    folder,
    spec,
    ...paths,
    out,
    manifest,
    ...kinds,
    emitters: registry,
    stated,
    recorded,
    filter,
    ...settleRun(options, folder),
  };
}

// The options that are not recorded. They apply to this run only.
function settleRun(options: GenerateOptions, folder: string) {
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

function settleChoices(
  options: GenerateOptions,
  used: RecordedOptions | undefined,
): Pick<RecordedOptions, keyof typeof outputChoices> {
  return {
    emit: options.emit ?? used?.emit ?? outputChoices.emit[0],
    importExtension: options.importExtension ?? used?.importExtension ?? outputChoices.importExtension[0],
    dates: options.dates ?? used?.dates ?? outputChoices.dates[0],
    int64: options.int64 ?? used?.int64 ?? outputChoices.int64[0],
    start: options.start ?? used?.start ?? outputChoices.start[0],
  };
}

function checkRecorded(
  options: GenerateOptions,
  { folder, out, used }: OptionPlace,
  recorded: RecordedOptions,
  diagnostics: Diagnostics,
): void {
  checkExtension(options, recorded, diagnostics);
  if (!options.ignoreRecord || !used) return;
  const realFolder = resolveFolder(folder);
  const [old, next] = [used, recorded].map((one) =>
    movePaths(one, (path) => getMovablePath(realFolder, join(out.path, path))),
  );
  if (old && next) reportDifferences(old, next, diagnostics);
}

function checkExtension(options: GenerateOptions, next: RecordedOptions, diagnostics: Diagnostics): void {
  if (next.emit !== 'js' || next.importExtension !== 'ts') return;
  const variant = options.importExtension === undefined ? 'recorded' : 'stated';
  diagnostics.report('emit-js-imports-ts', undefined, { variant });
}

function settleFilter(options: GenerateOptions, used: RecordedOptions | undefined): OperationFilter | undefined {
  const [include, exclude] = [options.include ?? used?.include, options.exclude ?? used?.exclude].map(
    (selection) => selection && sortSelection(selection),
  );
  // An empty selection removes the one that the last run recorded.
  const stated = Object.entries({ include, exclude }).filter(([, one]) => Object.keys(one ?? {}).length > 0);
  return stated.length > 0 ? Object.fromEntries(stated) : undefined;
}

function settleWireNames(
  options: GenerateOptions,
  used: RecordedOptions | undefined,
): Pick<RecordedOptions, 'wireNames'> {
  const wireNames = options.wireNames ?? used?.wireNames ?? {};
  return Object.keys(wireNames).length > 0 ? { wireNames } : {};
}

function settleEmitters(
  { emitters: statements }: GenerateOptions,
  { folder, out, used }: OptionPlace,
): readonly StatedEmitter[] {
  if (statements === undefined) return listRecorded(used?.emitters ?? [], out.path);
  return listStated(statements, { folder, out: out.path });
}

/** The kinds of a run. */
interface SettledKinds {
  readonly chosen: ReadonlySet<ArtifactKind>;
  readonly kinds: ReadonlySet<ArtifactKind>;
  readonly omittedKinds: readonly ArtifactKind[];
}

/** Chooses the kinds to emit, and lists those that `compared` or a flag leaves out. `chosen` are the kinds of `only`. */
function settleKinds(
  options: GenerateOptions,
  used: RecordedOptions | undefined,
  registry: readonly Emitter[],
  diagnostics: Diagnostics,
): SettledKinds {
  const chosen = withNeededKinds(chooseKinds(options, used, registry, diagnostics), registry);
  const kinds = options.compared ? withNeededKinds(options.compared, registry) : chosen;
  return { chosen, kinds, omittedKinds: [...chosen, ...(used?.only ?? [])].filter((kind) => !kinds.has(kind)) };
}

function chooseKinds(
  { only }: GenerateOptions,
  recorded: RecordedOptions | undefined,
  registry: readonly Emitter[],
  diagnostics: Diagnostics,
): readonly ArtifactKind[] {
  const chosen = only ?? recorded?.only;
  if (!chosen) return listDefaultKinds(registry);
  const choices = registry.map(({ kind }) => kind);
  for (const value of chosen) {
    if (choices.includes(value)) continue;
    const flag = only ? '--only' : `only' of '${manifestName}`;
    diagnostics.report('unknown-choice', undefined, { flag, value, choices, likely: findNearestName(value, choices) });
  }
  return chosen;
}
