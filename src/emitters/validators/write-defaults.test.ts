import { testAnswers } from '../../../test/validators/answers.js';

// Two more than are listed in one function.
const children = Array.from({ length: 52 }, (_, index) => `Child${index}`);

testAnswers({
  schemas: {
    Many: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    },
    ...Object.fromEntries(
      children.map((name, index) => [
        name,
        { allOf: [{ $ref: '#/components/schemas/Many' }, { properties: { index: { default: index } } }] },
      ]),
    ),
    Leaf: { type: 'object', properties: { y: { type: 'integer', default: 1 } } },
    Names: {
      type: 'object',
      properties: {
        ['__proto__']: { default: 'p' },
        constructor: { default: 'c' },
        'a b': { type: ['string', 'null'], default: null },
        toString: { $ref: '#/components/schemas/Leaf' },
      },
    },
    Others: {
      type: 'object',
      properties: { first: { type: 'string' } },
      patternProperties: { '^x-': { $ref: '#/components/schemas/Leaf' } },
      additionalProperties: { type: 'object', properties: { z: { default: 2 } } },
    },
    Rest: {
      type: 'object',
      properties: { first: { type: 'string' } },
      unevaluatedProperties: { $ref: '#/components/schemas/Leaf' },
    },
    Dependent: { type: 'object', dependentSchemas: { card: { properties: { y: { default: 1 } } } } },
    Items: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { $ref: '#/components/schemas/Leaf' }],
      items: { type: 'object', properties: { z: { default: 2 } } },
    },
    Prefix: { type: 'array', prefixItems: [true, { $ref: '#/components/schemas/Leaf' }] },
    RestItems: { type: 'array', unevaluatedItems: { $ref: '#/components/schemas/Leaf' } },
    Choice: {
      if: { required: ['a'], properties: { i: { default: 0 } } },
      then: { properties: { t: { default: 1 } } },
      else: { properties: { e: { default: 2 } } },
    },
    Any: {
      anyOf: [
        { type: 'object', required: ['a'], properties: { b: { default: 1 } } },
        { type: 'object', required: ['c'], properties: { d: { default: 2 } } },
        true,
      ],
    },
    All: {
      $ref: '#/components/schemas/Leaf',
      allOf: [{ properties: { z: { default: [1, { a: 2 }] } } }],
      properties: { own: { default: {} } },
    },
    Tree: {
      type: 'object',
      properties: {
        y: { default: 1 },
        left: { $ref: '#/components/schemas/Tree' },
        more: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        either: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'string' }] },
      },
    },
    // Its fields are listed in two functions.
    Broad: {
      type: 'object',
      properties: {
        y: { default: 1 },
        ...Object.fromEntries(children.map((name) => [name, { $ref: '#/components/schemas/Tree' }])),
      },
    },
    Both: { type: 'object', properties: { a: { $ref: '#/components/schemas/Leaf', default: { x: 1 } } } },
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    },
    Cat: {
      allOf: [
        { $ref: '#/components/schemas/Pet' },
        { type: 'object', properties: { lives: { type: 'integer', default: 9 } } },
      ],
    },
    Dog: {
      allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { bark: { type: 'string' } } }],
    },
    Owner: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Pet' } } },
    Alias: { $ref: '#/components/schemas/Leaf' },
    Apart: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
    Wide: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { apart: '#/components/schemas/Apart' } },
    },
    None: { type: 'object', properties: { a: { type: 'string' } } },
  },
  answers: [
    ...[0, 49, 50, 51].map(
      (index) =>
        ['withManyDefaults', { kind: `Child${index}` }, { kind: `Child${index}`, index }] satisfies [
          string,
          object,
          object,
        ],
    ),
    ['withWideDefaults', { kind: 'apart' }, { kind: 'apart', a: 1 }],
    ['withWideDefaults', { kind: 'other' }, { kind: 'other' }],
    ['withLeafDefaults', {}, { y: 1 }],
    ['withLeafDefaults', { y: null }, { y: null }],
    ['withLeafDefaults', [1], [1]],
    ['withLeafDefaults', null, null],
    ['withNamesDefaults', { toString: {} }, { toString: { y: 1 }, ['__proto__']: 'p', constructor: 'c', 'a b': null }],
    ['withNamesDefaults', { 'a b': 1, constructor: 2 }, { 'a b': 1, constructor: 2, ['__proto__']: 'p' }],
    ['withOthersDefaults', { first: 'a', 'x-a': {}, b: {}, c: 5 }, { first: 'a', 'x-a': { y: 1 }, b: { z: 2 }, c: 5 }],
    ['withRestDefaults', { first: 'a', b: {} }, { first: 'a', b: { y: 1 } }],
    ['withDependentDefaults', { card: 1 }, { card: 1, y: 1 }],
    ['withDependentDefaults', {}, {}],
    ['withDependentDefaults', [1], [1]],
    ['withItemsDefaults', ['a', {}, {}, 5], ['a', { y: 1 }, { z: 2 }, 5]],
    ['withItemsDefaults', {}, {}],
    ['withPrefixDefaults', [{}, {}, {}], [{}, { y: 1 }, {}]],
    ['withRestItemsDefaults', [{}], [{ y: 1 }]],
    ['withChoiceDefaults', { a: 1 }, { a: 1, i: 0, t: 1 }],
    ['withChoiceDefaults', {}, { e: 2 }],
    ['withAnyDefaults', { a: 1 }, { a: 1, b: 1 }],
    ['withAnyDefaults', { a: 1, c: 1 }, { a: 1, c: 1, b: 1, d: 2 }],
    ['withAnyDefaults', {}, {}],
    ['withAllDefaults', {}, { y: 1, z: [1, { a: 2 }], own: {} }],
    ['withBroadDefaults', { Child51: { left: {} } }, { Child51: { left: { y: 1 }, y: 1 }, y: 1 }],
    [
      'withTreeDefaults',
      { left: { left: {} }, more: [{}, 5], either: { left: {} } },
      { left: { left: { y: 1 }, y: 1 }, more: [{ y: 1 }, 5], either: { left: { y: 1 }, y: 1 }, y: 1 },
    ],
    ['withTreeDefaults', { either: 'a' }, { either: 'a', y: 1 }],
    ['withBothDefaults', {}, { a: { x: 1, y: 1 } }],
    ['withBothDefaults', { a: {} }, { a: { y: 1 } }],
    ['withPetDefaults', { kind: 'cat' }, { kind: 'cat', lives: 9 }],
    ['withPetDefaults', { kind: 'dog' }, { kind: 'dog' }],
    ['withPetDefaults', ['cat'], ['cat']],
    ['withCatDefaults', { kind: 'cat' }, { kind: 'cat', lives: 9 }],
    ['withOwnerDefaults', { pet: { kind: 'cat' } }, { pet: { kind: 'cat', lives: 9 } }],
    ['withAliasDefaults', {}, { y: 1 }],
  ],
  absent: ['withNoneDefaults', 'withDogDefaults'],
});
