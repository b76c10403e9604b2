import type { Explanation } from '../src/files/package-files.js';

const fence = (text: string, language: string): string =>
  `\`\`\`\`${language}\n${text.trimEnd().replaceAll(/[ \t]+$/gm, '')}\n\`\`\`\`\n`;

/** Formats the page of all findings. `npm run record` writes it. */
export function printFindingsPage(explanations: { readonly [code: string]: Explanation }): string {
  const sections = Object.entries(explanations).map(([code, { severity, finding, command, files }]) => {
    const shown = `${command === undefined ? '' : `$ ${command}\n\n`}${finding}`;
    const texts = files.map(({ path, text }) => {
      const language = /\.(json|yaml|ts|js|md)$/.exec(path)?.[1] ?? 'text';
      return `\n\`${path}\`:\n\n${fence(text, language)}`;
    });
    return `## ${code}\n\n${severity}\n\n${fence(shown, 'text')}${texts.join('')}`;
  });
  return `# Findings

\`lacuna\` prints a finding as \`FILE:LINE:COLUMN: SEVERITY CODE: MESSAGE\`, with a hint if there is one. An **error** stops the run, and nothing is written. After a
**warning**, the run continues; \`--strict\` makes it an error. A **note** changes nothing. \`lacuna explain CODE\` prints the same as this page.

${sections.join('\n')}`;
}
