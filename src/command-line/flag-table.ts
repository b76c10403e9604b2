import { getFlag, type OptionRow, optionTable } from '../configuration/option-table.js';
import { describeDefault, optionTypes } from '../configuration/option-types.js';
import { gapKinds } from '../model/element.js';
import type { CommandName } from './command-table.js';

/** The values of `--print`. */
export const printables = ['model', 'inputs', 'outputs'] as const;

export type Printable = (typeof printables)[number];

/** The values of `--by`. The first one is the default. */
export const gapGroupings = ['kind', 'operation', 'owner'] as const;

export type GapGrouping = (typeof gapGroupings)[number];

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
    commands: ['init', 'scaffold', 'gaps add', 'gaps amend', 'gaps answer', 'gaps settle'],
  },
  {
    name: 'fail-on-tasks',
    description: 'exit with 1 if tasks remain that you must do by hand',
    commands: ['scaffold', 'gaps settle'],
  },
  {
    name: 'by',
    value: gapGroupings.join('|'),
    choices: gapGroupings,
    description: 'how to group gaps',
    default: gapGroupings[0],
    commands: ['gaps'],
  },
  {
    name: 'kind',
    value: 'KIND',
    choices: gapKinds,
    description: 'only gaps of this kind; with gaps add, the kind of the new gap',
    commands: ['gaps', 'gaps add'],
  },
  { name: 'operation', value: 'ID', description: 'only gaps that affect this operation', commands: ['gaps'] },
  {
    name: 'owner',
    value: 'TEXT',
    description: 'only gaps of this owner; with gaps add and amend, who could answer the question',
    commands: ['gaps', 'gaps add', 'gaps amend'],
  },
  {
    name: 'message',
    description: "print the questions as a message to the API's owner",
    commands: ['gaps'],
  },
  {
    name: 'description',
    value: 'NAME',
    description: 'the name of the description, if the configuration has several',
    commands: ['gaps show', 'gaps uses', 'gaps add', 'gaps amend', 'gaps answer', 'gaps settle'],
  },
  { name: 'name', value: 'NAME', description: 'the name of a parameter', commands: ['gaps answer'] },
  { name: 'values', value: 'LIST', description: 'all missing values, separated by commas', commands: ['gaps answer'] },
  {
    name: 'status',
    value: 'CODE',
    description: 'the status code of the successful response',
    commands: ['gaps answer'],
  },
  { name: 'text', value: 'TEXT', description: 'the answer as text', commands: ['gaps answer'] },
  {
    name: 'replace',
    description: 'replace the text of the object by --text, instead of adding to it',
    commands: ['gaps answer'],
  },
  {
    name: 'file',
    value: 'FILE',
    description:
      'a YAML or JSON file with a schema, properties, a list of properties that can be absent, parameters, transitions, responses, headers or webhooks',
    commands: ['gaps answer'],
  },
  {
    name: 'from',
    value: 'FILE',
    description: 'a YAML, JSON or CSV file with several answers, each with the id of its gap',
    commands: ['gaps answer'],
  },
  {
    name: 'complete',
    description: 'answer that the description already shows everything',
    commands: ['gaps answer'],
  },
  {
    name: 'source',
    value: 'TEXT',
    description:
      'who answered, or where; with gaps add and amend, the part of the documentation that leaves the question open',
    commands: ['gaps add', 'gaps amend', 'gaps answer'],
  },
  {
    name: 'at',
    value: 'PLACE',
    description:
      'what the new gap is about: an operationId, a place in it such as listPets/parameters/limit, or a JSON pointer such as #/info',
    commands: ['gaps add'],
  },
  {
    name: 'question',
    value: 'TEXT',
    description: 'one sentence that a person can answer',
    commands: ['gaps add', 'gaps amend'],
  },
  {
    name: 'known',
    value: 'TEXT',
    description: 'what is already known',
    isRepeatable: true,
    commands: ['gaps add', 'gaps amend'],
  },
  {
    name: 'guess',
    value: 'TEXT',
    description: 'a guess, which artifacts show but never use',
    commands: ['gaps add', 'gaps amend'],
  },
  { name: 'issue', value: 'URL', description: 'the URL of an issue', commands: ['gaps add', 'gaps amend'] },
  {
    name: 'since',
    value: 'DATE',
    description: 'the date of the question, such as 2026-01-31; with gaps add, today if you omit it',
    commands: ['gaps add', 'gaps amend'],
  },
  {
    name: 'unused',
    description: 'list only code that uses gaps that are no longer open; exit with 1 if there is any',
    commands: ['gaps uses'],
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
