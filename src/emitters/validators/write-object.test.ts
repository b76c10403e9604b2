import { testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  schemas: {
    Address: { type: 'object', required: ['town'], properties: { town: { type: 'string' } } },
    Counted: { type: 'object', minProperties: 1, maxProperties: 2 },
    Empty: { type: 'object', maxProperties: 0 },
    Some: { type: 'object', minProperties: 2 },
    Free: { type: 'object', minProperties: 0 },
    Dependent: {
      type: 'object',
      properties: { card: { type: 'string' }, street: { type: 'string' } },
      dependentRequired: { card: ['street', 'town'], toString: ['card'] },
      dependentSchemas: { coupon: { required: ['code'], properties: { code: { type: 'string' } } } },
    },
    Names: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, properties: { B: { type: 'integer' } } },
    AnyNames: { type: 'object', propertyNames: true, additionalProperties: { type: 'integer' } },
    NoNames: { type: 'object', propertyNames: false },
    Lookup: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Address' } },
  },
  answers: [
    ['validateCounted', {}, [' | Counted/minProperties | must have at least 1 field']],
    ['validateCounted', { a: 1, b: 2, c: 3 }, [' | Counted/maxProperties | must have at most 2 fields']],
    ['isCounted', { a: 1 }, true],
    ['isCounted', {}, false],
    ['isCounted', { a: 1, b: 2, c: 3 }, false],
    ['isEmpty', {}, true],
    ['isEmpty', { a: 1 }, false],
    ['validateEmpty', { a: 1 }, [' | Empty/maxProperties | must have at most 0 fields']],
    ['isSome', { a: 1 }, false],
    ['isSome', { a: 1, b: 1, c: 1 }, true],
    ['validateSome', {}, [' | Some/minProperties | must have at least 2 fields']],
    ['isFree', {}, true],
    [
      'validateDependent',
      { card: '1' },
      [
        ' | Dependent/dependentRequired | must have the property "street", since "card" is there',
        ' | Dependent/dependentRequired | must have the property "town", since "card" is there',
      ],
    ],
    ['validateDependent', { card: '1', street: 'a', town: 'b' }, []],
    [
      'validateDependent',
      { toString: 1, coupon: 1 },
      [
        ' | Dependent/dependentRequired | must have the property "card", since "toString" is there',
        ' | Dependent/dependentSchemas/coupon/required | must have the property "code"',
      ],
    ],
    [
      'validateDependent',
      { coupon: 1, code: 1 },
      ['/code | Dependent/dependentSchemas/coupon/properties/code/type | must be a string'],
    ],
    ['isDependent', { card: '1', street: 'a' }, false],
    ['isDependent', { coupon: 1, code: 'a' }, true],
    ['isDependent', { coupon: 1 }, false],
    [
      'validateNames',
      { a: 1, B: 2, 'c/d': 3 },
      [
        '/B | Names/propertyNames | must have an allowed name',
        '/c~1d | Names/propertyNames | must have an allowed name',
      ],
    ],
    ['isNames', { a: 1 }, true],
    ['isNames', { A: 1 }, false],
    ['validateAnyNames', { A: 'x' }, ['/A | AnyNames/additionalProperties/type | must be an integer']],
    ['validateNoNames', { a: 1 }, ['/a | NoNames/propertyNames | must have an allowed name']],
    ['isNoNames', {}, true],
    [
      'validateLookup',
      { a: {}, 'b/c': { town: 1 } },
      [
        '/a | Address/required | must have the property "town"',
        '/b~1c/town | Address/properties/town/type | must be a string',
      ],
    ],
    ['isLookup', { a: { town: 'b' } }, true],
    ['isLookup', { a: {} }, false],
  ],
});
