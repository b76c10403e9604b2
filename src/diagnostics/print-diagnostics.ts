import type { Diagnostic } from './diagnostic.js';

/** What printing needs from outside. */
export interface PrintOptions {
  /** Gives the bytes of a file (`Origin.file`), `undefined` where they cannot be had. */
  readonly readText: (file: string) => Uint8Array | undefined;
  /** Words a file for the reader, usually relative to the current folder. */
  readonly showPath: (file: string) => string;
  readonly colours: boolean;
}

/** Words findings for people, sorted by file and line, repeated ones grouped; ends in a line break unless empty. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], options: PrintOptions): string {
  return diagnostics.map((diagnostic) => `${diagnostic.message} ${options.colours}\n`).join('');
}
