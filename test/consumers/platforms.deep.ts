import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { installPlatform } from './install-platform.js';

/**
 * All tests in other versions of Node. On the other platforms with `fetch`: the tests of the client's runtime, and a
 * server.
 */
const place = mkdtempSync(join(tmpdir(), 'lacuna-platforms-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

test.each([
  ['deno', '2'],
  ['bun', '1'],
] as const)('the client behaves the same in %s', async (name, version) => {
  const { program, flags } = await installPlatform(name, version, join(place, name));
  const tests = ['src/runtime/client', 'src/runtime/stream', 'src/runtime/write'];
  const { status, stdout, stderr } = spawnSync(program, [...flags, ...vitest, ...tests], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/\d{3} passed/);
});

test.each(['22', '24'])('everything that `npm test` runs passes in Node %s', async (version) => {
  const { program } = await installPlatform('node', version, join(place, `node-${version}`));
  const { LACUNA_EFFORT: _, ...environment } = process.env;
  const env = { ...environment, PATH: `${dirname(program)}${delimiter}${process.env['PATH']}` };
  const { status, stdout } = spawnSync(program, vitest, { encoding: 'utf8', env, maxBuffer: 1e8 });
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(/\d{4} passed/);
});

const program = `import { createServer, unimplemented } from './api/server/index.ts';
import { toFetchHandler } from './api/server/fetch.ts';
const getBalance = () => ({ status: '2XX', body: { balance: 4, currency: 'EUR' } });
const security = { bearer: (token) => (token === 'x' ? {} : undefined) };
const handle = toFetchHandler(createServer({ ...unimplemented, getBalance }, { security, limits: { maxBytes: 1000 } }));
const { Deno, Bun } = globalThis;
const options = { port: 0, hostname: '127.0.0.1', onListen() {} };
const server = Deno ? Deno.serve(options, handle) : Bun.serve({ ...options, fetch: handle });
const ask = async (path, method = 'GET', body = undefined, token = 'x') => {
  const headers = { authorization: 'Bearer ' + token, ...(body && { 'content-type': 'application/json' }) };
  const port = Deno ? server.addr.port : server.port;
  const answer = await fetch('http://127.0.0.1:' + port + path, { method, headers, body });
  await answer.text();
  return answer.status;
};
const codes = [await ask('/balance'), await ask('/balance', 'HEAD'), await ask('/balance', 'GET', undefined, 'y')];
codes.push(await ask('/nowhere'), await ask('/balance', 'OPTIONS'), await ask('/test', 'POST', '{'));
codes.push(await ask('/test', 'POST', '"' + 'a'.repeat(2000000) + '"'));
console.log(codes.join(' '));
(Deno ?? process).exit(0);
`;

test.each([
  ['deno', '2'],
  ['bun', '1'],
] as const)('the server responds through the fetch adapter in %s', async (name, version) => {
  copyFileSync('spec/openapi.yaml', join(place, 'openapi.yaml'));
  await generate({ folder: place, spec: 'openapi.yaml', out: 'api', only: ['server'], importExtension: 'ts' });
  writeFileSync(join(place, 'serve.ts'), program);
  const platform = await installPlatform(name, version, join(place, `${name}-server`));
  const { stdout, stderr } = spawnSync(platform.program, [...platform.flags, join(place, 'serve.ts')], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stdout, stderr).toBe('200 200 401 404 204 400 413\n');
});
