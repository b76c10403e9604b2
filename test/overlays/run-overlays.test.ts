import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check, generate } from '../../src/pipeline/generate.js';
import { emitWithoutRedoc } from '../emit-without-redoc.js';
import { makeFolder } from '../make-folder.js';

const gap = `      x-not-shown:
        - { id: order-of-orders, kind: behaviour, question: 'In which order do they come?', source: the guide }
`;
const answer = '      description: The newest order comes first.\n';
const write = (part: string): string => `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses: { '200': { description: All orders } }
${part}`;
const overlay = `overlay: 1.1.0
info: { title: Ours, version: '1' }
actions:
  - { target: "$.paths['/orders'].get['x-not-shown']", remove: true }
  - target: $.paths['/orders'].get
    update: { description: The newest order comes first. }
`;

test('an overlay that answers a gap leads to the output of an edited description', async () => {
  const theirs = makeFolder({ 'openapi.yaml': write(gap), 'overlay.yaml': overlay });
  const edited = makeFolder({ 'openapi.yaml': write(answer) });
  const only = ['types', 'client', 'server', 'validators', 'reference', 'not-shown'] as const;
  const options = { spec: 'openapi.yaml', out: 'out', only };
  const run = await emitWithoutRedoc({ ...options, folder: theirs, overlay: 'overlay.yaml' });
  const wanted = await emitWithoutRedoc({ ...options, folder: edited });
  expect(run.diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(run.files.size).toBeGreaterThan(5);
  expect(run.files).toEqual(wanted.files);
  expect(run.rendered).toEqual(wanted.rendered);
  expect(readFileSync(join(theirs, 'openapi.yaml'), 'utf8')).toBe(write(gap));
});

test('numbers of an overlay and of what it changes keep their digits', async () => {
  const folder = makeFolder({
    'openapi.yaml': `${write('')}components:
  schemas: { Id: { type: integer, format: int64, maximum: 9223372036854775807 } }
`,
    'overlay.yaml': `overlay: 1.1.0
info: { title: Ours, version: '1' }
actions:
  - { target: $.components.schemas.Id, update: { minimum: &least -9223372036854775807, default: *least } }
`,
  });
  const only = ['types', 'validators', 'description'] as const;
  const options = { folder, spec: 'openapi.yaml', overlay: 'overlay.yaml', out: 'out', only, int64: 'bigint' } as const;
  expect((await generate(options)).diagnostics.list).toEqual([]);
  const output = readOutput(folder);
  for (const digits of [
    '"maximum": 9223372036854775807',
    '"minimum": -9223372036854775807',
    '"default": -9223372036854775807',
  ])
    expect(output.get('openapi.json')).toContain(digits);
  expect(output.get('validators/scalars.ts')).toContain('< -9223372036854775807n');
});

// Leaves out the manifest, because it contains the path of the overlay.
function readOutput(folder: string): Map<string, string> {
  const paths = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => path !== 'lacuna.json' && statSync(join(folder, 'out', path)).isFile());
  return new Map(files.sort().map((path) => [path, readFileSync(join(folder, 'out', path), 'utf8')]));
}

test('check uses the recorded overlays, and reports drift after an edit of one', async () => {
  const folder = makeFolder({ 'openapi.yaml': write(gap), 'overlay.yaml': overlay });
  await generate({ folder, spec: 'openapi.yaml', overlay: ['overlay.yaml'], out: 'a' });
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'a/lacuna.json'), 'utf8'));
  expect(manifest).toMatchObject({
    options: { overlay: ['../overlay.yaml'] },
    inputs: { '../overlay.yaml': expect.any(String) },
  });
  expect((await check({ folder, out: 'a' })).drifts).toEqual([]);
  writeFileSync(join(folder, 'overlay.yaml'), overlay.replace('newest', 'oldest'));
  expect((await check({ folder, out: 'a' })).drifts?.length).toBeGreaterThan(0);
});
