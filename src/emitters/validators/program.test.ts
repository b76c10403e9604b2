import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.js';
import { testAnswers } from '../../../test/validators/answers.js';
import { evaluate } from '../../../test/validators/evaluate.js';
import { failuresOf, loadSchemas, loadValidators } from '../../../test/validators/load-validators.js';
import { pointerToken } from '../../runtime/values/pointer.js';
import { nameLocal } from './body.js';
import { printPath } from './program.js';

const schemas = {
  Line: { type: 'object', required: ['name'], properties: { name: { type: 'string', pattern: '^[a-z]+$' } } },
  Order: {
    type: 'object',
    properties: {
      first: { $ref: '#/components/schemas/Line' },
      lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      next: { $ref: '#/components/schemas/Order' },
    },
  },
};

testAnswers({
  schemas,
  answers: [
    ['isOrder', { first: { name: 'a' }, lines: [{ name: 'b' }], next: { next: {} } }, true],
    ['isOrder', { lines: [{ name: 'A' }] }, false],
    [
      'validateOrder',
      { first: {}, next: { lines: [{ name: 'A' }] } },
      [
        '/first | Line/required | must have the property "name"',
        '/next/lines/0/name | Line/properties/name/pattern | must match the pattern ^[a-z]+$',
      ],
    ],
  ],
});

test('the place of a failure in another file names the file', async () => {
  const spec = {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    components: { schemas: { Box: { $ref: 'parts.json#/Box' } } },
  };
  const box = { type: 'object', properties: { size: { type: 'integer' } } };
  const folder = makeFolder({ 'spec.json': JSON.stringify(spec), 'parts.json': JSON.stringify({ Box: box }) });
  const { validators } = await loadValidators(join(folder, 'spec.json'));
  expect(failuresOf(validators, 'validateBox', { size: 'x' }).map(({ schemaPointer }) => schemaPointer)).toEqual([
    'parts.json#/Box/properties/size/type',
  ]);
});

test('a schema that is used twice, or by itself, is checked by one function of each kind', async () => {
  const { files } = await loadSchemas(schemas);
  const text = [...files].flatMap(([file, code]) => (file.startsWith('validators/') ? [code] : [])).join('\n');
  const count = (name: string): number => text.split(new RegExp(`function ${name}\\(`)).length - 1;
  expect(['isLine', 'collectLine', 'isOrder', 'collectOrder', 'matchesOrder'].map(count)).toEqual([1, 1, 1, 1, 1]);
  expect(text.split('/^[a-z]+$/').length - 1).toBe(1);
});

const text = { type: 'string' };

test('a function is named after its type, and never like a type or another function', async () => {
  const part = { type: 'object', properties: { list: { type: 'array', items: { type: 'array', items: text } } } };
  const { files } = await loadSchemas({
    Pet: { type: 'object', properties: { name: text, parent: { $ref: '#/components/schemas/Pet' } } },
    CollectPet: part,
    collect_pet_2: part,
    Vet: { type: 'object', properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
  });
  const all = [...files].filter(([file]) => file.startsWith('validators/') && file !== 'validators/index.ts');
  const named = all.flatMap(([file, code]) =>
    [...code.matchAll(/^(?:export )?(?:const|function) (\w+)/gm)].map(([, name = '']) => ({ file, name })),
  );
  const names = named.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(named.filter(({ file }) => file === 'validators/pet.ts').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['isPet', 'validatePet', 'matchesPet', 'collectPet']),
  );
  expect(names).toContain('isCollectPet');
});

test('functions of parts are named after their schema or module, so that other schemas do not change them', async () => {
  const list = (items: object): object => ({ type: 'array', items });
  // Schemas with the same checks would share functions, so all parts contain the name.
  const leaf = (name: string): object => ({
    type: 'object',
    properties: { [name]: { default: 1 } },
    dependentSchemas: { a: { required: [name] } },
    not: { required: ['b'], properties: { c: list({ required: [name] }) } },
  });
  const nested = (name: string): object => ({
    type: 'object',
    properties: { [name]: list(list(leaf(name))) },
    dependentSchemas: { [name]: { properties: { z: { default: 2 } } } },
  });
  const [alone, both] = await Promise.all([
    loadSchemas({ Pet: nested('pet') }),
    loadSchemas({ Cat: nested('cat'), Pet: nested('pet') }),
  ]);
  const code = alone.files.get('validators/pet.ts') ?? '';
  const parts = new Set(code.match(/\b(?:fill|matches|collect)\w*Part\d*\b/g));
  expect(parts).toContain('fillPetPart');
  expect([...parts].filter((name) => !/^[a-z]+Pet/.test(name))).toEqual([]);
  expect(both.files.get('validators/pet.ts')).toBe(code);
});

const index = nameLocal('index');
const key = nameLocal('key');

test.each<[string, Parameters<typeof printPath>[0], string]>([
  ['the value itself', [], ''],
  ['a field', ['a'], '/a'],
  ['a field of a field, encoded already', ['a~1b', "it's"], "/a~1b/it's"],
  ['an item', [{ index }], '/7'],
  ['a field of an item', ['list', { index }, 'a'], '/list/7/a'],
  ['a field by its name', [{ key }, 'a'], '/x~0~1y/a'],
])('the path of a value is an expression: %s', (_, path, expected) => {
  expect(evaluate(printPath(path), { index: 7, key: 'x~/y', pointerToken })).toBe(expected);
});

testAnswers({
  schemas: {
    Refused: false,
    Accepted: true,
    Tree: {
      type: 'object',
      required: ['value'],
      properties: {
        value: { type: 'integer' },
        left: { $ref: '#/components/schemas/Tree' },
        more: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
  },
  answers: [
    ['validateRefused', 1, [' | Refused | must be absent']],
    ['isRefused', 1, false],
    ['validateAccepted', 1, []],
    [
      'validateTree',
      { value: 1, left: { value: 'x' }, more: [{ value: 1 }, {}, 5] },
      [
        '/left/value | Tree/properties/value/type | must be an integer',
        '/more/1 | Tree/required | must have the property "value"',
        '/more/2 | Tree/type | must be an object',
      ],
    ],
    ['isTree', { value: 1, left: { value: 1 }, more: [{ value: 1 }] }, true],
    ['isTree', { value: 1, left: { value: 'x' } }, false],
    ['isTree', { value: 1, more: [{}] }, false],
  ],
});
