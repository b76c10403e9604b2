import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { mergeLists } from './merge-lists.js';

const write = (keywords: Partial<KeywordSchema>): KeywordSchema => writeSchema('Member', keywords);
const print = (schema: Schema): unknown => (schema.kind === 'keywords' ? (schema.enum ?? schema.const) : schema.kind);
const object = write({ types: ['object'] });

test.each<[string, readonly Schema[], unknown[]]>([
  ['lists and constants', [write({ enum: ['a', 'b'] }), write({ const: 'c' })], [['a', 'b', 'c']]],
  ['around others', [write({ const: 'a' }), object, write({ const: 'b' })], [['a', 'b'], undefined]],
  [
    'not what repeats a value',
    [write({ const: 'a' }), write({ const: 'b' }), write({ enum: ['b', 'c'] })],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
  ],
  ['not one list alone', [write({ const: 'a' }), object], ['a', undefined]],
  ['not objects', [write({ const: 'a' }), write({ const: 'b' }), write({ const: { c: 1 } })], [['a', 'b'], { c: 1 }]],
  ['only values of their type', [write({ types: ['string'], enum: ['a', 1] }), write({ const: 2 })], [['a', 2]]],
  ['not what has both', [write({ const: 'a', enum: ['a', 'b'] }), write({ const: 'c' })], [['a', 'b'], 'c']],
  ['not what has more keywords', [write({ enum: ['a'], minLength: 2 }), write({ const: 'c' })], [['a'], 'c']],
  ['not what no value fits', [write({ const: 'a', isImpossible: true }), write({ const: 'c' })], ['a', 'c']],
])('lists of values become one: %s', (_, members, expected) => {
  expect(mergeLists(members).map(print)).toEqual(expected);
});
