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

// More than are listed in one expression.
const children = Array.from({ length: 60 }, (_, index) => `Child${index}`);

testAnswers({
  schemas: {
    Many: {
      type: 'object',
      properties: { kind: { type: 'string' }, size: { type: 'integer' } },
      discriminator: {
        propertyName: 'kind',
        mapping: Object.fromEntries([...children, 'Apart'].map((name) => [name, `#/components/schemas/${name}`])),
      },
    },
    ...Object.fromEntries(
      children.map((name) => [
        name,
        { allOf: [{ $ref: '#/components/schemas/Many' }, { type: 'object', required: [`of${name}`] }] },
      ]),
    ),
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, age: { type: 'integer' } },
      discriminator: {
        propertyName: 'kind',
        mapping: {
          cat: '#/components/schemas/Cat',
          kitten: '#/components/schemas/Cat',
          dog: '#/components/schemas/Dog',
        },
      },
    },
    Cat: {
      allOf: [
        { $ref: '#/components/schemas/Pet' },
        { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } },
      ],
    },
    Dog: {
      allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { bark: { type: 'string' } } }],
    },
    Owner: {
      type: 'object',
      properties: {
        pet: { $ref: '#/components/schemas/Pet' },
        pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      },
    },
    Loose: {
      type: 'object',
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { one: '#/components/schemas/One' } },
    },
    One: {
      allOf: [{ $ref: '#/components/schemas/Loose' }, { type: 'object', properties: { size: { type: 'integer' } } }],
    },
    Apart: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    Wide: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { apart: '#/components/schemas/Apart' } },
    },
  },
  answers: [
    ['isPet', { kind: 'cat', lives: 9 }, true],
    ['isPet', { kind: 'kitten', lives: 9 }, true],
    ['isPet', { kind: 'cat' }, false],
    ['isPet', { kind: 'kitten' }, false],
    ['isPet', { kind: 'dog', bark: 'a' }, true],
    ['isPet', { kind: 'dog', bark: 1 }, false],
    ['isPet', { kind: 'cow' }, false],
    ['isPet', { lives: 9 }, false],
    ['isPet', 5, false],
    ['validatePet', { kind: 'cat' }, []],
    [
      'validatePet',
      { kind: 5, age: 'x' },
      ['/kind | Pet/properties/kind/type | must be a string', '/age | Pet/properties/age/type | must be an integer'],
    ],
    ['isOwner', { pet: { kind: 'cat', lives: 9 }, pets: [{ kind: 'dog' }] }, true],
    ['isOwner', { pet: { kind: 'cat' } }, false],
    ['isOwner', { pets: [{ kind: 'cow' }] }, false],
    [
      'validateOwner',
      { pet: { kind: 'cat' }, pets: [{ age: 1 }] },
      ['/pets/0 | Pet/required | must have the property "kind"'],
    ],
    ['isLoose', {}, true],
    ['isLoose', { size: 'x' }, false],
    ['isLoose', { kind: 'one', size: 1 }, true],
    ['isLoose', { kind: 'one', size: 'x' }, false],
    ['isLoose', { kind: 'two' }, false],
    ['validateLoose', { kind: 1 }, ['/kind | Loose/properties/kind/type | must be a string']],
    ['isMany', { ofChild7: 1 }, true],
    ['isMany', { ofChild7: 1, size: 'x' }, false],
    ['isMany', { a: 'b' }, true],
    // A child that does not repeat the rules of the parent must fulfil them too.
    ['isMany', { a: 'b', size: 'x' }, false],
    ['isMany', {}, false],
    ['isWide', { kind: 'apart', a: 'b' }, true],
    ['isWide', { kind: 'apart' }, false],
    ['isWide', { a: 'b' }, false],
    ['isWide', { kind: 'x' }, false],
    ['validateWide', { kind: 'apart' }, []],
  ],
});
