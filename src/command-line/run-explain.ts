import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { type Explanation, readExplanations } from '../files/package-files.js';
import type { CommandLine } from './parse-arguments.js';
import { exit, type Report } from './report.js';
import type { Terminal } from './terminal.js';

const meanings: { readonly [severity: string]: string } = {
  error: 'an error: lacuna stops and writes nothing',
  warning: "a warning: lacuna continues; '--strict' makes it an error",
  note: 'a note: it changes nothing',
};

/** Runs `explain`. Prints what codes of findings mean, each with an example. Without a code, lists all codes. */
export async function runExplain(
  { words }: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Report> {
  const explanations = new Map(Object.entries(readExplanations()));
  const codes = words.map((word) => word.toLowerCase());
  for (const code of codes) {
    const likely = findNearestName(code, explanations.keys());
    if (!explanations.has(code)) diagnostics.report('unknown-code', undefined, { code, likely });
  }
  diagnostics.stopOnErrors();
  const texts = codes.flatMap((code) => {
    const explanation = explanations.get(code);
    return explanation ? formatExplanation(code, explanation) : [];
  });
  const list = [...explanations].map(([code, { severity }]) => `  ${severity.padEnd(7)}  ${code}\n`);
  terminal.print(words.length === 0 ? list.join('') : texts.join('\n'));
  return { findings: [], exitCode: exit.clean };
}

function formatExplanation(code: string, { severity, finding, command, example }: Explanation): string {
  const indented = (text: string): string => text.trimEnd().replaceAll(/^(?=.)/gm, '  ');
  return [
    `${code} is ${meanings[severity] ?? severity}`,
    ...(command === undefined ? [] : [`\n  $ ${command}`]),
    `\n${indented(finding)}`,
    ...(example === undefined ? [] : [`\nin this example, ${example.path}:\n`, indented(example.text)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
