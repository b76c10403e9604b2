import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type ts from 'typescript-6';
import getExePath from '../node_modules/typescript/lib/getExePath.js';

/**
 * Compiles the project in a folder with its `tsconfig.json`, or with `settings`. Returns the output of `tsc`. `name` is
 * the package of the compiler.
 */
export function runCompiler(folder: string, settings = 'tsconfig.json', name = 'typescript'): string {
  if (name !== 'typescript') return runOlderCompiler(load(name), join(folder, settings));
  const { stdout, error } = spawnSync(
    // `bin/tsc` starts Node only to start this program.
    getExePath(),
    // The workers of the tests already use all cores, so further threads and collecting garbage only cost processor time.
    ['-p', settings, '--pretty', 'false', '--singleThreaded'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' },
    },
  );
  if (error) throw error;
  return stdout;
}

const load = createRequire(import.meta.url);

/**
 * Compiles with a compiler that is written in JavaScript, in this process. A new process would compile the compiler and
 * read its declarations each time, which takes longer than to check most outputs.
 */
function runOlderCompiler(compiler: typeof ts, path: string): string {
  const folder = resolve(path, '..');
  const getCurrentDirectory = (): string => folder;
  const formatHost = { getCurrentDirectory, getCanonicalFileName: (file: string) => file, getNewLine: () => '\n' };
  const parsed = compiler.getParsedCommandLineOfConfigFile(path, undefined, {
    ...compiler.sys,
    getCurrentDirectory,
    onUnRecoverableConfigFileDiagnostic: (found) => {
      throw new Error(compiler.formatDiagnostic(found, formatHost));
    },
  });
  if (!parsed) throw new Error(`${path} cannot be read`);
  const { fileNames: rootNames, options, errors: configFileParsingDiagnostics } = parsed;
  const host = { ...compiler.createCompilerHost(options), getCurrentDirectory };
  shareInstalled(host, compiler.version);
  const program = compiler.createProgram({ rootNames, options, host, configFileParsingDiagnostics });
  return compiler.formatDiagnostics(compiler.getPreEmitDiagnostics(program), formatHost);
}

/** The parsed files of installed packages. Compilers do not change them. */
const installed = new Map<string, ts.SourceFile | undefined>();
const modules = `${realpathSync('node_modules')}/`;

/**
 * Lets a host parse each file of an installed package once for all projects. The files are declarations, which a compiler
 * reads in the same way with all options except those in `version`.
 */
function shareInstalled(host: ts.CompilerHost, compiler: string): void {
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version, ...others) => {
    if (!file.startsWith(modules)) return parse(file, version, ...others);
    const key = `${compiler} ${JSON.stringify(version)} ${file}`;
    if (!installed.has(key)) installed.set(key, parse(file, version, ...others));
    return installed.get(key);
  };
}
