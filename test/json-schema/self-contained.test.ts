import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { makeFolder } from '../make-folder.js';
import { hasSuite, nameGroup, readGroups, readList } from './suite.js';

/**
 * Each schema that `--only json-schema` writes has the same meaning alone as in the description. ajv returns the same
 * results.
 */
const isThere = hasSuite();

async function generate(description: object): Promise<(file: string) => object> {
  const folder = makeFolder({ 'openapi.json': JSON.stringify({ openapi: '3.1.1', ...description }) });
  const argv = ['generate', '--spec', 'openapi.json', '--out', 'out', '--only', 'json-schema'];
  let errors = '';
  const io = { folder, colours: false, isInteractive: false, print: () => undefined };
  const printError = (text: string): void => {
    errors += text;
  };
  const code = await runCommandLine(argv, { ...io, printError });
  if (code !== 0) throw new Error(errors);
  return (file) => JSON.parse(readFileSync(join(folder, 'out/json-schema', file), 'utf8'));
}

const info = { title: 'Schemas', version: '1' };

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });

function answer(schema: object | boolean, values: readonly unknown[]): boolean[] | undefined {
  try {
    const check = ajv.compile(schema);
    return values.map((value) => check(value));
  } catch {
    return undefined;
  }
}

test('a schema without a name gets a unique name', async () => {
  const schemas = {
    Own: { 'x-identifier': 'schema1', type: 'integer' },
    Both: {
      type: 'object',
      properties: {
        own: { $ref: '#/components/schemas/Own' },
        part: { $ref: '#/components/schemas/Both/properties/text' },
        text: { type: 'string' },
      },
    },
  };
  const check = ajv.compile((await generate({ info, components: { schemas } }))('both.json'));
  expect([{ own: 1, part: 'a' }, { own: 'a' }, { part: 1 }].map((value) => check(value))).toEqual([true, false, false]);
});

test('a schema contains the schemas to which it refers, and items leave it open', async () => {
  const item = {
    id: 'state-values',
    kind: 'values',
    question: 'Which states are there?',
    source: 'https://example.com',
  };
  const schemas = {
    Tree: {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Tree' }, leaf: { $ref: '#/components/schemas/Leaf' } },
    },
    Leaf: { type: ['string', 'null'], minLength: 1 },
    State: { type: 'string', enum: ['on', 'off'], 'x-not-shown': [item] },
    Never: false,
    Hole: { 'x-not-shown': [{ ...item, id: 'hole', kind: 'shape' }] },
  };
  const read = await generate({ info, components: { schemas } });
  expect(read('tree.json')).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: '#/$defs/Tree',
    $defs: {
      Leaf: { type: ['string', 'null'], minLength: 1 },
      Tree: { type: 'object', properties: { next: { $ref: '#/$defs/Tree' }, leaf: { $ref: '#/$defs/Leaf' } } },
    },
  });
  expect(answer(read('tree.json'), [{ next: { leaf: null } }, { next: { leaf: '' } }])).toEqual([true, false]);
  expect(answer(read('state.json'), ['on', 'paused', 7])).toEqual([true, true, false]);
  expect(JSON.stringify(read('state.json'))).toContain('state-values');
  expect(answer(read('never.json'), [1])).toEqual([false]);
  expect(read('hole.json')).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: 'Not shown (hole): Which states are there? Source: https://example.com.',
  });
});

test('a schema contains the schema to which a dynamic reference leads from there', async () => {
  const $defs = { item: { $dynamicAnchor: 'item', not: {} } };
  const schemas = {
    Page: {
      $id: 'page',
      $defs,
      type: 'object',
      properties: { items: { type: 'array', items: { $dynamicRef: '#item' } } },
    },
    Pets: {
      type: 'object',
      properties: {
        page: { $ref: '#/components/schemas/Page', $defs: { item: { $dynamicAnchor: 'item', type: 'string' } } },
      },
    },
  };
  const read = await generate({ info, components: { schemas } });
  expect(answer(read('pets.json'), [{ page: { items: ['a'] } }, { page: { items: [1] } }])).toEqual([true, false]);
  expect(answer(read('page.json'), [{ items: [] }, { items: ['a'] }])).toEqual([true, false]);
});

describe.runIf(isThere)('schemas of the JSON Schema Test Suite', () => {
  test('accept the same values alone as in their place', { timeout: 120_000 }, async () => {
    const excluded = readList('excluded.txt');
    const groups = readGroups('draft2020-12').filter(
      (group) => !excluded.has(nameGroup(group)) && !JSON.stringify(group.schema).match(/"\$(id|dynamicRef|anchor)"/),
    );
    const rows = groups.map(({ schema }, index) => {
      const $id = `https://suite.invalid/Case${index}`;
      return [`Case${index}`, typeof schema === 'boolean' ? schema : { $id, ...schema }] as const;
    });
    const read = await generate({ info, components: { schemas: Object.fromEntries(rows) } });
    let compared = 0;
    for (const [index, group] of groups.entries()) {
      const values = group.tests.map(({ data }) => data);
      const expected = answer(group.schema, values);
      if (!expected) continue;
      expect([nameGroup(group), answer(read(`case${index}.json`), values)]).toEqual([nameGroup(group), expected]);
      compared += values.length;
    }
    expect(compared).toBeGreaterThan(1000);
  });
});
