import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * Compiles the project in a folder with its `tsconfig.json`, or with `settings`. Returns the output of `tsc`. `name` is
 * the package of the compiler.
 */
export function runCompiler(folder: string, settings = '.', name = 'typescript'): string {
  const program = resolve('node_modules', name, 'bin/tsc');
  // The workers of the tests already use all cores, so further threads and collecting garbage only cost processor time.
  const flags = name === 'typescript' ? ['--singleThreaded'] : [];
  const { stdout, error } = spawnSync(process.execPath, [program, '-p', settings, '--pretty', 'false', ...flags], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' },
  });
  if (error) throw error;
  return stdout;
}
