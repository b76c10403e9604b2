import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jsTokens from 'js-tokens';

// Marks where a comment was. No module contains this character.
const removed = '\0';

/**
 * Removes the comments of the compiled modules in a folder. They are a seventh of the bytes. Declarations keep theirs,
 * because editors show them. So does the practice API, because people read it.
 */
export function removeComments(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js') || name.startsWith('practice-api')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const short = omitComments(text);
    if (short !== text) writeFileSync(join(folder, name), short);
  }
}

/** Returns the text of a module without comments, and without the lines that are blank then. */
export function omitComments(text: string): string {
  return Array.from(jsTokens(text), ({ type, value }) =>
    type.endsWith('Comment') && !value.startsWith('#!') ? removed : value,
  )
    .join('')
    .replace(/^[ \t]*\0[\0 \t]*\n/gm, '')
    .replace(/[ \t]*\0/g, '');
}
