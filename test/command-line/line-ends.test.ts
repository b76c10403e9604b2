import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** A description has the same meaning with LF, CR LF and CR as line ends (YAML 1.2, 5.4). */
const lines = [
  'openapi: 3.1.1',
  "info: { title: Shop, version: '1' }",
  'paths:',
  '  /orders:',
  '    get:',
  '      operationId: listOrders',
  '      x-not-shown: [{ id: terms, kind: behaviour, question: Which terms?, source: the site }]',
  '      responses:',
  "        '204': { descripton: Done }",
  '',
];

async function run(end: string, ...argv: readonly string[]): Promise<readonly [text: string, folder: string]> {
  const folder = makeFolder({ 'openapi.yaml': lines.join(end) });
  const { errors } = await runIn(folder, [...argv, '--spec', 'openapi.yaml', '--out', 'out', '--only', 'types']);
  return [errors, folder];
}

describe.each(['\r\n', '\r'])('with %j', (end) => {
  test('findings have the same places and frames', async () => {
    const [errors] = await run(end, 'generate', '--verbose');
    expect(errors).toContain('openapi.yaml:9:18: warning unknown-keyword: ');
    expect(errors).toContain("  8 |       responses:\n>  9 |         '204': { descripton: Done }\n");
    expect(errors).toBe((await run('\n', 'generate', '--verbose'))[0]);
  });

  test('an answer changes only its lines', async () => {
    const answer = ['gaps', 'answer', 'terms', '--text', 'none', '--source', 'mail'];
    const [[, folder], [, usual]] = [await run(end, ...answer), await run('\n', ...answer)];
    const read = (where: string): string => readFileSync(join(where, 'openapi.yaml'), 'utf8');
    expect(read(usual)).toContain('x-resolved');
    expect(read(folder)).toBe(read(usual).replaceAll('\n', end));
  });
});

test('an answer refuses a file with several kinds of line ends', async () => {
  const mixed = lines.join('\r').replace('\r', '\n');
  const folder = makeFolder({ 'openapi.yaml': mixed });
  const answer = ['gaps', 'answer', 'terms', '--text', 'none', '--source', 'mail', '--spec', 'openapi.yaml'];
  const { code, errors } = await runIn(folder, answer);
  expect([code, errors]).toEqual([
    2,
    expect.stringContaining('error file-unreadable: some lines of the file end in CR'),
  ]);
  expect(readFileSync(join(folder, 'openapi.yaml'), 'utf8')).toBe(mixed);
});
