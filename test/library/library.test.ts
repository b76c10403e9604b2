import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { check, formatDiagnostics, generate } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';
import { readTree } from '../run-process.js';

const describeApi = (title: string, type: string): string => `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths: {}
components: { schemas: { Note: { type: ${type} } } }
`;

test('several calls at once write what single calls write, and print nothing', async () => {
  const printed = vi.spyOn(console, 'log');
  const out = vi.spyOn(process.stdout, 'write');
  const names = ['a', 'b', 'c', 'd'];
  const types = ['string', 'integer', 'boolean', 'wrong'];
  const folder = makeFolder(
    Object.fromEntries(names.map((name, i) => [`${name}.yaml`, describeApi(name, types[i] ?? '')])),
  );
  const run = (name: string, place: string) =>
    generate({ folder, spec: `${name}.yaml`, out: `${place}/${name}`, only: ['types', 'validators'] });
  const together = await Promise.all(names.map((name) => run(name, 'together')));
  for (const name of names) await run(name, 'alone');
  const listTexts = (place: string) => names.slice(0, 3).map((name) => readTree(join(folder, place, name)));
  expect(listTexts('together')).toEqual(listTexts('alone'));
  expect(together.map(({ diagnostics }) => diagnostics.list.length > 0)).toEqual([false, false, false, true]);
  expect([printed.mock.calls, out.mock.calls.filter(([text]) => String(text).includes('lacuna'))]).toEqual([[], []]);
  vi.restoreAllMocks();
});

test('formatDiagnostics formats findings with their places and lines', async () => {
  const folder = makeFolder({ 'api.yaml': describeApi('Shop', 'strng') });
  const run = await check({ folder, spec: 'api.yaml', out: 'out' });
  expect(await formatDiagnostics(run)).toContain('error nothing-generated');
  const text = await formatDiagnostics(await generate({ folder, spec: 'api.yaml', out: 'out' }), { verbose: true });
  expect(text).toMatch(/^api\.yaml:4:\d+: /);
  expect(text).toContain('> 4 | components');
});
