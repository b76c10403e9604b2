import { testAnswers } from '../../../test/validators/answers.js';

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
