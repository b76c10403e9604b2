import type { Scaffold } from '../scaffold/scaffold-handlers.js';

/** Words what `scaffold` wrote, and what is left to do by hand. */
export function printScaffold({ files, kept, missing }: Scaffold, folder: string): string {
  const written = files.map(({ path }) => `  ${folder}/${path}   written\n`);
  const total = `  ${files.length} ${files.length === 1 ? 'file' : 'files'} written, ${kept} left as they are\n`;
  if (missing.length === 0) return `${written.join('')}${total}`;
  return `${written.join('')}${total}  to be added to ${folder}/index.ts, which is yours:\n\n${missing.join('\n')}\n`;
}
