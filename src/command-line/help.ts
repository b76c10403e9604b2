import { emitters } from '../emitters/index.js';
import { flagTable } from './flag-table.js';

const width = 90;
const indent = 28;

/** Formats what `lacuna --help` prints. */
export function printHelp(): string {
  const flags = flagTable.map(({ name, value, command, description, default: fallback }) => {
    const text = `${command === undefined ? '' : `${command}: `}${description}${fallback === undefined ? '' : ` (${fallback})`}`;
    return formatRow(`--${name}${value === undefined ? '' : ` ${value}`}`, text);
  });
  const kinds = emitters.map(({ kind, description }) => formatRow(kind, description.replaceAll('`', '')));
  return `lacuna - generates types, a client, server stubs, validators and a reference from an
OpenAPI 3 description, and lists what the description does not show.

  lacuna generate [NAME…]    write the artifacts
  lacuna check [NAME…]       compare them with the description, write nothing
  lacuna scaffold [NAME…]    write a handler for each operation that has none yet, and follow
                             the names of those that were renamed

NAME is a description of the configuration; all of them by default.

${flags.join('\n')}

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
