import { defaultLimits } from '../document/limits.js';
import { artifactKinds, listDefaultKinds } from '../emitters/index.js';
import { isObject, type ObjectValue } from '../model/is-object.js';
import { itemKinds } from '../model/not-shown.js';
import { selectors } from '../model/operation-filter.js';
import { outputChoices } from '../output/recorded-options.js';
import { groupings } from '../scaffold/record.js';
import type { ConfigurableOptions, ItemCount } from './options.js';

/** The value that stands for an empty list of files. */
export const noFiles = 'none';

/** The facts about an option that the command line, the configuration file and its JSON Schema share. */
export interface OptionRow {
  /**
   * The type of its value: a path, a list of paths, of kinds of artifacts, of emitters or of ids, one of `choices`,
   * lists, names or numbers by name, or a boolean.
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
    description:
      'an OpenAPI Overlay that changes the description as it is read, in this order; `none` forgets recorded ones',
    shapesOutput: true,
  },
  out: { holds: 'folder', description: 'the output folder', default: defaults.out, shapesOutput: true },
  only: {
    holds: 'kinds',
    choices: artifactKinds,
    description:
      'the kinds of artifacts, which `lacuna --help` lists; what these import is included, and kinds that are no longer named are removed',
    default: listDefaultKinds().join(','),
    shapesOutput: true,
  },
  emitters: {
    holds: 'emitters',
    description:
      'an emitter of your own: a module that exports it, or the specifier of a package; `none` forgets recorded ones',
    shapesOutput: true,
  },
  emit: buildChoice(
    outputChoices.emit,
    'TypeScript, or JavaScript with declarations, which needs the package oxc-transform',
  ),
  importExtension: buildChoice(outputChoices.importExtension, 'how import specifiers end'),
  dates: buildChoice(outputChoices.dates, "what a 'date' and a 'date-time' are in code"),
  int64: buildChoice(outputChoices.int64, "what an integer of format 'int64' is in code"),
  start: buildChoice(outputChoices.start, 'which page of the reference is index.html; the other has its own name'),
  style: {
    holds: 'file',
    description: 'a file of CSS variables for the pages of the reference; `none` forgets a recorded one',
    shapesOutput: true,
  },
  include: {
    holds: 'selection',
    choices: selectors,
    description: 'only these operations and webhooks, and what they need: tags, paths, ids or extensions',
    shapesOutput: true,
  },
  exclude: {
    holds: 'selection',
    choices: selectors,
    description: 'not these operations and webhooks',
    shapesOutput: true,
  },
  wireNames: {
    holds: 'names',
    description:
      'names of parameters that the description does not show, by the id of their item: defaults of client and server; `none` forgets recorded ones',
    shapesOutput: true,
  },
  previous: {
    holds: 'file',
    description:
      'an earlier description: the reference shows the changes since; not recorded, so check needs it as well',
    shapesOutput: false,
  },
  previousOverlay: {
    holds: 'files',
    description: 'an overlay of the earlier description; `none` for none',
    default: 'those of this run, where they fit',
    shapesOutput: false,
  },
  root: {
    holds: 'folder',
    description: 'references may lead to files below this folder',
    default: 'the folder of the description',
    shapesOutput: false,
  },
  limits: {
    holds: 'numbers',
    choices: Object.keys(defaultLimits),
    description: 'raise or lower a bound on the input',
    shapesOutput: false,
  },
  maxItems: {
    holds: 'numbers',
    choices: itemCounts,
    description: 'check: how many items may be open, in all or of a kind',
    shapesOutput: false,
  },
  agreedItems: {
    holds: 'ids',
    description: 'check: the items that may be open; by default all of them',
    shapesOutput: false,
  },
  checkCode: {
    holds: 'switch',
    description: 'check: report code that leans on an answered item, which runs the compiler',
    shapesOutput: false,
  },
  strict: { holds: 'switch', description: 'treat warnings as errors: print all, write nothing', shapesOutput: false },
  verify: {
    holds: 'switch',
    description: 'parse every emitted module before anything is written',
    shapesOutput: false,
  },
  handlers: {
    holds: 'folder',
    description: 'the folder of the handlers',
    default: 'as recorded, or src/handlers',
    shapesOutput: true,
    isForScaffold: true,
  },
  per: { ...buildChoice(groupings, 'how new handlers are put into files'), isForScaffold: true },
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
