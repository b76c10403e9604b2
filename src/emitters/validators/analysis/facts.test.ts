import { describe, expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { CheckedParts, CollectedFacts, type Facts, type FactsInput } from './facts.js';

const schema = (title: string, keywords: Partial<KeywordSchema> = {}): WrittenSchema => writeSchema(title, keywords);
const origin = { file: 'openapi.yaml', pointer: '' };
const text = schema('text', { types: ['string'] });
const preset = schema('preset', { default: 1 });
const fixed = schema('fixed', { readOnly: true });
const secret = schema('secret', { writeOnly: true });
const asked = schema('asked', { items: text });
const values = { id: 'v', kind: 'values', question: 'Which?', source: [] } as never;
const open = schema('open', { enum: ['a'], notShown: [values] });
const withField = (part: Schema, more: Partial<KeywordSchema> = {}): WrittenSchema =>
  schema('object', { properties: [{ name: 'a', schema: part }], ...more });

const input: FactsInput = {
  checked: new CheckedParts(new Map()),
  hasDefault: (property) => property === preset,
  isReadOnly: (property) => property === fixed,
  isWriteOnly: (property) => property === secret,
};
// Prints the names of the true facts.
const print = (facts: Facts): string => [...facts].sort().join(' ');
const factsOf = (one: Schema, more: Partial<FactsInput> = {}): string => {
  const facts = new CollectedFacts([one], { ...input, ...more });
  facts.addRepeated((each) => each === asked);
  return print(facts.of(one));
};

const tree = schema('tree', { types: ['object'] });
tree.properties = [{ name: 'left', schema: tree }];
const required = ['a'];

test.each<[string, Schema, string]>([
  ['a text', text, ''],
  ['a boolean schema', { kind: 'boolean', value: true, origin, notShown: [], source: [] }, ''],
  ['properties', withField(text), 'properties'],
  ['required fields', schema('s', { required }), 'properties'],
  ['unique items', schema('s', { uniqueItems: true }), 'deep'],
  ['items that may be equal', schema('s', { uniqueItems: false }), ''],
  ['a guard that remembers answers', asked, 'deep'],
  ['what leads to a guard that remembers answers', schema('s', { items: schema('t', { items: asked }) }), 'deep'],
  ['open values', open, 'values'],
  ['a default', withField(preset), 'defaults properties'],
  ['a required default', withField(preset, { required }), 'defaults properties requiredDefaults'],
  ['another required field', withField(preset, { required: ['b'] }), 'defaults properties'],
  ['a readOnly property', withField(fixed), 'properties readOnly'],
  ['a writeOnly property', withField(secret), 'properties writeOnly'],
  ['a required readOnly property', withField(fixed, { required }), 'properties readOnly requiredAbsent'],
  ['a required writeOnly property', withField(secret, { required }), 'properties requiredAbsent writeOnly'],
  [
    'a required default of `$ref`',
    schema('s', { ref: withField(preset), required }),
    'defaults properties requiredDefaults',
  ],
  [
    'a required default of `allOf`',
    schema('s', { allOf: [withField(preset), schema('t', { required })] }),
    'defaults properties requiredDefaults',
  ],
  [
    'a default that another field requires',
    withField(preset, { dependentRequired: [{ name: 'b', required }] }),
    'defaults properties requiredDefaults',
  ],
  [
    'what is required inside a property',
    withField(preset, {
      properties: [
        { name: 'a', schema: preset },
        { name: 'b', schema: schema('t', { required }) },
      ],
    }),
    'defaults properties',
  ],
  ['circles', tree, 'deep properties recursive'],
  ['what leads to a circle', schema('s', { items: tree }), 'deep properties'],
  ['what leads to open values', schema('s', { items: schema('t', { allOf: [open] }) }), 'values'],
  ['content, which is not checked', schema('s', { contentSchema: withField(preset) }), ''],
  [
    'a parent',
    schema('s', {
      discriminator: { origin, propertyName: 'a', mapping: [], inheritance: { base: text, children: [] } },
    }),
    'children',
  ],
  [
    'a union with a discriminator',
    schema('s', {
      discriminator: { origin, propertyName: 'a', mapping: [{ value: 'a', schema: open, explicit: true }] },
    }),
    '',
  ],
])('the facts of a schema and of everything that it leads to: %s', (_, one, expected) => {
  expect(factsOf(one)).toBe(expected);
});

test('the facts of a schema that no root leads to are found on demand', () => {
  const facts = new CollectedFacts([withField(text)], input);
  expect(print(facts.of(withField(tree)))).toBe('deep properties');
  expect(print(facts.of(tree))).toBe('deep properties recursive');
});

describe('parts that are checked', () => {
  const text = writeSchema('text', { types: ['string'] });
  const child = writeSchema('child');
  const print = (checked: CheckedParts, schema: Schema): string[] =>
    checked.of(schema).map(({ keyword, schema: part }) => `${keyword} ${part.kind === 'keywords' ? part.title : ''}`);
  const listed = new CheckedParts(new Map());
  const discriminator = { propertyName: 'type', mapping: [{ value: 'a', schema: child }] };

  test.each<[string, Partial<KeywordSchema>, string[]]>([
    ['a schema without parts', { types: ['string'] }, []],
    [
      'properties and references',
      { ref: text, properties: [{ name: 'a', schema: child }] },
      ['$ref text', 'properties child'],
    ],
    ['a content schema', { contentSchema: text, items: child }, ['items child']],
    ['the mapping of a union', { oneOf: [text], discriminator } as never, ['oneOf text']],
    ['the mapping of a parent', { discriminator: { ...discriminator, inheritance: {} } } as never, ['mapping child']],
  ])('only parts that are checked are listed: %s', (_, keywords, expected) => {
    expect(print(listed, writeSchema('s', keywords))).toEqual(expected);
  });
});
