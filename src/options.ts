import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ConversionChoice } from './conversions/conversions.js';
import type { Diagnostics } from './diagnostics/diagnostic.js';
import { nearestName } from './diagnostics/nearest-name.js';
import { defaultLimits, type Limits } from './document/limits.js';
import type { Emitter } from './emitters/emitter.js';
import { artifactKinds, emitters, withNeededKinds } from './emitters/index.js';
import { Folder, findWay, realFolder } from './files/folder.js';
import type { ArtifactKind } from './model/artifact.js';
import { type Manifest, manifestName, type RecordedOptions, readManifest } from './output/manifest.js';

export { artifactKinds };

/** The kinds that are emitted where nobody chooses. */
export const defaultKinds: readonly ArtifactKind[] = listDefaults(emitters);

/** Each kind of artifact, and what it is. */
export const kindRows: readonly (readonly [kind: ArtifactKind, description: string])[] = emitters.map(
  ({ kind, description }) => [kind, description],
);

function listDefaults(registry: readonly Emitter[]): ArtifactKind[] {
  return registry.flatMap(({ kind, isDefault }) => (isDefault ? [kind] : []));
}

/** What to generate, and where; paths relative to `folder`. What is left out is taken from the manifest, then from the defaults. */
export interface GenerateOptions {
  /** The current folder by default. */
  readonly folder?: string;
  /** The description; `spec/openapi.yaml` by default, or as recorded. */
  readonly spec?: string;
  /** The output folder; `generated` by default. */
  readonly out?: string;
  /** Kinds of artifacts, those they import included; types, client, server and validators by default, or as recorded. */
  readonly only?: readonly ArtifactKind[];
  /** How import specifiers end; `js` by default, or as recorded. */
  readonly importExtension?: 'js' | 'ts';
  /** What a `date` and a `date-time` are in code; `string` by default, or as recorded. */
  readonly dates?: 'string' | 'Date';
  /** What an integer of format `int64` is in code; `number` by default, or as recorded. */
  readonly int64?: 'number' | 'bigint';
  /** References may lead to files below this folder; the description's own folder by default. */
  readonly root?: string;
  /** An earlier description, whose differences the reference shows. */
  readonly previous?: string;
  /** Bounds on the input, in place of the defaults. */
  readonly limits?: Partial<Limits>;
  /** Treats warnings as errors: all are reported, and nothing is written. */
  readonly strict?: boolean;
  /** Parses every emitted module before anything is written; one that does not parse is thrown as an error. */
  readonly verify?: boolean;
  /** Called with the next stage of a run, such as `reading` or `emitting client`. */
  readonly onStage?: (stage: string) => void;
}

/** The options of a run, all decided. */
export interface Settings {
  readonly folder: string;
  /** Absolute path, or the text given where it is no path at all. */
  readonly spec: string;
  readonly out: Folder;
  readonly manifest: Manifest | undefined;
  /** The kinds to emit. */
  readonly kinds: ReadonlySet<ArtifactKind>;
  /** Every kind that there is. */
  readonly emitters: readonly Emitter[];
  /** Whether the chosen kinds leave out some that were recorded, which `generate` then drops. */
  readonly dropsKinds: boolean;
  /** What the manifest will say. */
  readonly recorded: RecordedOptions;
  readonly root: string | undefined;
  /** Absolute path. */
  readonly previous: string | undefined;
  readonly limits: Limits;
  readonly strict: boolean;
  readonly verify: boolean;
  readonly onStage: (stage: string) => void;
}

const defaultSpec = 'spec/openapi.yaml';
const defaultOut = 'generated';

/** Decides every option of a run: flags first, then the manifest of the output folder, then the defaults. */
export function settleOptions(
  options: GenerateOptions,
  diagnostics: Diagnostics,
  registry: readonly Emitter[] = emitters,
): Settings {
  const folder = resolve(options.folder ?? '.');
  const shown = options.out ?? defaultOut;
  const outPath = resolve(folder, shown);
  if (existsSync(outPath) && !statSync(outPath).isDirectory()) {
    diagnostics.report('output-not-folder', undefined, { path: shown });
  }
  const out = new Folder(realFolder(outPath), shown);
  const manifest = diagnostics.hasErrors ? undefined : readManifest(out, diagnostics);
  const recordedSpec = manifest && join(out.path, manifest.options.spec);
  const spec =
    options.spec === undefined ? (recordedSpec ?? resolve(folder, defaultSpec)) : locateSpec(folder, options.spec);
  const kinds = withNeededKinds(chooseKinds(options, manifest, registry, diagnostics), registry);
  return {
    folder,
    spec,
    out,
    manifest,
    kinds,
    emitters: registry,
    dropsKinds: (manifest?.options.only ?? []).some((kind) => !kinds.has(kind)),
    recorded: {
      spec: findWay(out.path, spec),
      only: registry.flatMap(({ kind }) => (kinds.has(kind) ? [kind] : [])),
      importExtension: options.importExtension ?? manifest?.options.importExtension ?? 'js',
      ...recordConversions(options, manifest?.options),
    },
    root: options.root === undefined ? undefined : resolve(folder, options.root),
    previous: options.previous === undefined ? undefined : resolve(folder, options.previous),
    limits: { ...defaultLimits, ...options.limits },
    strict: options.strict ?? false,
    verify: options.verify ?? false,
    onStage: options.onStage ?? (() => undefined),
  };
}

function chooseKinds(
  { only }: GenerateOptions,
  manifest: Manifest | undefined,
  registry: readonly Emitter[],
  diagnostics: Diagnostics,
): readonly ArtifactKind[] {
  const chosen = only ?? manifest?.options.only;
  if (!chosen) return listDefaults(registry);
  const choices = registry.map(({ kind }) => kind);
  for (const value of chosen) {
    if (choices.includes(value)) continue;
    const flag = only ? '--only' : `only' of '${manifestName}`;
    diagnostics.report('unknown-choice', undefined, { flag, value, choices, likely: nearestName(value, choices) });
  }
  return chosen;
}

// What is as it always was is not written down.
function recordConversions(
  options: ConversionChoice,
  recorded: ConversionChoice = {},
): Pick<RecordedOptions, 'dates' | 'int64'> {
  return {
    ...((options.dates ?? recorded.dates) === 'Date' && { dates: 'Date' }),
    ...((options.int64 ?? recorded.int64) === 'bigint' && { int64: 'bigint' }),
  };
}

// A URL is handed on as it is, so that reading it can say what to do.
function locateSpec(folder: string, spec: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(spec) ? spec : resolve(folder, spec);
}
