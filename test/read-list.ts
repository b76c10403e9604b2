import { readFileSync } from 'node:fs';

/** Reads a list that stands beside a test (its `import.meta.url`): one entry a line, `#` before remarks. */
export function readList(name: string, beside: string): Set<string> {
  const lines = readFileSync(new URL(name, beside), 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}
