import { parseArgs } from 'node:util';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { type CiSystem, ciSystems } from '../init/settings.js';
import { omitUndefined } from '../options/omit-undefined.js';
import type { ConfigurableOptions } from '../options/options.js';
import { type CommandName, commandNames, commandTable, findCommand } from './command-table.js';
import { type Format, flagTable, type Printable } from './flag-table.js';
import {
  type ItemListing,
  readListing,
  readStatedAnswer,
  readStatedItem,
  readTarget,
  type StatedAnswer,
  type StatedItem,
} from './read-item-flags.js';
import { readChoice } from './read-options.js';
import { readOutput, readQuiet, readWatch } from './read-output.js';

/** The command and its options. */
export interface CommandLine {
  readonly command: CommandName | 'help' | 'version';
  /** The command whose help is printed. If it is absent, all commands are listed. */
  readonly topic?: CommandName;
  /** The names of descriptions in the configuration. If it is empty, all of them are used. */
  readonly names: readonly string[];
  /** The arguments of a command that does not take names of descriptions. */
  readonly words: readonly string[];
  /** The name of a description, for a command that does not take names of descriptions. */
  readonly description?: string;
  /** The path of the configuration file. */
  readonly config?: string;
  readonly options: ConfigurableOptions;
  /** Whether to print every warning and note with its place in the source. */
  readonly isVerbose: boolean;
  /** Whether to print only errors and differences. */
  readonly isQuiet: boolean;
  /** What to print in place of writing. */
  readonly print?: Printable;
  /** The format of the report. */
  readonly format: Format;
  /** Whether to generate again after every change (`generate`). */
  readonly isWatch: boolean;
  /** Whether to compare and write nothing (`fetch`). */
  readonly isCheck: boolean;
  /** Whether to write nothing (`scaffold`). */
  readonly dryRun: boolean;
  /** Whether to exit with 1 if tasks remain (`scaffold`). */
  readonly failsOnTasks: boolean;
  /** Whether to list only uses of items that are no longer open (`items uses`). */
  readonly isUnused: boolean;
  /** The overlay that is edited (`items answer`, `items add`). */
  readonly into?: string;
  /** The answer to an item (`items answer`). */
  readonly answer: StatedAnswer;
  /** The fields of the new item, as flags state them (`items add`). */
  readonly added: StatedItem;
  /** Which items `items` lists, and in which form. */
  readonly listing: ItemListing;
  /** Whether to ask nothing (`init`). */
  readonly isYes: boolean;
  /** The package of a workspace (`init`). */
  readonly inside?: string;
  /** The system whose job checks the output (`init`). */
  readonly ci?: CiSystem;
}

const flags = Object.fromEntries(
  flagTable.map(({ name, value }) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]),
);

/**
 * Parses the arguments after the program's name. Reports all mistakes. If there are any, the result must not be used.
 */
export function parseArguments(argv: readonly string[], diagnostics: Diagnostics): CommandLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...flags, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind === 'option') readFlag(token, given, diagnostics);
  }
  const request = readCommand(words, given, diagnostics);
  const { command } = request;
  const isAnswer = command === 'help' || command === 'version';
  if (!isAnswer) checkFlags(command, given, diagnostics);
  const [[config], [description]] = [given.get('config') ?? [], given.get('description') ?? []];
  return {
    ...request,
    ...omitUndefined({ config, description }),
    ...(isAnswer ? { options: {} } : readTarget(command, given, diagnostics)),
    isVerbose: given.has('verbose'),
    isQuiet: readQuiet(given, diagnostics),
    ...readOutput(given, diagnostics),
    isWatch: readWatch(given, diagnostics),
    isCheck: given.has('check'),
    dryRun: given.has('dry-run'),
    failsOnTasks: given.has('fail-on-tasks'),
    isUnused: given.has('unused'),
    answer: readStatedAnswer(given),
    added: readStatedItem(given, diagnostics),
    listing: readListing(given, diagnostics),
    isYes: given.has('yes'),
    ...omitUndefined({ inside: given.get('in')?.[0], ci: readChoice('ci', ciSystems, given, diagnostics) }),
  };
}

function checkFlags(command: CommandName, given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): void {
  for (const { name, commands = commandNames } of flagTable) {
    const where = commands.filter((one) => {
      const { flags: own } = commandTable[one];
      return own === undefined || Object.hasOwn(own, name);
    });
    if (given.has(name) && !where.includes(command))
      diagnostics.report('flag-not-here', undefined, { flag: `--${name}`, where });
  }
}

/** A flag as it was written, such as `-h`. */
interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function readFlag({ name, rawName, value }: FlagToken, given: Map<string, string[]>, diagnostics: Diagnostics): void {
  const flag = flagTable.find((known) => known.name === name);
  if (flag === undefined) {
    const names = flagTable.map((known) => known.name);
    const likely = findNearestName(name, names);
    diagnostics.report('unknown-flag', undefined, { flag: rawName, likely: likely && `--${likely}` });
  } else if (flag.value === undefined && value !== undefined) {
    diagnostics.report('unexpected-value', undefined, { flag: rawName });
  } else if (flag.value !== undefined && (value === undefined || value === '')) {
    diagnostics.report('missing-value', undefined, { flag: rawName });
  } else if (given.has(name) && !flag.isRepeatable) {
    diagnostics.report('repeated-flag', undefined, { flag: rawName });
  } else {
    given.set(name, [...(given.get(name) ?? []), value ?? '']);
  }
}

type Request = Pick<CommandLine, 'command' | 'topic' | 'names' | 'words'>;

function readCommand(
  words: readonly string[],
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): Request {
  const none = { names: [], words: [] };
  if (given.has('version')) return { command: 'version', ...none };
  // `help generate` prints the same as `generate --help`.
  const asksForHelp = given.has('help') || words.length === 0 || words[0] === 'help';
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const [word] = asked;
  if (word === undefined || word === 'help') return { command: 'help', ...none };
  const found = findCommand(asked);
  if (found === undefined) {
    const likely = findNearestName(word, commandNames);
    diagnostics.report('unknown-command', undefined, { command: word, likely });
    return { command: 'help', ...none };
  }
  const { name, rest } = found;
  if (asksForHelp) return { command: 'help', topic: name, ...none };
  return {
    command: name,
    ...none,
    ...(commandTable[name].takes === 'descriptions' ? { names: rest } : { words: rest }),
  };
}
