import { parseArgs } from 'node:util';
import { omitUndefined } from '../configuration/omit-undefined.js';
import type { ConfigurableOptions } from '../configuration/option-table.js';
import { findChoice, noFiles, readOptionFlags } from '../configuration/option-types.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { standardInput } from '../document/document.js';
import type { ModuleStyle } from '../emitters/reference/article/samples/typescript.js';
import { type CommandName, commandNames, commandTable, editCommands, findCommand } from './command-table.js';
import { type Format, flagTable, formats } from './flag-table.js';

/** The flags of a call, by their names without `--`. */
export class Flags {
  readonly #given = new Map<string, string[]>();

  /** Adds a flag; `value` is empty if it has none. */
  add(name: string, value: string): void {
    this.#given.set(name, [...(this.#given.get(name) ?? []), value]);
  }

  has(name: string): boolean {
    return this.#given.has(name);
  }

  /** Lists every flag with each of its values. */
  get list(): readonly (readonly [name: string, value: string])[] {
    return [...this.#given].flatMap(([name, values]) => values.map((value) => [name, value] as const));
  }

  /** Returns all values of a flag. */
  texts(name: string): readonly string[] | undefined {
    return this.#given.get(name);
  }

  text(name: string): string | undefined {
    return this.#given.get(name)?.[0];
  }

  /** Returns the value of a flag if it is one of `choices`. Any other value is reported already. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    return choices.find((choice) => choice === this.text(name));
  }
}

/** How the modules of a folder use the output. */
export interface FirstUse extends Omit<ModuleStyle, 'specify'> {
  /** The absolute path of the folder. */
  readonly folder: string;
}

export interface CommandLine {
  readonly command: CommandName | 'help' | 'version';
  /** The command whose help is printed. If it is absent, all commands are listed. */
  readonly topic?: CommandName;
  /** The names of descriptions in the configuration. If it is empty, all of them are used. */
  readonly names: readonly string[];
  /** The arguments of a command that does not take names of descriptions. */
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly options: ConfigurableOptions;
  readonly config?: string;
  /** How the project uses the output of its first run (`init`). */
  readonly use?: FirstUse;
  readonly format: Format;
  /** The overlay that is edited (`gaps answer`, `gaps add`). */
  readonly into?: string;
  /** The place of the new gap (`gaps add`). */
  readonly at?: string;
}

const flagTypes = Object.fromEntries(
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
    options: { ...flagTypes, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const flags = new Flags();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind === 'option') readFlag(token, flags, diagnostics);
  }
  const request = readCommand(words, flags, diagnostics);
  const { command } = request;
  const isAnswer = command === 'help' || command === 'version';
  if (!isAnswer) checkFlags(command, flags, diagnostics);
  const target = isAnswer ? { options: {} } : readTarget(command, flags, diagnostics);
  checkExclusions(flags, diagnostics);
  const format = (flags.has('print') ? undefined : flags.choice('format', formats)) ?? formats[0];
  return {
    ...request,
    ...target,
    flags,
    format,
    ...omitUndefined({ config: flags.text('config'), at: flags.text('at') }),
  };
}

function checkFlags(command: CommandName, flags: Flags, diagnostics: Diagnostics): void {
  for (const { name, commands = commandNames } of flagTable) {
    const where = commands.filter((one) => {
      const { flags: own } = commandTable[one];
      return own === undefined || Object.hasOwn(own, name);
    });
    if (flags.has(name) && !where.includes(command))
      diagnostics.report('flag-not-here', undefined, { flag: `--${name}`, where });
  }
}

/** A flag as it was written, such as `-h`. */
interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function readFlag({ name, rawName, value }: FlagToken, flags: Flags, diagnostics: Diagnostics): void {
  const flag = flagTable.find((known) => known.name === name);
  if (flag === undefined) {
    const names = flagTable.map((known) => known.name);
    const likely = findNearestName(name, names);
    diagnostics.report('unknown-flag', undefined, { flag: rawName, likely: likely && `--${likely}` });
  } else if (flag.value === undefined && value !== undefined) {
    diagnostics.report('unexpected-value', undefined, { flag: rawName });
  } else if (flag.value !== undefined && (value === undefined || value === '')) {
    const choices = flag.value.includes('|') ? flag.value.split('|') : flag.choices;
    diagnostics.report('missing-value', undefined, { flag: rawName, choices });
  } else if (flags.has(name) && !flag.isRepeatable) {
    diagnostics.report('repeated-flag', undefined, { flag: rawName });
  } else {
    if (flag.choices && value !== undefined) findChoice(name, value, flag.choices, diagnostics);
    flags.add(name, value ?? '');
  }
}

// Reads the options of a run. In a command that edits, the flag `--overlay` states the overlay to edit.
function readTarget(
  command: CommandName,
  flags: Flags,
  diagnostics: Diagnostics,
): Pick<CommandLine, 'options' | 'into'> {
  const { overlay, ...options } = readOptionFlags((flag) => flags.texts(flag), diagnostics);
  if (!editCommands.has(command) || overlay === undefined)
    return { options: { ...options, ...(overlay !== undefined && { overlay }) } };
  const [into = noFiles, ...others] = [overlay].flat();
  if (others.length > 0) diagnostics.report('repeated-flag', undefined, { flag: '--overlay' });
  return { options, into };
}

const answerFlagNames = ['name', 'values', 'status', 'text', 'replace', 'file', 'complete', 'source'];

function checkExclusions(flags: Flags, diagnostics: Diagnostics): void {
  const isPiped = flags.text('spec') === standardInput;
  const outputs = ['print', 'format'].filter((name) => flags.has(name)).map((name) => `--${name}`);
  const pairs = [
    ...[...(flags.has('verbose') ? ['--verbose'] : []), ...outputs].map((other) => ['--quiet', other] as const),
    ...(flags.has('print') && flags.text('format') !== formats[0] ? [['--format', '--print'] as const] : []),
    ...(flags.has('from') ? answerFlagNames.map((name) => [`--${name}`, '--from'] as const) : []),
    ...[...outputs, ...(isPiped ? ['--spec -'] : [])].map((other) => [other, '--watch'] as const),
  ];
  for (const [flag, other] of pairs) {
    const isGiven = [flag, other].every((one) => flags.has(one.replace(/^--| -$/g, '')));
    if (isGiven) diagnostics.report('flags-exclude', undefined, { flag, other });
  }
}

type Request = Pick<CommandLine, 'command' | 'topic' | 'names' | 'words'>;

function readCommand(words: readonly string[], flags: Flags, diagnostics: Diagnostics): Request {
  const none = { names: [], words: [] };
  if (flags.has('version')) return { command: 'version', ...none };
  // `help generate` prints the same as `generate --help`.
  const asksForHelp = flags.has('help') || words.length === 0 || words[0] === 'help';
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
