import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPlatform } from './consumers/install-platform.js';
import { effort } from './effort.js';

/** The output of a description has the same bytes in every folder and at every time. */
let place: string;
const cli = resolve('dist/cli.js');

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-reproducible-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function readFolder(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    files
      .filter((file) => statSync(join(folder, file)).isFile())
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}

function generateElsewhere(node: string, env: NodeJS.ProcessEnv): Map<string, string> {
  const folder = join(place, 'elsewhere/deeper');
  // The manifest contains the hash of each input, including the rules of Redocly.
  for (const input of ['spec', 'redocly.yaml']) cpSync(input, join(folder, input), { recursive: true });
  const { options } = JSON.parse(readFileSync('generated/lacuna.json', 'utf8'));
  execFileSync(node, [cli, 'generate', '--only', options.only.join()], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return readFolder(join(folder, 'generated'));
}

// The next test compares every file of `generated/` too, so `npm test` leaves these runs out.
test.skipIf(effort === 'part')('check finds no difference, and a second run writes no byte', () => {
  execFileSync(process.execPath, [cli, 'check']);
  const before = readFolder('generated');
  const times = [...before.keys()].map((file) => statSync(join('generated', file)).mtimeMs);
  execFileSync(process.execPath, [cli, 'generate']);
  expect(readFolder('generated')).toEqual(before);
  expect([...before.keys()].map((file) => statSync(join('generated', file)).mtimeMs)).toEqual(times);
});

// The tests themselves run in one version of Node. CI writes these bytes with another one.
test('another folder, locale, time zone and version of Node lead to the same bytes', async () => {
  const isOther = effort !== 'part';
  const node = isOther ? (await installPlatform('node', '22', join(place, 'node'))).program : process.execPath;
  if (isOther) expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v22\./);
  const env = { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' };
  expect(generateElsewhere(node, env)).toEqual(readFolder('generated'));
}, 180_000);
