import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installPlatform } from './install-platform.js';

/** The tests of the client's runtime, on the other platforms that have `fetch`. */
const place = mkdtempSync(join(tmpdir(), 'lacuna-platforms-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each([
  ['deno', '2'],
  ['bun', '1'],
] as const)('the client does the same in %s', (name, version) => {
  const { program, flags } = installPlatform(name, version, join(place, name));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'together'];
  const tests = ['src/runtime/client', 'src/runtime/stream', 'src/runtime/write'];
  const { status, stdout, stderr } = spawnSync(program, [...flags, ...vitest, ...tests], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/\d{3} passed/);
});
