import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { listMissingImports } from './list-module-files.js';

/** A place in a module. Line and column begin at 1. */
export interface ThrowPlace {
  readonly path: string;
  readonly position: { readonly line: number; readonly column: number };
}

/**
 * Finds where a module threw an error, or why it does not run: the innermost place of the stack that is in one of
 * `files`, a mistake in the syntax of one, or the import of a file that does not exist.
 */
export function locateThrown(error: unknown, files: readonly string[]): ThrowPlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const thrown = locateInStack(stack, files);
  if (thrown) return thrown;
  return error instanceof SyntaxError ? locateSyntaxError(files) : locateMissingImport(files);
}

function locateInStack(stack: string, files: readonly string[]): ThrowPlace | undefined {
  for (const line of stack.split('\n')) {
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

// The stack of a syntax error in a module does not contain its place. `node --check` prints it, but it reads only
// JavaScript.
function locateSyntaxError(files: readonly string[]): ThrowPlace | undefined {
  for (const path of files.filter((file) => /\.[cm]?js$/.test(file))) {
    const type = path.endsWith('.cjs') ? 'commonjs' : 'module';
    const options = { input: readFileSync(path), encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '--check'], options);
    const place = status === 0 ? undefined : locateInStack(stderr.replace('[stdin]', path), [path]);
    if (place) return place;
  }
  return undefined;
}

function locateMissingImport(files: readonly string[]): ThrowPlace | undefined {
  for (const path of files) {
    const [missing] = listMissingImports(path);
    if (missing === undefined) continue;
    const [before = ''] = readFileSync(path, 'utf8').split(missing);
    const lines = before.split('\n');
    return { path, position: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } };
  }
  return undefined;
}
