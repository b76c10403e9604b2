import { testAnswers } from '../../../test/validators/answers.js';

// More than are listed in one expression.
const lengths = Array.from({ length: 60 }, (_, length) => ({
  type: 'string',
  minLength: length,
  maxLength: length + 1,
}));

testAnswers({
  schemas: {
    OneLength: { oneOf: lengths },
    AnyLength: { anyOf: lengths },
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    Mixed: {
      anyOf: [
        { type: 'string', minLength: 2 },
        { type: 'integer', minimum: 3 },
        { type: 'boolean' },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    Plain: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    MaybeList: {
      oneOf: [{ type: 'array', items: { $ref: '#/components/schemas/Cat' } }, { $ref: '#/components/schemas/Cat' }],
    },
    Exactly: {
      oneOf: [{ required: ['a'] }, { required: ['b'] }, { required: ['c'], properties: { c: { type: 'integer' } } }],
    },
    Impossible: { anyOf: [false, { type: 'string', enum: [] }] },
    Single: { anyOf: [{ type: 'integer', maximum: 4 }] },
    SingleOne: { oneOf: [{ type: 'string', maxLength: 1 }] },
    Anything: { anyOf: [true, { type: 'string' }] },
    Constants: { anyOf: [{ const: 'ab', minLength: 3 }, { enum: [{ a: 1 }, [1], 'x'] }, { const: 5 }] },
    NoConstant: { not: { const: 'ab', minLength: 3 } },
    OneAlways: { oneOf: [true, { type: 'integer' }] },
    TwoAlways: { oneOf: [true, { type: 'integer' }, {}] },
    OneNever: { oneOf: [false, { maxLength: 1 }] },
    OnlyNever: { oneOf: [false] },
    OneCheck: { oneOf: [{ maxLength: 1 }] },
    Ways: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'string' }] },
    Node: {
      type: 'object',
      properties: {
        next: { anyOf: [{ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Ways' }] },
        id: { type: 'integer' },
      },
    },
  },
  answers: [
    ['validateMixed', 'a', [' | Mixed/anyOf/0/minLength | must have at least 2 characters']],
    ['validateMixed', 2, [' | Mixed/anyOf/1/minimum | must be at least 3']],
    ['validateMixed', [1], ['/0 | Mixed/anyOf/3/items/type | must be a string']],
    ['validateMixed', null, [' | Mixed/anyOf | must be a string, an integer, true or false or an array']],
    ['isMixed', 'ab', true],
    ['isMixed', 3, true],
    ['isMixed', ['a'], true],
    ['isMixed', true, true],
    ['isMixed', 'a', false],
    ['isMixed', 2.5, false],
    ['isMixed', {}, false],
    ['validatePlain', 1.5, [' | Plain/oneOf | must be a string or an integer']],
    ['isPlain', 1, true],
    [
      'validateMaybeList',
      [{}, 5],
      ['/0 | Cat/required | must have the property "kind"', '/1 | Cat/type | must be an object'],
    ],
    ['validateMaybeList', {}, [' | Cat/required | must have the property "kind"']],
    ['validateMaybeList', 'a', [' | MaybeList/oneOf | must be an array or an object']],
    ['isMaybeList', [{ kind: 'cat' }], true],
    ['validateExactly', { a: 1, b: 2 }, [' | Exactly/oneOf | must be exactly one of the described alternatives']],
    ['validateExactly', {}, [' | Exactly/oneOf | must be exactly one of the described alternatives']],
    ['isExactly', { c: 1 }, true],
    ['isExactly', { c: 'x', a: 1 }, true],
    ['isExactly', { a: 1, c: 1 }, false],
    ['isExactly', { a: 1, b: 1, c: 1 }, false],
    ['isImpossible', 'a', false],
    ['validateImpossible', 'a', [' | Impossible/anyOf | must be absent']],
    ['validateSingle', 5, [' | Single/anyOf/0/maximum | must be at most 4']],
    ['isSingle', 4, true],
    ['validateSingleOne', 'ab', [' | SingleOne/oneOf/0/maxLength | must have at most 1 character']],
    ['isSingleOne', 'a', true],
    ['isSingleOne', 'ab', false],
    ['isOneAlways', 'a', true],
    ['isOneAlways', 1, false],
    ['validateOneAlways', 1, [' | OneAlways/oneOf | must be exactly one of the described alternatives']],
    ['isTwoAlways', 'a', false],
    ['isTwoAlways', 1, false],
    ['isOneNever', 'a', true],
    ['isOneNever', 'ab', false],
    ['isOneNever', 5, true],
    ['isOnlyNever', 'a', false],
    ['isOneCheck', 'a', true],
    ['isOneCheck', 'ab', false],
    ['isConstants', 'ab', false],
    ['isConstants', { a: 1 }, true],
    ['isConstants', { a: 2 }, false],
    ['isConstants', [1], true],
    ['isConstants', 'x', true],
    ['isConstants', 5, true],
    ['isNoConstant', 'ab', true],
    ['isNoConstant', 'abc', true],
    ['isOneLength', '', true],
    ['isOneLength', 'ab', false],
    ['isOneLength', 'a'.repeat(60), true],
    ['isOneLength', 'a'.repeat(61), false],
    ['isAnyLength', 'ab', true],
    ['isAnyLength', 'a'.repeat(61), false],
    ['isAnything', 5, true],
    ['validateAnything', 5, []],
    [
      'validateWays',
      { next: { next: { id: 'x' } } },
      ['/next | Node/properties/next/anyOf | must be one of the described alternatives'],
    ],
    ['validateWays', { next: { next: 'a' } }, []],
    ['isWays', { next: { next: { next: 5 } } }, false],
    ['isWays', { next: { next: { next: 'a' } } }, true],
  ],
});

testAnswers({
  schemas: {
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    Dog: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: ['dog', 'wolf'] }, bark: { type: 'string' } },
    },
    Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
    Tagged: {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind' },
    },
    Owned: {
      type: 'object',
      properties: { pet: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] } },
    },
    Maybe: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }] },
  },
  answers: [
    ['validateAnimal', { kind: 'cat', lives: 'x' }, ['/lives | Cat/properties/lives/type | must be an integer']],
    ['validateAnimal', { kind: 'wolf', bark: 1 }, ['/bark | Dog/properties/bark/type | must be a string']],
    ['validateAnimal', { kind: 5 }, ['/kind | Animal/oneOf | must be one of "cat", "dog", "wolf"']],
    ['validateAnimal', {}, ['/kind | Animal/oneOf | must be one of "cat", "dog", "wolf"']],
    ['validateAnimal', [], [' | Animal/oneOf | must be an object']],
    ['isAnimal', { kind: 'wolf' }, true],
    ['isAnimal', { kind: 'cow' }, false],
    ['isAnimal', { kind: 'dog', bark: 1 }, false],
    ['isAnimal', null, false],
    ['validateTagged', { kind: 'cow' }, ['/kind | Tagged/oneOf | must be one of "cat", "dog", "wolf"']],
    ['isTagged', { kind: 'cat', lives: 9 }, true],
    [
      'validateOwned',
      { pet: { kind: 'cow' } },
      ['/pet/kind | Owned/properties/pet/anyOf | must be one of "cat", "dog", "wolf"'],
    ],
    ['validateOwned', { pet: 5 }, ['/pet | Owned/properties/pet/anyOf | must be an object']],
    ['validateMaybe', { kind: 'cat', lives: 'x' }, ['/lives | Cat/properties/lives/type | must be an integer']],
    ['validateMaybe', [], [' | Maybe/anyOf | must be an object or null']],
    ['isMaybe', null, true],
    ['isMaybe', { kind: 'dog' }, false],
  ],
});

// Each value needs more than one check, so a table of functions is used.
const kinds = Array.from({ length: 120 }, (_, index) => `k${index}`);
const describe = (kind: string): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, size: { type: 'integer', default: 1 } },
});

testAnswers({
  schemas: {
    Any: { oneOf: kinds.map(describe) },
    Owner: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Any' } } },
    Parent: { type: 'object', properties: { kind: { type: 'string' } }, discriminator: { propertyName: 'kind' } },
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        { allOf: [{ $ref: '#/components/schemas/Parent' }, { required: [kind], properties: { [kind]: {} } }] },
      ]),
    ),
  },
  answers: [
    ['isAny', { kind: 'k119', size: 1 }, true],
    ['isAny', { kind: 'k119', size: '' }, false],
    ['isAny', { kind: 'k120' }, false],
    ['validateAny', { kind: 'k60', size: '' }, ['/size | Any/oneOf/60/properties/size/type | must be an integer']],
    [
      'validateOwner',
      { pet: { kind: 'k0', size: '' } },
      ['/pet/size | Any/oneOf/0/properties/size/type | must be an integer'],
    ],
    ['isParent', { kind: 'k119', k119: 1 }, true],
    ['isParent', { kind: 'k119', k0: 1 }, false],
    ['isParent', { k5: 1 }, true],
    ['isParent', {}, false],
    ['withAnyDefaults', { kind: 'k119' }, { kind: 'k119', size: 1 }],
  ],
});
