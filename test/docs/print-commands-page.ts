import { type CommandName, commandNames, commandTable } from '../../src/command-line/command-table.js';
import { type Flag, flagTable } from '../../src/command-line/flag-table.js';
import { exitCodes, listFlags } from '../../src/command-line/help.js';

const shared = flagTable.filter(({ commands }) => commands === undefined);

/** Formats the page of all commands from their table. `npm run record` writes it. */
export function printCommandsPage(): string {
  const list = commandNames.map(
    (name) =>
      `| [\`lacuna ${name}\`](#lacuna-${name.replaceAll(' ', '-')}) | ${escapeCell(commandTable[name].description)} |`,
  );
  return `# Commands

\`npx lacuna --help\` prints all commands. \`npx lacuna COMMAND --help\` prints one command with examples.

| command | what it does |
| --- | --- |
${list.join('\n')}

An option that you omit comes from the [configuration](configuration.md) or, if there is none, from \`lacuna.json\` in the output folder; otherwise, the
default applies. A flag must not contradict what the configuration states about the output.

## Exit codes

| code | meaning |
| --- | --- |
${exitCodes.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n')}

${commandNames.map(printCommand).join('\n')}
## Flags of most commands

${printFlags(shared)}`;
}

function printCommand(name: CommandName): string {
  const { usage, description, examples, flags: own } = commandTable[name];
  const flags = own === undefined ? listFlags(name).filter(({ commands }) => commands !== undefined) : listFlags(name);
  const width = Math.max(...examples.map(([call]) => call.length));
  const calls = examples.map(([call, effect]) => `${call.padEnd(width)} # ${effect}`);
  const call = `npx lacuna ${name} ${usage}`.trim();
  return `## lacuna ${name}

\`${call}\`: ${escapeCell(description)}.

\`\`\`sh
${calls.join('\n')}
\`\`\`

${printFlags(flags)}${own === undefined ? `${flags.length > 0 ? '\n' : ''}Also [the flags of most commands](#flags-of-most-commands).\n` : ''}`;
}

function printFlags(flags: readonly Flag[]): string {
  if (flags.length === 0) return '';
  const rows = flags.map(
    ({ name, value, description, default: standard = '' }) =>
      `| \`--${name}${value === undefined ? '' : ` ${escapeCell(value)}`}\` | ${escapeCell(description)} | ${escapeCell(standard)} |`,
  );
  return `| flag | what it does | by default |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
