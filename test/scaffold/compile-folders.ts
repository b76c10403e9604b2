import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCompiler } from '../run-compiler.js';

/** An error of the compiler. */
export interface Mistake {
  /** The path below the compiled folder. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Compiles the sources below a folder with the compiler of this package, all at once. Uses their own `settings` if they
 * have any.
 */
export function compileFolder(
  folder: string,
  include: readonly string[] = ['src'],
  options: object = {},
  settings?: string,
): Mistake[] {
  const compilerOptions = {
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    // The types of Node have what handlers use of a browser's, which would take half of the compiler's time.
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    ...options,
  };
  // Includes only those files of the output that the sources import.
  const project = { ...(settings && { extends: settings }), compilerOptions, include, exclude: ['**/src/api'] };
  writeFileSync(join(folder, 'tsconfig.compile.json'), JSON.stringify(project));
  const stdout = runCompiler(folder, 'tsconfig.compile.json');
  // `lacuna scaffold` would read it as settings of the user.
  rmSync(join(folder, 'tsconfig.compile.json'));
  const [general] = /^error .*/m.exec(stdout) ?? [];
  if (general !== undefined) throw new Error(general); // then the compiler checked nothing
  return [...stdout.matchAll(/^(.+)\((\d+),\d+\): (error .*)$/gm)].map(([, file = '', line, text = '']) => ({
    file,
    line: Number(line),
    text,
  }));
}
