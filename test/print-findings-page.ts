import type { Explanation } from '../src/files/package-files.js';

const fence = (text: string, language: string): string =>
  `\`\`\`\`${language}\n${text.trimEnd().replaceAll(/[ \t]+$/gm, '')}\n\`\`\`\`\n`;

/** Formats the page of all findings. `npm run record` writes it. */
export function printFindingsPage(explanations: { readonly [code: string]: Explanation }): string {
  const sections = Object.entries(explanations).map(([code, { severity, finding, command, example }]) => {
    const shown = `${command === undefined ? '' : `$ ${command}\n\n`}${finding}`;
    const file = example && `\n${fence(example.text, /\.json$/.test(example.path) ? 'json' : 'yaml')}`;
    return `## ${code}\n\n${severity}\n\n${fence(shown, 'text')}${file ?? ''}`;
  });
  return `# Findings

\`lacuna\` prints a finding as \`FILE:LINE:COLUMN: SEVERITY CODE: MESSAGE\`, with a hint if there is one. An **error** stops the run, and nothing is written. After a
**warning**, the run continues; \`--strict\` makes it an error. A **note** changes nothing. \`lacuna explain CODE\` prints the same as this page.

${sections.join('\n')}`;
}
