import { testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  schemas: {
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    NotBoth: { not: { required: ['a', 'b'] } },
    NotNever: { not: false },
    NotText: { type: ['string', 'integer'], not: { type: 'string' } },
    If: { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    IfElse: {
      type: 'object',
      if: { properties: { a: { const: 1 } } },
      else: { properties: { a: { type: 'string' } } },
    },
    IfThen: { type: 'object', if: { required: ['a'] }, then: { properties: { a: { type: 'integer' } } } },
    All: {
      allOf: [
        { $ref: '#/components/schemas/Cat' },
        { required: ['name'], properties: { name: { type: 'string' } } },
        { not: { required: ['bark'] } },
      ],
    },
    AllOfNever: { allOf: [{ type: 'string' }, false] },
  },
  answers: [
    ['validateNotBoth', { a: 1, b: 1 }, [" | NotBoth/not | must be a value that does not match 'not'"]],
    ['isNotBoth', { a: 1 }, true],
    ['isNotNever', 1, true],
    ['validateNotNever', 1, []],
    ['validateNotText', 'a', [" | NotText/not | must be a value that does not match 'not'"]],
    ['isNotText', 1, true],
    ['isNotText', 1.5, false],
    ['validateIf', { a: 1 }, [' | If/then/required | must have the property "b"']],
    ['validateIf', { b: 1 }, [' | If/else/required | must have the property "c"']],
    ['isIf', { a: 1, b: 1 }, true],
    ['isIf', { c: 1 }, true],
    ['isIf', { b: 1 }, false],
    ['validateIfElse', { a: 2 }, ['/a | IfElse/else/properties/a/type | must be a string']],
    ['isIfElse', { a: 1 }, true],
    ['isIfElse', { a: 'x' }, true],
    ['isIfElse', { a: 2 }, false],
    ['validateIfThen', { a: 'x' }, ['/a | IfThen/then/properties/a/type | must be an integer']],
    ['isIfThen', { a: 1 }, true],
    ['isIfThen', { b: 'x' }, true],
    [
      'validateAll',
      { bark: 1 },
      [
        ' | Cat/required | must have the property "kind"',
        ' | All/allOf/1/required | must have the property "name"',
        " | All/allOf/2/not | must be a value that does not match 'not'",
      ],
    ],
    [
      'validateAll',
      { kind: 'cat', name: 5, lives: 'x' },
      [
        '/lives | Cat/properties/lives/type | must be an integer',
        '/name | All/allOf/1/properties/name/type | must be a string',
      ],
    ],
    ['isAll', { kind: 'cat', name: 'a' }, true],
    ['isAll', { kind: 'cat', name: 'a', bark: 'b' }, false],
    ['validateAllOfNever', 'a', [' | AllOfNever/allOf/1 | must be absent']],
    ['isAllOfNever', 'a', false],
  ],
});
