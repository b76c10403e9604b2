import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One error of the compiler. */
export interface Mistake {
  /** Below the folder that was compiled. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Compiles the sources below a folder with the compiler of this package, all at once, with their own `settings` if they have some. */
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
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    allowImportingTsExtensions: true,
    skipDefaultLibCheck: true,
    ...options,
  };
  writeFileSync(
    join(folder, 'tsconfig.compile.json'),
    JSON.stringify({ ...(settings && { extends: settings }), compilerOptions, include }),
  );
  const argv = [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.compile.json', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
  const [general] = /^error .*/m.exec(stdout) ?? [];
  if (general !== undefined) throw new Error(general); // then nothing was looked at
  return [...stdout.matchAll(/^(.+)\((\d+),\d+\): (error .*)$/gm)].map(([, file = '', line, text = '']) => ({
    file,
    line: Number(line),
    text,
  }));
}
