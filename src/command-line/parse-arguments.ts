import { parseArgs } from 'node:util';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { nearestName } from '../diagnostics/nearest-name.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import type { ScaffoldOptions } from '../index.js';
import type { ArtifactKind } from '../model/artifact.js';
import { artifactKinds, type GenerateOptions } from '../options.js';
import { groupings } from '../scaffold/record.js';

/** The command and its options. */
interface CommandLine {
  readonly command: 'generate' | 'check' | 'scaffold' | 'help' | 'version';
  readonly options: GenerateOptions;
  /** Prints every warning and note, with its place in the source. */
  readonly isVerbose?: boolean;
  /** Prints this and writes nothing. */
  readonly print?: Printable;
  /** The options of `scaffold` alone. */
  readonly scaffold: Pick<ScaffoldOptions, 'handlers' | 'per' | 'dryRun'> & { readonly failOnTasks?: boolean };
}

/** What `--print` can print. */
type Printable = (typeof printables)[number];

const printables = ['model', 'coverage'] as const;
const commands = ['generate', 'check', 'scaffold'] as const;
const extensions = ['js', 'ts'] as const;
const dateTypes = ['string', 'Date'] as const;
const int64Types = ['number', 'bigint'] as const;

const flags = {
  spec: { type: 'string' },
  out: { type: 'string' },
  only: { type: 'string' },
  print: { type: 'string' },
  'import-extension': { type: 'string' },
  dates: { type: 'string' },
  int64: { type: 'string' },
  root: { type: 'string' },
  previous: { type: 'string' },
  limit: { type: 'string', multiple: true },
  strict: { type: 'boolean' },
  verify: { type: 'boolean' },
  verbose: { type: 'boolean' },
  handlers: { type: 'string' },
  per: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'fail-on-tasks': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

// A flag without effect is refused: after `--dry-run`, people expect that nothing is written.
const ownFlags: { readonly [flag: string]: CommandLine['command'] } = {
  handlers: 'scaffold',
  per: 'scaffold',
  'dry-run': 'scaffold',
  'fail-on-tasks': 'scaffold',
  print: 'generate',
};

/** Reads the arguments after the program's name. Reports all mistakes; if there are any, the result is of no use. */
export function parseArguments(argv: readonly string[], diagnostics: Diagnostics): CommandLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: flags,
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
  if (given.has('help')) return { command: 'help', options: {}, scaffold: {} };
  if (given.has('version')) return { command: 'version', options: {}, scaffold: {} };
  const command = readCommand(words, diagnostics);
  for (const [flag, where] of Object.entries(ownFlags)) {
    if (given.has(flag) && command !== where)
      diagnostics.report('flag-not-here', undefined, { flag: `--${flag}`, where });
  }
  const print = readChoice('print', printables, given, diagnostics);
  const scaffold = readScaffold(given, diagnostics);
  const isVerbose = given.has('verbose');
  return { command, options: readOptions(given, diagnostics), isVerbose, ...(print && { print }), scaffold };
}

function readScaffold(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): CommandLine['scaffold'] {
  const [handlers] = given.get('handlers') ?? [];
  const per = readChoice('per', groupings, given, diagnostics);
  return {
    ...(handlers && { handlers }),
    ...(per && { per }),
    ...(given.has('dry-run') && { dryRun: true }),
    ...(given.has('fail-on-tasks') && { failOnTasks: true }),
  };
}

/** A flag as it was written, such as `-h`. */
interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function readFlag({ name, rawName, value }: FlagToken, given: Map<string, string[]>, diagnostics: Diagnostics): void {
  const flag = Object.entries(flags).find(([known]) => known === name)?.[1];
  if (flag === undefined) {
    const likely = nearestName(name, Object.keys(flags));
    diagnostics.report('unknown-flag', undefined, { flag: rawName, likely: likely && `--${likely}` });
  } else if (flag.type === 'boolean' && value !== undefined) {
    diagnostics.report('unexpected-value', undefined, { flag: rawName });
  } else if (flag.type === 'string' && (value === undefined || value === '')) {
    diagnostics.report('missing-value', undefined, { flag: rawName });
  } else if (given.has(name) && !('multiple' in flag)) {
    diagnostics.report('repeated-flag', undefined, { flag: rawName });
  } else {
    given.set(name, [...(given.get(name) ?? []), value ?? '']);
  }
}

function readCommand(words: readonly string[], diagnostics: Diagnostics): CommandLine['command'] {
  const [word, ...rest] = words;
  if (word === undefined) return 'help';
  // `help generate` prints the same as `generate --help`.
  if (word === 'help' && rest.length > 0) {
    readCommand(rest, diagnostics);
    return 'help';
  }
  for (const argument of rest) diagnostics.report('unexpected-argument', undefined, { argument });
  if (word === 'help') return 'help';
  const command = commands.find((known) => known === word);
  if (command === undefined) {
    diagnostics.report('unknown-command', undefined, { command: word, likely: nearestName(word, commands) });
  }
  return command ?? 'help';
}

function readOptions(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): GenerateOptions {
  const [spec, out, root, previous] = ['spec', 'out', 'root', 'previous'].map((name) => given.get(name)?.[0]);
  const only = readKinds(given.get('only')?.[0], diagnostics);
  const importExtension = readChoice('import-extension', extensions, given, diagnostics);
  const dates = readChoice('dates', dateTypes, given, diagnostics);
  const int64 = readChoice('int64', int64Types, given, diagnostics);
  const limits = readLimits(given.get('limit') ?? [], diagnostics);
  return {
    ...(spec && { spec }),
    ...(out && { out }),
    ...(root && { root }),
    ...(previous && { previous }),
    ...(only && { only }),
    ...(importExtension && { importExtension }),
    ...(dates && { dates }),
    ...(int64 && { int64 }),
    ...(limits && { limits }),
    ...(given.has('strict') && { strict: true }),
    ...(given.has('verify') && { verify: true }),
  };
}

function readKinds(list: string | undefined, diagnostics: Diagnostics): ArtifactKind[] | undefined {
  return list?.split(',').flatMap((value) => findChoice('only', value.trim(), artifactKinds, diagnostics) ?? []);
}

function readChoice<T extends string>(
  flag: string,
  choices: readonly T[],
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): T | undefined {
  const value = given.get(flag)?.[0];
  return value === undefined ? undefined : findChoice(flag, value, choices, diagnostics);
}

function findChoice<T extends string>(
  flag: string,
  value: string,
  choices: readonly T[],
  diagnostics: Diagnostics,
): T | undefined {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) {
    const likely = nearestName(value, choices);
    diagnostics.report('unknown-choice', undefined, { flag: `--${flag}`, value, choices, likely });
  }
  return choice;
}

function readLimits(list: readonly string[], diagnostics: Diagnostics): Partial<Limits> | undefined {
  if (list.length === 0) return undefined;
  const limits: Record<string, number> = {};
  for (const value of list) {
    const [, name = '', number = ''] = /^([A-Za-z]+)=([0-9]{1,15})$/.exec(value) ?? [];
    if (Object.hasOwn(defaultLimits, name)) limits[name] = Number(number);
    else diagnostics.report('bad-limit', undefined, { value, names: Object.keys(defaultLimits) });
  }
  return limits;
}
