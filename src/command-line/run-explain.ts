import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { wrapText } from '../diagnostics/show-text.js';
import { type Explanation, readExplanations } from '../files/package-files.js';
import type { CommandLine } from './parse-arguments.js';
import { exit, type Report } from './report.js';
import type { Terminal } from './terminal.js';

const meanings: { readonly [severity: string]: string } = {
  error: 'an error: lacuna stops and writes nothing',
  warning: "a warning: lacuna continues; '--strict' makes it an error",
  note: 'a note: it changes nothing',
};

/** Runs `explain`. Prints what codes of findings mean and what to do, each with an example. Without a code, lists all codes. */
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

/** What to do about a finding without a hint, by its severity. */
const remedies: { readonly [severity: string]: string } = {
  error: 'correct the place that the finding names',
  warning: 'correct the description, unless this is what it means',
  note: 'nothing; it is information',
};

// The files of an example are not indented, so that they can be pasted.
function formatExplanation(code: string, { severity, finding, command, files }: Explanation): string {
  // A printed message or hint continues on lines with four spaces.
  const [head = '', ...rest] = finding.replaceAll(/\n {4}(?=[^ |])/g, ' ').split('\n');
  const message = head.slice(head.indexOf(` ${code}: `) + code.length + 3);
  const hint = rest.find((line) => line.startsWith('  hint: '))?.slice(8);
  const call = command ?? (files.length > 0 ? 'lacuna generate --spec spec.yaml --out out' : undefined);
  return [
    `${code} is ${meanings[severity] ?? severity}`,
    `\n  message: ${wrapText(message, 11)}\n  remedy:  ${wrapText(hint ?? remedies[severity] ?? '', 11)}`,
    ...files.map(({ path, text }) => `\n${path === files[0]?.path ? 'example, ' : ''}${path}:\n\n${text.trimEnd()}`),
    `\n${call === undefined ? '' : `$ ${call}\n`}${finding.trimEnd()}`,
  ]
    .map((part) => `${part}\n`)
    .join('');
}
