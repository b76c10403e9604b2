import { expect, test } from 'vitest';
import { failuresOf, loadSchemas, type Validators } from './load-validators.js';

const gap = (id: string, kind: string): object => ({ id, kind, question: 'What is it?', source: 'API document, 1' });
const body = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const paths = {
  '/sessions': {
    post: {
      operationId: 'createSession',
      requestBody: body('Session'),
      responses: { 200: { description: 'It.', ...body('Session') } },
    },
  },
};
const schemas = {
  Session: {
    type: 'object',
    required: ['id', 'status'],
    properties: {
      id: { type: 'string' },
      status: {
        anyOf: [{ enum: ['open', 'done'] }, { type: 'string' }],
        'x-not-shown': [gap('status-values', 'values')],
      },
      level: { type: 'string', enum: ['low', 'high'], 'x-not-shown': [gap('level-values', 'values')] },
      mood: { enum: ['calm', null], 'x-not-shown': [gap('mood-values', 'values')] },
      note: { type: ['string', 'null'] },
      turns: { type: 'array', items: { $ref: '#/components/schemas/Turn' } },
      details: { type: 'object', additionalProperties: false, 'x-not-shown': [gap('details-fields', 'fields')] },
      shape: { 'x-not-shown': [gap('some-shape', 'shape')] },
    },
  },
  Turn: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
};
const presence = { 'x-not-shown': [gap('field-presence', 'presence')] };
const load = async (more: object = {}): Promise<Validators> =>
  (await loadSchemas(schemas, { paths, ...more })).validators;

function look(validators: Validators, name: string, value: unknown): { failures: string[]; told: string[] } {
  const told: string[] = [];
  const failures = failuresOf(validators, name, value, (id, where) => told.push(`${id} at ${where}`));
  return { failures: failures.map(({ instancePath, message }) => `${instancePath} ${message}`), told };
}

test('a value that is not shown is accepted and reported, without the value', async () => {
  const validators = await load();
  expect(look(validators, 'validateSession', { id: '1', status: 'paused', level: 'mid' })).toEqual({
    failures: [],
    told: ['status-values at /status', 'level-values at /level'],
  });
  expect(look(validators, 'validateSession', { id: '1', status: 'done', level: 'low' })).toEqual({
    failures: [],
    told: [],
  });
  expect(validators['isSession']?.({ id: '1', status: 'paused' })).toBe(true);
  expect(look(validators, 'validateSession', { id: '1', status: 5, level: 5, mood: 5 }).failures).toEqual([
    '/status must be a string',
    '/level must be a string',
    '/mood must be a string or null',
  ]);
  expect(look(validators, 'validateSession', { id: '1', status: 'done', mood: null }).told).toEqual([]);
  expect(validators['isSession']?.({ id: '1', status: 'done', mood: 'wild' })).toBe(true);
  expect(validators['isSession']?.({ id: '1', status: 'done', mood: 5 })).toBe(false);
});

test("a server's own output has only values that are shown", async () => {
  const validators = await load();
  expect(look(validators, 'validateStrictSession', { id: '1', status: 'paused', level: 'mid' })).toEqual({
    failures: ['/status must be one of "open", "done"', '/level must be one of "low", "high"'],
    told: [],
  });
  expect(look(validators, 'validateStrictSession', { id: '1', status: 'done' }).failures).toEqual([]);
});

test('a missing or null field of a response is reported instead of refused if the document does not promise it', async () => {
  const validators = await load(presence);
  const value = { id: null, level: null, note: null, turns: [{}, { text: null }] };
  expect(look(validators, 'validateSession', value)).toEqual({
    failures: [],
    told: [
      'field-presence at /id',
      'field-presence at /status',
      'field-presence at /level',
      'field-presence at /turns/0/text',
      'field-presence at /turns/1/text',
    ],
  });
  expect(look(validators, 'validateSession', { id: 5 }).failures).toEqual(['/id must be a string']);
  expect(validators['isSession']?.({ id: '1' })).toBe(false);
});

test('a server still requires the required fields of requests and of its own replies', async () => {
  const validators = await load(presence);
  expect(look(validators, 'validateStrictSession', { id: '1' }).failures).toEqual([' must have the property "status"']);
  expect(look(validators, 'validateCompleteSession', { id: '1', status: 'x' })).toEqual({
    failures: [],
    told: ['status-values at /status'],
  });
  expect(look(validators, 'validateCompleteSession', { id: null, status: 'x' }).failures).toEqual([
    '/id must be a string',
  ]);
  expect(look(await load(), 'validateSession', { id: '1' }).failures).toEqual([' must have the property "status"']);
});

test('if fields can be missing, a union still selects the member that fits', async () => {
  const union = {
    Both: { oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }] },
    Left: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'string' } } },
    Right: { type: 'object', required: ['c', 'd'], properties: { c: { type: 'string' }, d: { type: 'string' } } },
  };
  const { validators } = await loadSchemas(union, presence);
  expect(look(validators, 'validateBoth', { a: 'x', b: 'y' })).toEqual({ failures: [], told: [] });
  expect(look(validators, 'validateBoth', { c: 'x' }).failures).toEqual([]);
  expect(look(validators, 'validateBoth', { a: 1, c: 1 }).failures).toHaveLength(1);
});

test('a value of unknown shape is valid, and so are further fields of an open object', async () => {
  const validators = await load();
  const value = { id: '1', status: 'open', shape: [1, { a: null }], details: { anything: 1 } };
  expect(look(validators, 'validateSession', value)).toEqual({ failures: [], told: [] });
  expect(validators['isSession']?.(value)).toBe(true);
});

test.each([
  [{ enum: ['a', 'b'] }, 'c', 5, ['further at ']],
  [{ enum: ['a'], type: ['string', 'integer'] }, 5, 5.5, ['further at ']],
  [{ enum: ['a', null], type: ['string', 'null'] }, null, 5, []],
  [{ anyOf: [{ enum: [1, 2] }, { type: 'number' }] }, 1.5, 'x', ['further at ']],
])('%j with a `values` gap accepts and reports %j, but not %j', async (list, value, other, reported) => {
  const { validators } = await loadSchemas({ List: { ...list, 'x-not-shown': [gap('further', 'values')] } });
  expect(look(validators, 'validateList', value)).toEqual({ failures: [], told: reported });
  expect(validators['isList']?.(value)).toBe(true);
  expect(look(validators, 'validateStrictList', value).failures).toHaveLength(reported.length);
  expect(validators['isList']?.(other)).toBe(false);
  expect(look(validators, 'validateList', other).failures).toHaveLength(1);
});
