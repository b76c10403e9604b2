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

/** The kinds that are emitted if neither flags nor manifest choose any. */
export const defaultKinds: readonly ArtifactKind[] = listDefaults(emitters);

/** Each kind of artifact with its description. */
export const kindRows: readonly (readonly [kind: ArtifactKind, description: string])[] = emitters.map(
  ({ kind, description }) => [kind, description],
);

function listDefaults(registry: readonly Emitter[]): ArtifactKind[] {
  return registry.flatMap(({ kind, isDefault }) => (isDefault ? [kind] : []));
}

/**
 * What to generate, and where. Paths are relative to `folder`. An option that is left out has the value of the
 * manifest or, if there is none, its default.
 */
export interface GenerateOptions {
  /** The current folder by default. */
  readonly folder?: string;
  /** The description; `spec/openapi.yaml` by default, or as recorded. */
  readonly spec?: string;
  /** The output folder; `generated` by default. */
  readonly out?: string;
  /**
   * Kinds of artifacts; the kinds that they import are included. Types, client, server and validators by default, or as
   * recorded.
   */
  readonly only?: readonly ArtifactKind[];
  /** How import specifiers end; `js` by default, or as recorded. */
  readonly importExtension?: 'js' | 'ts';
  /** What a `date` and a `date-time` are in code; `string` by default, or as recorded. */
  readonly dates?: 'string' | 'Date';
  /** What an integer of format `int64` is in code; `number` by default, or as recorded. */
  readonly int64?: 'number' | 'bigint';
  /** The folder that all referenced files must be in; the description's own folder by default. */
  readonly root?: string;
  /** An earlier description. The reference shows the changes since then. */
  readonly previous?: string;
  /** Bounds on the input, in place of the defaults. */
  readonly limits?: Partial<Limits>;
  /** Treats warnings as errors: all are reported, and nothing is written. */
  readonly strict?: boolean;
  /** Parses every emitted module before anything is written, and throws an error if one does not parse. */
  readonly verify?: boolean;
  /** Called at the beginning of each stage with its name, such as `reading` or `emitting client`. */
  readonly onStage?: (stage: string) => void;
}

/** All options of a run, with defaults filled in. */
export interface Settings {
  readonly folder: string;
  /** Absolute path of the description; a URL stays as it is. */
  readonly spec: string;
  readonly out: Folder;
  readonly manifest: Manifest | undefined;
  /** The kinds to emit. */
  readonly kinds: ReadonlySet<ArtifactKind>;
  /** The emitters of all kinds. */
  readonly emitters: readonly Emitter[];
  /** Whether some recorded kinds are not chosen. `generate` removes their files. */
  readonly dropsKinds: boolean;
  /** The options that the manifest will record. */
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

// Defaults are not recorded.
function recordConversions(
  options: ConversionChoice,
  recorded: ConversionChoice = {},
): Pick<RecordedOptions, 'dates' | 'int64'> {
  return {
    ...((options.dates ?? recorded.dates) === 'Date' && { dates: 'Date' }),
    ...((options.int64 ?? recorded.int64) === 'bigint' && { int64: 'bigint' }),
  };
}

// A URL stays as it is. The reader reports it, with a hint.
function locateSpec(folder: string, spec: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(spec) ? spec : resolve(folder, spec);
}
