import { emitters } from '../emitters/index.js';
import { type CommandName, commandNames, commandTable } from './command-table.js';
import { type Flag, flagTable } from './flag-table.js';

const width = 90;
const indent = 28;

/** Formats the output of `lacuna --help`; with a command, the output of `lacuna COMMAND --help`. */
export function printHelp(command?: CommandName): string {
  return command === undefined ? printOverview() : printCommand(command);
}

function printOverview(): string {
  const commands = commandNames.map((name) => {
    const { usage, description } = commandTable[name];
    return formatRow(`lacuna ${name} ${usage}`, description);
  });
  const kinds = emitters.map(({ kind, description }) => formatRow(kind, description.replaceAll('`', '')));
  return `lacuna - generates types, a client, server stubs, validators and a reference from an
OpenAPI 3 description, and lists what the description does not show.

${commands.join('\n')}

NAME is a description of the configuration; all of them by default.
'lacuna COMMAND --help' prints examples, and only the flags of that command.

${formatFlags(flagTable)}

kinds of artifacts:
${kinds.join('\n')}

Options that are left out are taken from the configuration or, if there is none, from
lacuna.json in the output folder, then from the defaults in brackets. A flag may not contradict
what the configuration states about the output.

exit codes: 0 clean; 1 check found a difference, or scaffold
left tasks (--fail-on-tasks); 2 the input or the command line is
wrong; 3 a bug in lacuna
`;
}

function printCommand(name: CommandName): string {
  const { usage, description, examples } = commandTable[name];
  const calls = examples.map(([call, effect]) => `  ${call}\n      ${effect}`);
  const flags = formatFlags(listFlags(name), false);
  return `lacuna ${name} ${usage} - ${description}\n\n${calls.join('\n')}\n\n${flags}\n`;
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
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && indent + last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  const isLong = head.length > indent - 4;
  const [first = '', ...rest] = isLong ? ['', ...lines] : lines;
  return [`  ${head.padEnd(isLong ? 0 : indent - 2)}${first}`, ...rest.map((line) => ' '.repeat(indent) + line)].join(
    '\n',
  );
}
