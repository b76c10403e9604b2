import { getFlag, type OptionRow, optionTable } from '../configuration/option-table.js';
import { describeDefault, optionTypes } from '../configuration/option-types.js';
import { itemKinds } from '../model/element.js';
import type { CommandName } from './command-table.js';

/** The values of `--print`. */
export const printables = ['model', 'inputs', 'outputs'] as const;

export type Printable = (typeof printables)[number];

/** The values of `--by`. The first one is the default. */
export const itemGroupings = ['kind', 'operation', 'owner'] as const;

export type ItemGrouping = (typeof itemGroupings)[number];

/** The systems whose jobs can check the output. */
export const ciSystems = ['github', 'gitlab', 'none'] as const;

export type CiSystem = (typeof ciSystems)[number];

/** The values of `--format`. The default is the first one, which is for people. */
export const formats = ['text', 'json', 'markdown', 'github', 'sarif'] as const;

export type Format = (typeof formats)[number];

export interface Flag {
  /** The name without `--`. */
  readonly name: string;
  /** The name of its value in the help. Absent for a flag without a value. */
  readonly value?: string;
  /** The values that it allows. An option of a configuration checks its values itself. */
  readonly choices?: readonly string[];
  readonly description: string;
  readonly default?: string;
  readonly isRepeatable?: boolean;
  /**
   * The commands that have it; by default all. A command rejects a flag that would have no effect: for example, people
   * who pass `--dry-run` expect that nothing is written.
   */
  readonly commands?: readonly CommandName[];
}

const options = Object.entries(optionTable).map(([option, row]) => buildFlag(option, row));

/** All flags, in the order of the help. */
export const flagTable: readonly Flag[] = [
  ...options.filter(({ commands }) => commands === undefined),
  {
    name: 'config',
    value: 'FILE',
    description: 'the configuration file',
    default: 'lacuna.config.ts, .mts, .js, .mjs or .json, or package.json',
  },
  {
    name: 'format',
    value: formats.join('|'),
    choices: formats,
    description:
      'the format of the report: text, JSON, a Markdown comment, annotations of GitHub Actions, or SARIF 2.1.0',
    default: formats[0],
  },
  {
    name: 'verbose',
    description: 'print every warning and note, with its place in the source, and every diff of check',
  },
  {
    name: 'quiet',
    description: 'print only errors and differences; no warnings, no summary, no progress',
    commands: ['generate', 'check', 'fetch'],
  },
  {
    name: 'print',
    value: printables.join('|'),
    choices: printables,
    description:
      'print the model as JSON, how each keyword of the description is used, or the paths of the files that the run reads or writes; write nothing',
    commands: ['generate'],
  },
  ...options.filter(({ commands }) => commands !== undefined),
  {
    name: 'watch',
    description: 'generate again when a file of a description or of the configuration changes',
    commands: ['generate'],
  },
  { name: 'check', description: 'report which recorded descriptions have changed; write nothing', commands: ['fetch'] },
  {
    name: 'dry-run',
    description: 'show what would change; write nothing',
    commands: ['init', 'scaffold', 'items add', 'items answer', 'items settle'],
  },
  {
    name: 'fail-on-tasks',
    description: 'exit with 1 if tasks remain that you must do by hand',
    commands: ['scaffold', 'items settle'],
  },
  {
    name: 'by',
    value: itemGroupings.join('|'),
    choices: itemGroupings,
    description: 'how to group items',
    default: itemGroupings[0],
    commands: ['items'],
  },
  {
    name: 'kind',
    value: 'KIND',
    choices: itemKinds,
    description: 'only items of this kind; with items add, the kind of the new item',
    commands: ['items', 'items add'],
  },
  { name: 'operation', value: 'ID', description: 'only items that affect this operation', commands: ['items'] },
  {
    name: 'owner',
    value: 'TEXT',
    description: 'only items of this owner; with items add, who could answer the question',
    commands: ['items', 'items add'],
  },
  {
    name: 'message',
    description: "print the questions as a message to the API's owner",
    commands: ['items'],
  },
  {
    name: 'description',
    value: 'NAME',
    description: 'the name of the description, if the configuration has several',
    commands: ['items show', 'items uses', 'items add', 'items answer', 'items settle'],
  },
  { name: 'name', value: 'NAME', description: 'the name of a parameter', commands: ['items answer'] },
  { name: 'values', value: 'LIST', description: 'all missing values, separated by commas', commands: ['items answer'] },
  {
    name: 'status',
    value: 'CODE',
    description: 'the status code of the successful response',
    commands: ['items answer'],
  },
  { name: 'text', value: 'TEXT', description: 'the answer as text', commands: ['items answer'] },
  {
    name: 'file',
    value: 'FILE',
    description:
      'a YAML or JSON file with a schema, properties, parameters, transitions, responses, headers or webhooks',
    commands: ['items answer'],
  },
  {
    name: 'complete',
    description: 'answer that the description already shows everything',
    commands: ['items answer'],
  },
  {
    name: 'source',
    value: 'TEXT',
    description: 'who answered, or where; with items add, the part of the documentation that leaves the question open',
    commands: ['items add', 'items answer'],
  },
  {
    name: 'at',
    value: 'PLACE',
    description:
      'what the new item is about: an operationId, a place in it such as listPets/parameters/limit, or a JSON pointer such as #/info',
    commands: ['items add'],
  },
  { name: 'question', value: 'TEXT', description: 'one sentence that a person can answer', commands: ['items add'] },
  {
    name: 'known',
    value: 'TEXT',
    description: 'what is already known',
    isRepeatable: true,
    commands: ['items add'],
  },
  { name: 'guess', value: 'TEXT', description: 'a guess, which artifacts show but never use', commands: ['items add'] },
  { name: 'issue', value: 'URL', description: 'the URL of an issue', commands: ['items add'] },
  {
    name: 'since',
    value: 'DATE',
    description: 'the date of the question, such as 2026-01-31',
    commands: ['items add'],
  },
  {
    name: 'unused',
    description: 'list only code that uses items that are no longer open; exit with 1 if there is any',
    commands: ['items uses'],
  },
  { name: 'yes', description: 'ask nothing, and accept every suggestion', commands: ['init'] },
  { name: 'in', value: 'DIR', description: 'the package of the workspace that the output is for', commands: ['init'] },
  {
    name: 'ci',
    value: ciSystems.join('|'),
    choices: ciSystems,
    description: 'the CI system that checks the output; by default, the one that the repository uses',
    commands: ['init'],
  },
  { name: 'help', description: 'print this help' },
  { name: 'version', description: 'print the version' },
];

function buildFlag(option: string, row: OptionRow): Flag {
  const { valueName, isRepeatable } = optionTypes[row.holds];
  const value = row.choices?.join('|') ?? valueName;
  const usual = describeDefault(row);
  return {
    name: getFlag(option),
    ...(value !== undefined && { value }),
    description: row.description,
    ...(usual !== undefined && { default: usual }),
    ...(isRepeatable && { isRepeatable }),
    ...(row.isForScaffold && { commands: ['scaffold'] }),
  };
}
