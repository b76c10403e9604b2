import { readFileSync } from 'node:fs';

/**
 * Reads a list that is in the folder of a test (its `import.meta.url`). It has one entry per line. Every entry has a
 * reason: a comment (`#`) above it, which applies up to the next empty line or comment.
 */
export function readList(name: string, beside: string): Set<string> {
  const lines = readFileSync(new URL(name, beside), 'utf8').split('\n');
  const isEntry = (line: string | undefined): boolean => line !== undefined && line !== '' && !line.startsWith('#');
  const without = lines.filter(
    (line, index) => isEntry(line) && !(lines[index - 1]?.startsWith('#') || isEntry(lines[index - 1])),
  );
  if (without.length > 0) throw new Error(`${name}: no reason stands above '${without[0]}'`);
  return new Set(lines.filter(isEntry));
}
