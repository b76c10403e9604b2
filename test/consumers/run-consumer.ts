import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { chromiumPath } from '../browser/browser.js';
import { listBlocks } from '../docs/list-blocks.js';

/** A repository that uses the package: its files and the commands that run in it. */
export interface Consumer {
  readonly name: string;
  readonly about: string;
  /** Whether continuous integration runs it too. */
  readonly isQuick?: boolean;
  /** Its files that are code blocks of the documentation. */
  readonly blocks?: { readonly [file: string]: { readonly page: string; readonly language: string } };
  /** The command that creates further files before npm installs. */
  readonly prepare?: string;
  readonly commands: readonly string[];
}

const home = 'test/consumers/repositories';

/** The files that several repositories use. */
const shared = ['ask-shop.mjs', 'make-many.mjs', 'run-many.mjs'];

/** Lists the repositories below `repositories/`. */
export function listConsumers(): readonly Consumer[] {
  return readdirSync(home).map((name) => ({
    name,
    ...JSON.parse(readFileSync(join(home, name, 'consumer.json'), 'utf8')),
  }));
}

/** Packs this package as npm publishes it. Returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const tarball = join(folder, 'lacuna.tgz');
  renameSync(join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''), tarball);
  return tarball;
}

/**
 * Installs a copy of a repository with the tarball and runs its commands. Returns the output of the last one. If a
 * command fails, throws an error with the output of that command.
 */
export async function runConsumer(
  { name, blocks = {}, prepare = 'true', commands }: Consumer,
  tarball: string,
): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), `lacuna-${name}-`));
  onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
  cpSync('docs/example/openapi.yaml', join(place, 'openapi.yaml'));
  cpSync(join(home, name), place, { recursive: true });
  for (const file of shared) cpSync(join('test/consumers', file), join(place, file));
  cpSync(tarball, join(place, 'lacuna.tgz'));
  for (const [file, block] of Object.entries(blocks)) writeFileSync(join(place, file), readBlock(file, block));
  // The cache of npm may know a package, but not yet the version of it that another package needs.
  const options = '--no-audit --no-fund --loglevel=error --save-dev ./lacuna.tgz';
  const install = `npm install --prefer-offline ${options} || npm install ${options}`;
  let printed = '';
  for (const command of [prepare, install, ...commands]) printed = await runCommand(command, place);
  return printed;
}

// Returns the block of the page that names the file, or else the first of the language.
function readBlock(file: string, { page, language }: { readonly page: string; readonly language: string }): string {
  const blocks = listBlocks().filter((block) => block.page === page && block.words.join(' ') === language);
  const { text = '' } = blocks.find((block) => block.file === file) ?? blocks[0] ?? {};
  // The program itself serves the API of the page.
  return text.replaceAll('https://api.example.com', '/api');
}

async function runCommand(command: string, cwd: string): Promise<string> {
  const env = {
    ...process.env,
    LACUNA_ROOT: resolve('.'),
    CHROMIUM: chromiumPath,
    CI: 'true',
    NX_DAEMON: 'false',
    TURBO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const options = { cwd, env, maxBuffer: 1e8, timeout: 3_600_000 };
  try {
    return (await promisify(execFile)('bash', ['-c', command], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${command} failed: ${String(error).split('\n')[0]}\n${stdout}\n${stderr}`);
  }
}
