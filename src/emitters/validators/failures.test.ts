import { expect, test } from 'vitest';
import { testAnswers } from '../../../test/validators/answers.js';
import { failuresOf, loadSchemas } from '../../../test/validators/load-validators.js';

testAnswers({
  schemas: {
    Text: { type: 'string', maxLength: 3, minLength: 2, pattern: '^a', format: 'date' },
    Amount: { type: 'number', multipleOf: 2, minimum: 4, maximum: 8 },
    Between: { type: 'number', exclusiveMinimum: 4, exclusiveMaximum: 8 },
    List: { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, contains: { const: 1 } },
    Fields: {
      type: 'object',
      minProperties: 1,
      maxProperties: 2,
      required: ['a'],
      dependentRequired: { b: ['c'] },
      propertyNames: { maxLength: 1 },
      properties: { no: false },
    },
    One: { const: 'a' },
    Some: { enum: ['a', 1] },
    Not: { not: { type: 'string' } },
    Any: { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    Exactly: { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    Refused: false,
    Inside: {
      type: 'array',
      items: { type: 'object', properties: { 'a/b': false, '~': { $ref: '#/components/schemas/Refused' } } },
    },
  },
  answers: [
    ['validateText', 5, [' | Text/type | must be a string']],
    [
      'validateText',
      'b',
      [
        ' | Text/minLength | must have at least 2 characters',
        ' | Text/pattern | must match the pattern ^a',
        ' | Text/format | must be a date such as 2024-01-31 (RFC 3339)',
      ],
    ],
    ['validateText', 'bbbb', [' | Text/maxLength | must have at most 3 characters']],
    ['validateAmount', 3, [' | Amount/minimum | must be at least 4', ' | Amount/multipleOf | must be a multiple of 2']],
    ['validateAmount', 10, [' | Amount/maximum | must be at most 8']],
    ['validateBetween', 4, [' | Between/exclusiveMinimum | must be greater than 4']],
    ['validateBetween', 8, [' | Between/exclusiveMaximum | must be less than 8']],
    [
      'validateList',
      [],
      [
        ' | List/minItems | must have at least 1 item',
        " | List/contains | must have at least 1 item of the kind described under 'contains'",
      ],
    ],
    [
      'validateList',
      [1, 1, 1],
      [' | List/maxItems | must have at most 2 items', ' | List/uniqueItems | must have no two equal items'],
    ],
    [
      'validateFields',
      {},
      [' | Fields/required | must have the property "a"', ' | Fields/minProperties | must have at least 1 field'],
    ],
    [
      'validateFields',
      { a: 1, b: 1, no: 1 },
      [
        '/no | Fields/properties/no | must be absent',
        ' | Fields/maxProperties | must have at most 2 fields',
        ' | Fields/dependentRequired | must have the property "c", because "b" is present',
        '/no | Fields/propertyNames | must have an allowed name',
      ],
    ],
    ['validateOne', 'b', [' | One/const | must be "a"']],
    ['validateSome', 'b', [' | Some/enum | must be one of "a", 1']],
    ['validateNot', 'b', [" | Not/not | must be a value that does not match 'not'"]],
    ['validateAny', {}, [' | Any/anyOf | must be one of the described alternatives']],
    ['validateExactly', {}, [' | Exactly/oneOf | must be exactly one of the described alternatives']],
    ['validateRefused', null, [' | Refused | must be absent']],
    [
      'validateInside',
      [{}, { 'a/b': 1, '~': 2 }],
      ['/1/a~1b | Inside/items/properties/a~1b | must be absent', '/1/~0 | Refused | must be absent'],
    ],
    ['isInside', [{}], true],
    ['isInside', [{ '~': 1 }], false],
  ],
});

test('the failure of a schema that refuses every value names the keyword that led to it', async () => {
  const rows: readonly (readonly [keyword: string, schema: unknown, value: unknown])[] = [
    ['false', false, 1],
    ['properties', { properties: { a: false } }, { a: 1 }],
    ['patternProperties', { patternProperties: { a: false } }, { a: 1 }],
    ['additionalProperties', { type: 'object', additionalProperties: false }, { a: 1 }],
    ['unevaluatedProperties', { allOf: [{ properties: { b: {} } }], unevaluatedProperties: false }, { a: 1 }],
    ['dependentSchemas', { dependentSchemas: { a: false } }, { a: 1 }],
    ['items', { items: false }, [1]],
    ['prefixItems', { prefixItems: [false] }, [1]],
    ['unevaluatedItems', { allOf: [{ prefixItems: [true] }], unevaluatedItems: false }, [1, 1]],
    ['allOf', { allOf: [false] }, 1],
    ['then', { if: true, then: false }, 1],
    ['else', { if: false, else: false }, 1],
  ];
  const { validators } = await loadSchemas(Object.fromEntries(rows.map(([, schema], index) => [`S${index}`, schema])));
  const keywords = rows.map(([, , value], index) => failuresOf(validators, `validateS${index}`, value)[0]?.keyword);
  expect(keywords).toEqual(rows.map(([keyword]) => keyword));
});
