import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { standardInput } from '../document/document.js';
import { type Format, formats, type Printable, printables } from './flag-table.js';
import { readChoice } from './read-options.js';

/** Reads `--watch`. Reports flags that cannot be used with it. */
export function readWatch(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): boolean {
  const isWatch = given.has('watch');
  const isPiped = given.get('spec')?.[0] === standardInput;
  const others = ['print', 'format'].filter((name) => given.has(name)).map((name) => `--${name}`);
  for (const other of [...others, ...(isPiped ? ['--spec -'] : [])])
    if (isWatch) diagnostics.report('flags-exclude', undefined, { flag: other, other: '--watch' });
  return isWatch;
}

/** Reads `--quiet`. Reports flags that ask for more output. */
export function readQuiet(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): boolean {
  const isQuiet = given.has('quiet');
  for (const other of ['verbose', 'print', 'format'])
    if (isQuiet && given.has(other))
      diagnostics.report('flags-exclude', undefined, { flag: '--quiet', other: `--${other}` });
  return isQuiet;
}

/** Reads `--print` and `--format`. Reports if both are used. */
export function readOutput(
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): { readonly print?: Printable; readonly format: Format } {
  const print = readChoice('print', printables, given, diagnostics);
  const format = readChoice('format', formats, given, diagnostics) ?? formats[0];
  if (print && format !== formats[0]) {
    diagnostics.report('flags-exclude', undefined, { flag: '--format', other: '--print' });
  }
  return print ? { print, format: formats[0] } : { format };
}
