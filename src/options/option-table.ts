import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits } from '../document/limits.js';
import { artifactKinds, listDefaultKinds } from '../emitters/index.js';
import { isObject, type ObjectValue } from '../model/is-object.js';
import { itemKinds } from '../model/not-shown.js';
import { selectors } from '../model/operation-filter.js';
import { outputChoices, type RecordedOptions } from '../output/recorded-options.js';
import { groupings } from '../user-code/record.js';
import type { ConfigurableOptions, ItemCount } from './options.js';

/** The value for an empty list of files. */
export const noFiles = 'none';

/** The facts about an option that the command line, the configuration file and its JSON Schema share. */
export interface OptionRow {
  /**
   * The type of its value: a path; a list of paths, kinds of artifacts, emitters or ids; one of `choices`; lists, names
   * or numbers by name; or a boolean.
   */
  readonly holds:
    | 'file'
    | 'files'
    | 'folder'
    | 'kinds'
    | 'emitters'
    | 'choice'
    | 'selection'
    | 'names'
    | 'ids'
    | 'numbers'
    | 'switch';
  /** The allowed values of a choice, or of the items of a list, or the allowed names. */
  readonly choices?: readonly string[];
  readonly description: string;
  /** The value of an option that is left out, as the help states it. */
  readonly default?: string;
  /**
   * Whether it shapes the output. If so, a flag must not contradict the configuration. Otherwise, the flag has
   * precedence.
   */
  readonly shapesOutput: boolean;
  /** Whether only `scaffold` has it. */
  readonly isForScaffold?: boolean;
}

/** The paths if neither the options nor the manifest state others. */
export const defaults = { spec: 'spec/openapi.yaml', out: 'generated' } as const;

/** What a maximum number of items applies to, in the order of the help. */
export const itemCounts: readonly ItemCount[] = ['all', ...itemKinds];

/** The options that a run has both on the command line and in the configuration file, in the order of the help. */
export const optionTable: Readonly<Record<keyof ConfigurableOptions, OptionRow>> = {
  spec: {
    holds: 'file',
    description: "the description; '-' reads it from standard input",
    default: defaults.spec,
    shapesOutput: true,
  },
  overlay: {
    holds: 'files',
    description: 'OpenAPI Overlays to apply to the description, in this order; `none` removes recorded ones',
    shapesOutput: true,
  },
  out: { holds: 'folder', description: 'the output folder', default: defaults.out, shapesOutput: true },
  only: {
    holds: 'kinds',
    choices: artifactKinds,
    description:
      'the kinds of artifacts to generate, which `lacuna --help` lists; adds the kinds that these import, and removes the files of others',
    default: listDefaultKinds().join(','),
    shapesOutput: true,
  },
  emitters: {
    holds: 'emitters',
    description:
      'an emitter of your own: a module that exports it, or the specifier of a package; `none` removes recorded ones',
    shapesOutput: true,
  },
  emit: buildChoice(
    outputChoices.emit,
    'TypeScript, or JavaScript with declarations, which needs the package oxc-transform',
  ),
  importExtension: buildChoice(outputChoices.importExtension, 'the file extension in import specifiers'),
  dates: buildChoice(outputChoices.dates, "the type of 'date' and 'date-time' in code"),
  int64: buildChoice(outputChoices.int64, "the type of integers with format 'int64' in code"),
  start: buildChoice(
    outputChoices.start,
    'the page of the reference that is index.html; the other one has its own name',
  ),
  style: {
    holds: 'file',
    description: 'a file of CSS variables for the pages of the reference; `none` removes a recorded one',
    shapesOutput: true,
  },
  include: {
    holds: 'selection',
    choices: selectors,
    description:
      'generate only these operations and webhooks, and what they need: by tags, paths, ids or extensions; `none` removes recorded entries',
    shapesOutput: true,
  },
  exclude: {
    holds: 'selection',
    choices: selectors,
    description: 'omit these operations and webhooks; `none` removes recorded entries',
    shapesOutput: true,
  },
  wireNames: {
    holds: 'names',
    description:
      'names of parameters that the description does not show, by the id of the item, as defaults of client and server; `none` removes recorded ones',
    shapesOutput: true,
  },
  previous: {
    holds: 'file',
    description: 'an earlier description, so that the reference shows the changes; `none` removes a recorded one',
    shapesOutput: true,
  },
  previousOverlay: {
    holds: 'files',
    description: 'an overlay of the earlier description; `none` applies none',
    default: 'the overlays of this run that fit',
    shapesOutput: true,
  },
  root: {
    holds: 'folder',
    description: 'references may refer to files in this folder',
    default: 'the folder of the description',
    shapesOutput: false,
  },
  limits: {
    holds: 'numbers',
    choices: Object.keys(defaultLimits),
    description: 'raise or lower a limit',
    shapesOutput: false,
  },
  maxItems: {
    holds: 'numbers',
    choices: itemCounts,
    description: 'check: how many items may be open, in total or of a kind',
    shapesOutput: false,
  },
  agreedItems: {
    holds: 'ids',
    description: 'check: the ids of the items that may be open; by default, all',
    shapesOutput: false,
  },
  checkCode: {
    holds: 'switch',
    description: 'check: report code that uses an answered item; runs the TypeScript compiler',
    shapesOutput: false,
  },
  strict: {
    holds: 'switch',
    description: 'treat warnings as errors: print all of them and write nothing',
    shapesOutput: false,
  },
  verify: {
    holds: 'switch',
    description: 'parse every emitted module before writing',
    shapesOutput: false,
  },
  handlers: {
    holds: 'folder',
    description: 'the folder of the handlers',
    default: 'the recorded folder, or src/handlers',
    shapesOutput: true,
    isForScaffold: true,
  },
  per: { ...buildChoice(groupings, 'whether new handlers have a file per operation or per tag'), isForScaffold: true },
};

/** Formats the value of an option as its flag accepts it: `types,client`, `tags=Pets ids=getPet,listPets`. */
export function formatOption(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? formatEmitter(one) : String(one))).join();
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${String(one)}`)
    .join(' ');
}

// Formats an emitter as the manifest records it.
function formatEmitter({ module, kind, options }: ObjectValue): string {
  return `${String(module ?? kind)}${options === undefined ? '' : ` ${JSON.stringify(options)}`}`;
}

const singular: Readonly<Record<string, string>> = { limits: 'limit', wireNames: 'wireName', emitters: 'emitter' };

/** Returns the flag of an option, without `--`, such as `import-extension` for `importExtension`. */
export function getFlag(option: string): string {
  // Each limit and each name has its own flag, so the flag has the singular.
  const name = singular[option] ?? option;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function buildChoice(choices: readonly [string, ...string[]], description: string): OptionRow {
  return { holds: 'choice', choices, description, default: choices[0], shapesOutput: true };
}

/** Reports the options that differ from those of the last run. */
export function reportDifferences(old: RecordedOptions, next: RecordedOptions, diagnostics: Diagnostics): void {
  const none = {
    overlay: [],
    style: [],
    previous: [],
    previousOverlay: [],
    include: {},
    exclude: {},
    wireNames: {},
    emitters: [],
  };
  const before = new Map<string, unknown>(Object.entries({ ...none, ...old }));
  for (const [option, value] of Object.entries({ ...none, ...next })) {
    const [recorded, applied] = [formatOption(before.get(option)), formatOption(value)];
    if (recorded === applied) continue;
    diagnostics.report('record-differs', undefined, { option, recorded, value: applied });
  }
}
