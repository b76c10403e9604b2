import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What is published in a registry. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const place = mkdtempSync(join(tmpdir(), 'lacuna-tarball-'));
let packed: Packed;
beforeAll(() => {
  const flags = ['pack', '--ignore-scripts', '--json', '--pack-destination', place];
  [packed] = JSON.parse(execFileSync('npm', flags, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('the tarball is small', () => {
  expect(packed.files.length).toBeLessThan(640);
  expect(packed.size).toBeLessThan(950_000);
  expect(packed.unpackedSize).toBeLessThan(3_700_000);
});

test('it contains what the package needs at run time, the declarations of its entries and the pages for users, and nothing else', () => {
  const kept = [
    /^(?:LICENSE|README\.md|package\.json|generated\/openapi\.json)$/,
    /^dist\/(?!compiled\/)[\w/.-]+\.(?:js|d\.ts|cjs|d\.cts|json)$/,
    /^docs\/(?!decisions|diagnostics)[\w-]+\.md$/,
    /^docs\/example\/openapi\.yaml$/,
    /^templates\/[\w-]+\/[\w.-]+\.(?:hbs|css|js)$/,
  ];
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => !kept.some((pattern) => pattern.test(path)))).toEqual([]);
  // The declarations of internal modules are removed. Those of the entries stay.
  expect(paths).toContain('dist/index.d.ts');
  expect(paths).not.toContain('dist/cli.d.ts');
});

test('npm runs nothing when a consumer installs it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const hooks = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(hooks.filter((name) => name in scripts)).toEqual([]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const installed = Object.keys(packages).filter((path) => path.startsWith('node_modules/') && !packages[path].dev);
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((path) => packages[path].hasInstallScript)).toEqual([]);
});

test('publint has no messages', async () => {
  const { buffer } = new Uint8Array(readFileSync(join(place, packed.filename)));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});
