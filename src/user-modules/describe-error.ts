import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A place in a module. Line and column begin at 1. */
interface ThrowPlace {
  readonly path: string;
  readonly position: { readonly line: number; readonly column: number };
}

/** Finds where a module threw an error: the innermost place of the stack that is in one of `files`. */
export function locateThrown(error: unknown, files: readonly string[]): ThrowPlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const lines = stack.split('\n');
  for (const line of lines) {
    for (const path of files) {
      const place = locateInLine(line, path);
      if (place) return place;
    }
  }
  return undefined;
}

function locateInLine(text: string, path: string): ThrowPlace | undefined {
  const [, after] = text.split(basename(path));
  const [, line, column = 1] = after?.match(/^(?:\?[^:]*)?:(\d+)(?::(\d+))?/) ?? [];
  if (line === undefined || !existsSync(path)) return undefined;
  const position = { line: Number(line), column: Math.max(1, Number(column)) };
  // The stack can contain a place in the translated file, which may not exist in the written one.
  const written = readFileSync(path, 'utf8').split('\n')[position.line - 1];
  return position.column <= (written?.length ?? -1) + 1 ? { path, position } : undefined;
}
