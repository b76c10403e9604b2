import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  addGap,
  answerGap,
  applyAnswers,
  check,
  findUses,
  formatDiagnostics,
  generate,
  readApi,
  readFiles,
  scaffold,
} from '../../src/index.js';
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

const mistakes: readonly (readonly [options: unknown, why: string, hint?: string])[] = [
  [null, 'they are not an object'],
  [42, 'they are not an object'],
  [{ spec: 42 }, "'spec' must be a string"],
  [{ spec: '' }, "'spec' cannot be empty"],
  [{ out: '' }, "'out' cannot be empty"],
  [{ only: [] }, "'only' has no kinds"],
  [{ only: ['clients'] }, "did you mean 'client'?"],
  [{ onyl: ['types'] }, "'onyl' is unknown; did you mean 'only'?"],
  [{ exclude: { tag: ['internal'] } }, "'tag' is unknown; did you mean 'tags'?"],
  [{ limits: { aliases: -1 } }, "'limits/aliases' must be a non-negative integer"],
  [{ spec: '-', input: { openapi: '3.1.0' } }, "'input' must be a string"],
  [{ strict: 'yes' }, "'strict' must be true or false"],
  [{ onStage: 1 }, 'a callback must be a function'],
  [{ configurationFiles: 'a.ts' }, "'configurationFiles' must be a list"],
  [{ compared: ['none'] }, "'compared/0' cannot be"],
  [{ apis: { a: { spec: 'a.yaml' } } }, "'apis' is unknown", 'once for each description'],
];
test.each(mistakes)('option-mistake: every function reports the options %j', async (options, why, hint = why) => {
  for (const run of [generate, check, readApi, scaffold, readFiles, findUses, applyAnswers]) {
    const { diagnostics, settings } = await Reflect.apply(run, undefined, [options]);
    expect(diagnostics.list.map(({ code }: { code: string }) => code)).toEqual(['option-mistake']);
    expect(await formatDiagnostics({ diagnostics, settings })).toContain(why);
    expect(await formatDiagnostics({ diagnostics, settings })).toContain(hint);
  }
  for (const edit of [addGap, answerGap]) {
    const { diagnostics } = await Reflect.apply(edit, undefined, [options, 'a', {}]);
    expect(diagnostics.list.map(({ code }: { code: string }) => code)).toEqual(['option-mistake']);
  }
});

test('an option whose value is undefined is left out', async () => {
  const folder = makeFolder({ 'api.yaml': describeApi('Shop', 'string') });
  const options = { folder, spec: 'api.yaml', out: 'out', only: undefined, input: undefined, strict: undefined };
  const { diagnostics } = await Reflect.apply(generate, undefined, [options]);
  expect(diagnostics.list).toEqual([]);
});

test('formatDiagnostics formats findings with their places and lines', async () => {
  const folder = makeFolder({ 'api.yaml': describeApi('Shop', 'strng') });
  const run = await check({ folder, spec: 'api.yaml', out: 'out' });
  expect(await formatDiagnostics(run)).toContain('error nothing-generated');
  const text = await formatDiagnostics(await generate({ folder, spec: 'api.yaml', out: 'out' }), { verbose: true });
  expect(text).toMatch(/^api\.yaml:4:\d+: /);
  expect(text).toContain('> 4 | components');
});
