import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Platform {
  readonly package: string;
  readonly scope: string;
  readonly program: string;
  readonly flags: readonly string[];
}

// The packages that contain the programs, so no install script downloads anything.
const platforms: { readonly [name in 'node' | 'deno' | 'bun']: Platform } = {
  node: {
    package: `node-${process.platform}-${process.arch}`,
    scope: '.',
    program: 'bin/node',
    flags: ['--no-warnings'],
  },
  deno: { package: 'deno', scope: '@deno', program: 'deno', flags: ['run', '--allow-all', '--no-prompt', '--quiet'] },
  bun: { package: 'bun', scope: '@oven', program: 'bin/bun', flags: ['run', '--bun'] },
};

/** A program that runs modules, and its flags. */
export interface InstalledPlatform {
  readonly program: string;
  readonly flags: readonly string[];
}

/** Installs a platform from the package registry into a folder. Returns its program and the flags that run a module. */
export async function installPlatform(
  name: keyof typeof platforms,
  version: string,
  folder: string,
): Promise<InstalledPlatform> {
  const { package: wanted, scope, program, flags } = platforms[name];
  mkdirSync(folder);
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', ...options, `${wanted}@${version}`]);
  const modules = join(folder, 'node_modules', scope);
  const path = readdirSync(modules)
    .map((one) => join(modules, one, program))
    .find((one) => existsSync(one));
  if (path === undefined) throw new Error(`npm has no ${name} for ${process.platform} on ${process.arch}`);
  return { program: path, flags };
}
