import { expect, test } from 'vitest';
import { testAnswers } from '../../../test/validators/answers.js';
import { loadSchemas } from '../../../test/validators/load-validators.js';

const text = { type: 'string' };
const pet = (kind: string): object => ({ type: 'object', required: [kind], properties: { [kind]: text } });

testAnswers({
  schemas: {
    Never: { not: {} },
    NotText: { not: text },
    NotBoth: { not: { allOf: [{ minimum: 1 }, { maximum: 3 }] } },
    Short: { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'integer', minimum: 5 }, { type: 'null' }] },
    OneOf: {
      oneOf: [
        { type: 'integer', multipleOf: 2 },
        { type: 'integer', multipleOf: 3 },
      ],
    },
    OneOfMany: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }, { multipleOf: 5 }] },
    All: { allOf: [{ type: 'integer' }, { minimum: 1 }, { maximum: 3 }] },
    Branch: { if: { type: 'integer' }, then: { minimum: 3 }, else: { type: 'string', minLength: 1 } },
    OnlyThen: { if: { type: 'integer' }, then: { minimum: 3 } },
    Listed: { type: ['integer', 'string'], minimum: 3, minLength: 2 },
    LongWord: { anyOf: [{ enum: ['a', 'bcd'], minLength: 2 }, { type: 'null' }] },
    Unless: { if: { const: 'a', enum: [] }, then: false },
    Pet: { oneOf: [pet('cat'), pet('dog')] },
    List: { type: 'array', items: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } },
  },
  answers: [
    ['isNever', null, false],
    ['isNotText', 'a', false],
    ['isNotText', 1, true],
    ['isNotBoth', 2, false],
    ['isNotBoth', 4, true],
    ['isNotBoth', 'a', false],
    ['isShort', 'abc', false],
    ['isShort', 'ab', true],
    ['isShort', 4, false],
    ['isShort', 5, true],
    ['isShort', null, true],
    ['isShort', [], false],
    ['isOneOf', 2, true],
    ['isOneOf', 9, true],
    ['isOneOf', 6, false],
    ['isOneOf', 5, false],
    ['isOneOfMany', 5, true],
    ['isOneOfMany', 10, false],
    ['isOneOfMany', 7, false],
    ['isAll', 2, true],
    ['isAll', 0, false],
    ['isAll', 2.5, false],
    ['isBranch', 2, false],
    ['isBranch', 3, true],
    ['isBranch', '', false],
    ['isBranch', 2.5, false],
    ['isOnlyThen', 2, false],
    ['isOnlyThen', 'a', true],
    ['isListed', 2, false],
    ['isListed', 'a', false],
    ['isListed', 3, true],
    ['isListed', 'ab', true],
    ['isListed', null, false],
    ['isLongWord', 'a', false],
    ['isLongWord', 'bcd', true],
    ['isUnless', 'a', true],
    ['isPet', { cat: 'a' }, true],
    ['isPet', { cat: 'a', dog: 'b' }, false],
    ['isPet', { cat: 'a', dog: 1 }, true],
    ['isPet', {}, false],
    ['isList', [1, null], true],
    ['isList', [0], false],
  ],
});

test('a short check is part of the function around it, and a named schema is called', async () => {
  const { files } = await loadSchemas({
    Id: { type: 'integer', minimum: 1 },
    Order: {
      type: 'object',
      required: ['id', 'size', 'next'],
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        size: { type: 'integer', minimum: 7 },
        next: { allOf: [{ $ref: '#/components/schemas/Id' }, { maximum: 8 }] },
      },
    },
  });
  const guard = /function isOrder\([\s\S]*?\n}/.exec(files.get('validators/order.ts') ?? '')?.[0];
  expect(guard).toContain('isId(');
  expect(guard).toContain('size < 7');
  expect(files.get('validators/order.ts')).toContain('  return isId(value) && !(');
});
