import { testAnswers } from '../../../test/validators/answers.js';

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
