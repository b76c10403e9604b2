import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import { evaluate, printExpression } from '../../../test/validators/evaluate.js';
import { pointerToken } from '../../runtime/validators.js';
import { type PointerContext, printPath, printPointer } from './context.js';
import { nameLocal } from './local-names.js';

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

const pet = writeSchema('Pet');
const context: PointerContext = {
  schema: pet,
  at: nameLocal('at'),
  program: { formatPointer: ({ origin }) => origin.pointer },
};

test.each([
  ['the schema of the function', 'Pet', undefined, 'PLACE'],
  ['its keyword', 'Pet', 'minimum', 'PLACE/minimum'],
  ['a schema inside it', 'Pet/properties/a', 'type', 'PLACE/properties/a/type'],
  ['another schema', 'Petal', 'type', '/components/schemas/Petal/type'],
] as const)('the pointer to a schema is relative to that of the function: %s', (_, name, keyword, expected) => {
  const schema = name === 'Pet' ? pet : writeSchema(name);
  expect(evaluate(printPointer(context, schema, keyword), { at: 'PLACE' })).toBe(expected);
});

test('a schema in another file is not a part of the schema with the same pointer in this file', () => {
  const part = writeSchema('Pet/not');
  const other = { ...part, origin: { ...part.origin, file: 'other.yaml' } };
  expect(printExpression(printPointer(context, other))).toBe("'/components/schemas/Pet/not'");
});
