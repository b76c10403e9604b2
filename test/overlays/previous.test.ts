import { expect, test } from 'vitest';
import type { GenerateOptions } from '../../src/configuration/options.js';
import { emitWithoutRedoc } from '../emit-without-redoc.js';
import { makeFolder } from '../make-folder.js';

const write = (operation: string): string => `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      ${operation}
      responses: { '200': { description: All orders } }
`;
const question =
  "x-not-shown: [{ id: order-of-orders, kind: behaviour, question: 'In which order?', source: the guide }]";
const answers = `overlay: 1.1.0
info: { title: Ours, version: '1' }
actions:
  - { target: "$.paths['/orders'].get['x-not-shown']", x-resolves: order-of-orders, remove: true }
  - { target: "$.paths['/orders'].get", x-resolves: order-of-orders, update: { description: The newest first. } }
  - { target: "$.paths['/orders'].get.parameters", update: { name: page, in: query, schema: { type: integer } } }
  - { target: $.tags, update: { name: Orders } }
`;
const files = {
  'openapi.yaml': `${write(`parameters: [{ name: limit, in: query, schema: {} }]\n      ${question}`)}tags: [{ name: Shop }]\n`,
  'old/openapi.yaml': write(`parameters: []\n      ${question}`),
  'answers.yaml': answers,
};

async function listChanges(options: GenerateOptions): Promise<string> {
  const { files: output, diagnostics } = await emit(options);
  expect(diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [, changes = ''] = (output.get('reference/reference.md') ?? '').split('Changes since version');
  return changes.split('\n#')[0] ?? '';
}

function emit(options: GenerateOptions): ReturnType<typeof emitWithoutRedoc> {
  const folder = makeFolder(files);
  return emitWithoutRedoc({ folder, spec: 'openapi.yaml', overlay: 'answers.yaml', only: ['reference'], ...options });
}

const previous = 'old/openapi.yaml';

test('the overlays of a run are applied to the earlier description as far as they fit', async () => {
  const changes = await listChanges({ previous });
  expect(changes).toContain('parameter limit (query) added');
  expect(changes).not.toContain('page');
  expect(changes).not.toContain('order-of-orders');
});

test('the earlier description can have other overlays, or none', async () => {
  const changes = await listChanges({ previous, previousOverlay: [] });
  expect(changes).toContain('parameter page (query) added');
  expect(changes).toContain('order-of-orders');
});

test('the filter of a run applies to the earlier description, whose schemas have names of their own', async () => {
  const operation = `get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Lost' } } } } } }`;
  const more = `  /lost:\n    ${operation}\ncomponents: { schemas: { Lost: { type: object } } }\n`;
  const old = { ...files, 'old.yaml': `${write('summary: All')}${more}` };
  const options = { spec: 'openapi.yaml', only: ['reference'], previous: 'old.yaml' } as const;
  const listLost = async (more: GenerateOptions): Promise<string[]> => {
    const { files: output } = await emitWithoutRedoc({ folder: makeFolder(old), ...options, ...more });
    return (output.get('reference/reference.md') ?? '').split('\n').filter((line) => /lost/i.test(line));
  };
  expect(await listLost({ include: { ids: ['listOrders'] } })).toEqual([]);
  expect(await listLost({})).toEqual([
    '- *Breaking:* GET /lost: operation **removed**',
    '- *Breaking:* Lost: schema **removed**',
  ]);
});

test('an overlay that is stated for the earlier description must fit it', async () => {
  const { diagnostics } = await emit({ root: '.', previous, previousOverlay: 'answers.yaml' });
  const warnings = diagnostics.list.filter(({ severity }) => severity !== 'note');
  expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "previous-not-compared the previous description 'old/openapi.yaml' cannot be compared: '$.tags' selects nothing in the description",
  ]);
});
