import { wrapText } from '../diagnostics/show-text.js';
import { emitters } from '../emitters/index.js';
import { type CommandName, commandNames, commandTable } from './command-table.js';
import { type Flag, flagTable } from './flag-table.js';

const width = 90;
const indent = 28;

/** What each exit code means. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'success'],
  [
    1,
    '`check` found a difference, `fetch --check` found a changed description, `gaps uses --unused` found code, or `--fail-on-tasks` found tasks',
  ],
  [
    2,
    'an error in the description, the configuration or the command line; also more gaps than `--max-gaps` or `--agreed-gaps` allow, and code that `--check-code` reports',
  ],
  [3, 'a bug in lacuna'],
];

/** Formats the output of `lacuna --help`; with a command, the output of `lacuna COMMAND --help`. */
export function printHelp(command?: CommandName): string {
  return command === undefined ? printOverview() : printCommand(command);
}

/**
 * Formats what `lacuna` without a command prints: the commands, the first part of each description, and what to do next.
 * It fits on a screen of 24 lines with 80 columns.
 */
export function printStart(): string {
  const rows = commandNames.flatMap((name) => {
    const parts = commandNames.flatMap((other) => (other.startsWith(`${name} `) ? other.slice(name.length + 1) : []));
    const [summary = ''] = commandTable[name].description.split(/[:,;]/);
    const more = parts.length === 0 ? '' : `  lacuna ${name} ${parts.join('|')}\n`;
    return name.includes(' ') ? [] : [`  lacuna ${name.padEnd(10)} ${summary}\n${more}`];
  });
  return `lacuna generates types, a client, server stubs, validators and a reference from
an OpenAPI 3 description, and lists what the description does not show.

${rows.join('')}
To begin, set up a project, or generate without a configuration:
  lacuna init
  lacuna generate --spec openapi.yaml --out src/api

'lacuna COMMAND --help' prints examples and the flags of a command.
'lacuna --help' prints everything.
`;
}

function printOverview(): string {
  const commands = commandNames.map((name) => {
    const { usage, description } = commandTable[name];
    return formatRow(`lacuna ${name} ${usage}`, description);
  });
  const kinds = emitters.map(({ kind, description }) => formatRow(kind, description.replaceAll('`', '')));
  const codes = exitCodes.map(([code, meaning]) => formatRow(String(code), meaning.replaceAll('`', '')));
  return `lacuna - generates types, a client, server stubs, validators and a reference from an
OpenAPI 3 description, and lists what the description does not show.

${commands.join('\n')}

NAME is the name of a description in the configuration; by default, all of them.
'lacuna COMMAND --help' prints examples and only the flags of that command.

${formatFlags(flagTable)}

kinds of artifacts:
${kinds.join('\n')}

An option that you omit comes from the configuration or, if there is none, from lacuna.json
in the output folder; otherwise, the default in parentheses applies. A flag must not
contradict what the configuration states about the output.

exit codes:
${codes.join('\n')}
`;
}

function printCommand(name: CommandName): string {
  const { usage, description, examples } = commandTable[name];
  const calls = examples.map(([call, effect]) => `  ${call}\n      ${effect}`);
  const parts = commandNames.filter((other) => other.startsWith(`${name} `));
  const rows = parts.map((other) =>
    formatRow(`lacuna ${other} ${commandTable[other].usage}`, commandTable[other].description),
  );
  const flags = listFlags(name);
  const [own, shared] = [true, false].map((isOwn) =>
    formatFlags(
      flags.filter(({ commands }) => (commands !== undefined) === isOwn),
      false,
    ),
  );
  return `${[`${`lacuna ${name} ${usage}`.trim()} - ${description}`, calls.join('\n'), rows.join('\n'), own, shared]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** Lists the flags of a command, each with its description for this command. */
export function listFlags(name: CommandName): readonly Flag[] {
  const { flags: own } = commandTable[name];
  return flagTable
    .filter(({ commands }) => commands === undefined || commands.includes(name))
    .filter((flag) => own === undefined || Object.hasOwn(own, flag.name))
    .map((flag) => describeFor(flag, own?.[flag.name]));
}

function describeFor(flag: Flag, description: string | undefined): Flag {
  if (description === undefined) return flag;
  const { default: _, ...others } = flag;
  return { ...others, value: 'FILE', description };
}

function formatFlags(flags: readonly Flag[], namesCommand = true): string {
  return flags
    .map(({ name, value, commands, description, default: fallback }) => {
      const command = commands === undefined || !namesCommand ? '' : `${commands.join(', ')}: `;
      const text = `${command}${description}${fallback === undefined ? '' : ` (${fallback})`}`;
      return formatRow(`--${name}${value === undefined ? '' : ` ${value}`}`, text);
    })
    .join('\n');
}

function formatRow(head: string, text: string): string {
  const isLong = head.length > indent - 4;
  const start = isLong ? `  ${head}\n${' '.repeat(indent)}` : `  ${head.padEnd(indent - 2)}`;
  return `${start}${wrapText(text, indent, indent, width)}`;
}
