import { ciSystems } from '../init/settings.js';
import { itemGroupings } from '../items/select-items.js';
import { getFlag, type OptionRow, optionTable } from '../options/option-table.js';
import type { CommandName } from './command-table.js';

/** The values of `--print`. */
export const printables = ['model', 'coverage', 'inputs', 'outputs'] as const;

/** A part of a run that `--print` prints. */
export type Printable = (typeof printables)[number];

/** The values of `--format`. The default is the first one, which is for people. */
export const formats = ['text', 'json', 'markdown', 'github', 'sarif'] as const;

/** The format of a report. */
export type Format = (typeof formats)[number];

/** A flag of the command line. */
export interface Flag {
  /** The name without `--`. */
  readonly name: string;
  /** The name of its value in the help. Absent for a flag without a value. */
  readonly value?: string;
  readonly description: string;
  readonly default?: string;
  readonly isRepeatable?: boolean;
  /**
   * The commands that have it; by default all. A command refuses a flag that has no effect there: for example, people
   * expect of `--dry-run` that nothing is written.
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
    description:
      'format of the report: text for people, or JSON, a comment, annotations of GitHub Actions, SARIF 2.1.0',
    default: formats[0],
  },
  { name: 'verbose', description: 'print every warning and note, with its place in the source' },
  {
    name: 'quiet',
    description: 'print only errors and differences; no warnings, no summary, no progress',
    commands: ['generate', 'check', 'fetch'],
  },
  {
    name: 'print',
    value: printables.join('|'),
    description:
      'write nothing; print the model as JSON, what became of each keyword of the description, or the paths of the files that the run reads or writes',
    commands: ['generate'],
  },
  ...options.filter(({ commands }) => commands !== undefined),
  {
    name: 'watch',
    description: 'generate again whenever a file of a description or the configuration changes',
    commands: ['generate'],
  },
  { name: 'check', description: 'compare with the recorded files, write nothing', commands: ['fetch'] },
  {
    name: 'dry-run',
    description: 'show what would change, write nothing',
    commands: ['init', 'scaffold', 'items add', 'items answer', 'items undo', 'items settle'],
  },
  {
    name: 'fail-on-tasks',
    description: 'exit with 1 if tasks remain that you must do by hand',
    commands: ['scaffold', 'items settle'],
  },
  {
    name: 'by',
    value: itemGroupings.join('|'),
    description: 'how items are grouped',
    default: itemGroupings[0],
    commands: ['items'],
  },
  {
    name: 'kind',
    value: 'KIND',
    description: 'only items of this kind; of an added item, its kind',
    commands: ['items', 'items add'],
  },
  { name: 'operation', value: 'ID', description: 'only items that affect this operation', commands: ['items'] },
  {
    name: 'owner',
    value: 'TEXT',
    description: 'only items of this owner; of an added item, who could answer',
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
    description: 'the description of the configuration that has the item, if there are several',
    commands: ['items show', 'items uses', 'items add', 'items answer', 'items undo', 'items settle'],
  },
  { name: 'name', value: 'NAME', description: 'the name of a parameter', commands: ['items answer'] },
  { name: 'values', value: 'LIST', description: 'all further values, with commas', commands: ['items answer'] },
  { name: 'status', value: 'CODE', description: 'the status code of a success', commands: ['items answer'] },
  { name: 'text', value: 'TEXT', description: 'the answer in words', commands: ['items answer'] },
  {
    name: 'file',
    value: 'FILE',
    description: 'YAML or JSON: a schema, properties, parameters, transitions, responses, headers or webhooks',
    commands: ['items answer'],
  },
  {
    name: 'complete',
    description: 'there is nothing beside what the description shows',
    commands: ['items answer'],
  },
  {
    name: 'source',
    value: 'TEXT',
    description: 'who answered, or where; of an added item, where the documentation stops',
    commands: ['items add', 'items answer'],
  },
  {
    name: 'at',
    value: 'PLACE',
    description: 'what an added item is about: an operationId, or a JSON pointer such as #/info',
    commands: ['items add'],
  },
  { name: 'question', value: 'TEXT', description: 'one sentence that a person can answer', commands: ['items add'] },
  {
    name: 'known',
    value: 'TEXT',
    description: 'what is known all the same',
    isRepeatable: true,
    commands: ['items add'],
  },
  { name: 'guess', value: 'TEXT', description: 'a guess, which is only shown', commands: ['items add'] },
  { name: 'issue', value: 'URL', description: 'the address of a ticket', commands: ['items add'] },
  { name: 'since', value: 'DATE', description: 'the date on which it was asked: 2026-01-31', commands: ['items add'] },
  { name: 'undo', description: "the same as 'items undo'", commands: ['items answer'] },
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
    description: 'where a job checks the output; by default as the repository shows',
    commands: ['init'],
  },
  { name: 'help', description: 'print this' },
  { name: 'version', description: 'print the version' },
];

function buildFlag(option: string, row: OptionRow): Flag {
  const value = formatValue(row);
  return {
    name: getFlag(option),
    ...(value !== undefined && { value }),
    description: row.description,
    ...(row.default !== undefined && { default: row.default }),
    ...(['files', 'emitters', 'numbers', 'selection', 'names'].includes(row.holds) && { isRepeatable: true }),
    ...(row.isForScaffold && { commands: ['scaffold'] }),
  };
}

function formatValue({ holds, choices = [] }: OptionRow): string | undefined {
  switch (holds) {
    case 'file':
    case 'files':
      return 'FILE';
    case 'emitters':
      return 'MODULE';
    case 'folder':
      return 'DIR';
    case 'kinds':
      return 'KIND,KIND';
    case 'choice':
      return choices.join('|');
    case 'selection':
      return 'NAME=LIST';
    case 'names':
      return 'ID=NAME';
    case 'ids':
      return 'ID,ID';
    case 'numbers':
      return 'NAME=NUMBER';
    case 'switch':
      return undefined;
  }
}
