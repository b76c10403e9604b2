import type { Limits } from '../document/limits.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { GapKind } from '../model/element.js';
import type { OperationSelection } from '../model/operation-filter.js';
import type { EmitterStatement, RecordedEmitter } from '../user-modules/stated-emitter.js';

/** What a maximum number of gaps applies to. */
export type GapCount = GapKind | 'all';

/** The types of the values of options. */
export interface OptionValues {
  /** The path of a description. `-` is standard input. */
  readonly description: string;
  readonly file: string;
  readonly files: string | readonly string[];
  readonly folder: string;
  readonly kinds: readonly ArtifactKind[];
  readonly emitters: readonly EmitterStatement[];
  /** One of the choices of the option. */
  readonly choice: string;
  readonly selection: OperationSelection;
  /** Names by ids. */
  readonly names: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  readonly limits: Partial<Limits>;
  readonly counts: { readonly [N in GapCount]?: number };
  readonly switch: boolean;
}

/** The facts about an option. `option-types.ts` has those about the type of its value. */
export interface OptionRow {
  readonly holds: keyof OptionValues;
  /** The allowed values of a choice. The first one is the default. */
  readonly choices?: readonly [string, ...string[]];
  readonly description: string;
  /** The value of an option that is left out, as the help states it. */
  readonly default?: string;
  /**
   * Whether it shapes the output. If so, a flag must not contradict the configuration. Otherwise, the flag has
   * precedence.
   */
  readonly shapesOutput: boolean;
  /** Whether each description has its own value, so that several descriptions cannot share it. */
  readonly isOfOne?: boolean;
  /** Whether an empty list differs from an option that is left out. */
  readonly keepsEmpty?: boolean;
  /** Whether only `scaffold` has it. */
  readonly isForScaffold?: boolean;
}

/**
 * The options that a run has both on the command line and in the configuration file, in the order of the help. Editors
 * show the comments. An option is spelled here, and where it has its effect.
 */
export const optionRows = {
  /** The description; `spec/openapi.yaml` by default. */
  spec: {
    holds: 'description',
    description: "the description; '-' reads it from standard input",
    default: 'spec/openapi.yaml',
    shapesOutput: true,
    isOfOne: true,
  },
  /** The path or paths of OpenAPI Overlays (1.0 or 1.1). They are applied to the description in this order. */
  overlay: {
    holds: 'files',
    description: 'OpenAPI Overlays to apply to the description, in this order; `none` removes recorded ones',
    shapesOutput: true,
    isOfOne: true,
  },
  /** The output folder; `generated` by default. */
  out: { holds: 'folder', description: 'the output folder', default: 'generated', shapesOutput: true, isOfOne: true },
  /**
   * The kinds of artifacts. The kinds that they import are added. By default: types, client, server, validators and the
   * ledger.
   */
  only: {
    holds: 'kinds',
    description:
      'the kinds of artifacts to generate, which `lacuna --help` lists; adds the kinds that these import, and removes the files of others',
    shapesOutput: true,
  },
  /**
   * Your own emitters: modules or values, each alone or with its options, such as `[['./emit-x.ts', { … }]]`. They emit
   * regardless of `only`.
   */
  emitters: {
    holds: 'emitters',
    description:
      'an emitter of your own: a module that exports it, or the specifier of a package; `none` removes recorded ones',
    shapesOutput: true,
  },
  /**
   * `ts` for TypeScript, or `js` for JavaScript modules with declarations, which needs the package `oxc-transform`;
   * `ts` by default.
   */
  emit: {
    holds: 'choice',
    choices: ['ts', 'js'],
    description: 'TypeScript, or JavaScript with declarations',
    shapesOutput: true,
  },
  /** The end of import specifiers; `js` by default. */
  importExtension: {
    holds: 'choice',
    choices: ['js', 'ts'],
    description: 'the file extension in import specifiers',
    shapesOutput: true,
  },
  /** The type of `date` and `date-time` in code; `string` by default. */
  dates: {
    holds: 'choice',
    choices: ['string', 'Date'],
    description: "the type of 'date' and 'date-time' in code",
    shapesOutput: true,
  },
  /** The type of integers with the format `int64` in code; `number` by default. */
  int64: {
    holds: 'choice',
    choices: ['number', 'bigint'],
    description: "the type of integers with format 'int64' in code",
    shapesOutput: true,
  },
  /** The page of the reference that is `index.html`; `redoc` by default. */
  start: {
    holds: 'choice',
    choices: ['redoc', 'article'],
    description: 'the page of the reference that is index.html; the other one has its own name',
    shapesOutput: true,
  },
  /** A file of CSS variables for the pages of the reference. */
  style: {
    holds: 'file',
    description: 'a file of CSS variables for the pages of the reference; `none` removes a recorded one',
    shapesOutput: true,
  },
  /** The operations to generate; by default, all. */
  include: {
    holds: 'selection',
    description:
      'generate only these operations and webhooks, and what they need: by tags, paths, ids or extensions; `none` removes recorded entries',
    shapesOutput: true,
  },
  /** The operations to leave out, even if `include` selects them. */
  exclude: {
    holds: 'selection',
    description: 'omit these operations and webhooks; `none` removes recorded entries',
    shapesOutput: true,
  },
  /**
   * The names of parameters that the description does not show, by the id of their gap. Client and server use them by
   * default.
   */
  wireNames: {
    holds: 'names',
    description:
      'names of parameters that the description does not show, by the id of the gap, as defaults of client and server; `none` removes recorded ones',
    shapesOutput: true,
    isOfOne: true,
  },
  /** An earlier description. The reference shows what has changed since. */
  previous: {
    holds: 'file',
    description: 'an earlier description, so that the reference shows the changes; `none` removes a recorded one',
    shapesOutput: true,
    isOfOne: true,
  },
  /** The overlays of the earlier description. By default, those of this run, without the actions that do not fit. */
  previousOverlay: {
    holds: 'files',
    description: 'an overlay of the earlier description; `none` applies none',
    default: 'the overlays of this run that fit',
    shapesOutput: true,
    isOfOne: true,
    keepsEmpty: true,
  },
  /** The folder that must contain all referenced files; by default the folder of the description. */
  root: {
    holds: 'folder',
    description: 'references may refer to files in this folder',
    default: 'the folder of the description',
    shapesOutput: false,
  },
  /** Limits of the input that replace the default ones. */
  limits: { holds: 'limits', description: 'raise or lower a limit', shapesOutput: false },
  /** The most gaps that may be open, in all (`all`) and by kind. `check` reports an error if more are open. */
  maxGaps: {
    holds: 'counts',
    description: 'check: how many gaps may be open, in total or of a kind',
    shapesOutput: false,
  },
  /** The ids of the gaps that may be open. `check` reports an error for every other open gap. */
  agreedGaps: {
    holds: 'ids',
    description: 'check: the ids of the gaps that may be open; by default, all',
    shapesOutput: false,
  },
  /** Whether `check` reports an error where your code uses an answered gap. This runs the compiler. */
  checkCode: {
    holds: 'switch',
    description: 'check: report code that uses an answered gap; runs the TypeScript compiler',
    shapesOutput: false,
  },
  /** Treats warnings as errors: if there are any, nothing is written. */
  strict: {
    holds: 'switch',
    description: 'treat warnings as errors: print all of them and write nothing',
    shapesOutput: false,
  },
  /** Parses every emitted module before anything is written. Throws an error if one is not valid. */
  verify: { holds: 'switch', description: 'parse every emitted module before writing', shapesOutput: false },
  /** The folder of the handlers, for `scaffold`; by default the recorded one, otherwise `src/handlers`. */
  handlers: {
    holds: 'folder',
    description: 'the folder of the handlers',
    default: 'the recorded folder, or src/handlers',
    shapesOutput: true,
    isOfOne: true,
    isForScaffold: true,
  },
  /** How `scaffold` divides new handlers into files; by default as recorded, otherwise one file per operation. */
  per: {
    holds: 'choice',
    choices: ['operation', 'tag'],
    description: 'whether new handlers have a file per operation or per tag',
    shapesOutput: true,
    isForScaffold: true,
  },
} as const;

type Rows = typeof optionRows;

export type OptionName = keyof Rows;

type ValueOf<R> = R extends { readonly holds: 'choice'; readonly choices: readonly (infer C)[] }
  ? C
  : R extends { readonly holds: infer H extends keyof OptionValues }
    ? OptionValues[H]
    : never;

/**
 * The options that a configuration file can have. Paths are relative to the folder of the file. An option that is left
 * out has its default.
 */
export type ConfigurableOptions = { readonly [N in OptionName]?: ValueOf<Rows[N]> };

/** The name of an option that several descriptions can share. */
export type SharedName = { [N in OptionName]: Rows[N] extends { readonly isOfOne: true } ? never : N }[OptionName];

/** All options, in the order of the help. */
export const optionTable: Readonly<Record<OptionName, OptionRow>> = optionRows;

export const optionNames: readonly string[] = Object.keys(optionTable);

/**
 * The options that the manifest records, because they shape the output, in its order. Versions before 0.2 can read a
 * manifest only if a choice after `importExtension` is recorded only if it is not the default.
 */
export const recordedNames = [
  'spec',
  'overlay',
  'style',
  'previous',
  'previousOverlay',
  'only',
  'importExtension',
  'include',
  'exclude',
  'wireNames',
  'emitters',
  'emit',
  'dates',
  'int64',
  'start',
] as const;

type RecordedName = (typeof recordedNames)[number];

type ChoiceName = { [N in RecordedName]: Rows[N]['holds'] extends 'choice' ? N : never }[RecordedName];

type RecordedOf<N extends RecordedName> = Rows[N]['holds'] extends 'files'
  ? readonly string[]
  : N extends 'emitters'
    ? readonly RecordedEmitter[]
    : ValueOf<Rows[N]>;

/**
 * The options as the manifest records them. Paths are relative to the output folder, with `/` as separator. An option
 * without a value is absent.
 */
export type RecordedOptions = { readonly [N in ChoiceName | 'spec' | 'only']: RecordedOf<N> } & {
  readonly [N in Exclude<RecordedName, ChoiceName | 'spec' | 'only'>]?: RecordedOf<N>;
};

const singular: Readonly<Record<string, string>> = { limits: 'limit', wireNames: 'wireName', emitters: 'emitter' };

/** Returns the flag of an option, without `--`, such as `import-extension` for `importExtension`. */
export function getFlag(option: string): string {
  // Each limit and each name has its own flag, so the flag has the singular.
  const name = singular[option] ?? option;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
