import { sendAndReceive, testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  more: {
    paths: {
      '/tickets': {
        post: sendAndReceive('postTicket', 'Ticket'),
      },
    },
  },
  schemas: {
    Ticket: {
      type: 'object',
      required: ['level'],
      properties: {
        level: {
          type: 'string',
          enum: ['low', 'high'],
          'x-not-shown': [{ id: 'levels', kind: 'values', question: 'Which?', source: 'API document, 1' }],
        },
        size: {
          enum: [1, 2],
          'x-not-shown': [{ id: 'sizes', kind: 'values', question: 'Which?', source: 'API document, 1' }],
        },
        only: {
          const: 'a',
          'x-not-shown': [{ id: 'onlys', kind: 'values', question: 'Which?', source: 'API document, 1' }],
        },
        mixed: {
          enum: ['a', 1, null],
          'x-not-shown': [{ id: 'mixes', kind: 'values', question: 'Which?', source: 'API document, 1' }],
        },
        many: { type: 'array', items: { $ref: '#/components/schemas/Colour' } },
        either: { anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'integer' }] },
        one: { oneOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'array', items: { type: 'string' } }] },
        open: {
          type: 'object',
          properties: { a: { type: 'integer' } },
          additionalProperties: false,
          'x-not-shown': [{ id: 'further', kind: 'fields', question: 'Which?', source: 'API document, 1' }],
        },
        rest: {
          allOf: [{ properties: { a: { type: 'integer' } } }],
          unevaluatedProperties: false,
          'x-not-shown': [{ id: 'rest', kind: 'fields', question: 'Which?', source: 'API document, 1' }],
        },
      },
    },
    Colour: {
      type: 'string',
      enum: ['red', 'green'],
      'x-not-shown': [{ id: 'colours', kind: 'values', question: 'Which?', source: 'API document, 1' }],
    },
    Plain: { type: 'object', properties: { a: { type: 'integer' } } },
    Tree: {
      type: 'object',
      properties: {
        colour: { $ref: '#/components/schemas/Colour' },
        next: { $ref: '#/components/schemas/Tree' },
        both: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Colour' }] },
      },
    },
  },
  answers: [
    [
      'validateTicket',
      {
        level: 'mid',
        size: 3,
        only: 'b',
        mixed: 'c',
        many: ['red', 'blue'],
        either: 'blue',
        one: 'blue',
        open: { a: 1, b: 2 },
        rest: { a: 1, b: 2 },
      },
      [
        'levels at /level',
        'sizes at /size',
        'onlys at /only',
        'mixes at /mixed',
        'colours at /many/1',
        'colours at /either',
        'colours at /one',
      ],
    ],
    [
      'validateTicket',
      {
        level: 1,
        size: 'x',
        only: 1,
        mixed: true,
        many: [1],
        either: true,
        one: 5,
        open: { a: 'x' },
        rest: { a: 'x' },
      },
      [
        '/level | Ticket/properties/level/type | must be a string',
        '/size | Ticket/properties/size/type | must be an integer',
        '/only | Ticket/properties/only/type | must be a string',
        '/mixed | Ticket/properties/mixed/type | must be a string, an integer or null',
        '/many/0 | Colour/type | must be a string',
        '/either | Ticket/properties/either/anyOf | must be a string or an integer',
        '/one | Ticket/properties/one/oneOf | must be a string or an array',
        '/open/a | Ticket/properties/open/properties/a/type | must be an integer',
        '/rest/a | Ticket/properties/rest/allOf/0/properties/a/type | must be an integer',
      ],
    ],
    ['validateTicket', { level: 'low', size: 1, only: 'a', mixed: null, many: [], either: 5, one: ['a'] }, []],
    [
      'validateStrictTicket',
      {
        level: 'mid',
        size: 3,
        only: 'b',
        mixed: 'c',
        many: ['red', 'blue'],
        either: 'blue',
        one: 'blue',
        open: { a: 1, b: 2 },
      },
      [
        '/level | Ticket/properties/level/enum | must be one of "low", "high"',
        '/size | Ticket/properties/size/enum | must be one of 1, 2',
        '/only | Ticket/properties/only/const | must be "a"',
        '/mixed | Ticket/properties/mixed/enum | must be one of "a", 1, null',
        '/many/1 | Colour/enum | must be one of "red", "green"',
        '/either | Colour/enum | must be one of "red", "green"',
        '/one | Colour/enum | must be one of "red", "green"',
      ],
    ],
    [
      'validateStrictTicket',
      { level: 'low', size: 1, only: 'a', mixed: 1, many: ['red'], either: 'green', one: 'red' },
      [],
    ],
    ['isTicket', { level: 'mid', size: 3, only: 'b', mixed: 'c', many: ['blue'], either: 'blue', one: 'blue' }, true],
    ['isTicket', { level: 1 }, false],
    ['isTicket', { level: 'low', size: 'x' }, false],
    ['isTicket', { level: 'low', mixed: true }, false],
    ['validateColour', 'blue', ['colours at ']],
    ['validateStrictColour', 'blue', [' | Colour/enum | must be one of "red", "green"']],
    ['validateColour', 1, [' | Colour/type | must be a string']],
    [
      'validateTree',
      { colour: 'blue', next: { colour: 'red', next: { colour: 'grey' } }, both: 'blue' },
      ['colours at /colour', 'colours at /next/next/colour', 'colours at /both'],
    ],
    [
      'validateTree',
      { both: { colour: 'blue', both: 5 } },
      ['/both/both | Tree/properties/both/anyOf | must be a string or an object', 'colours at /both/colour'],
    ],
    [
      'validateStrictTree',
      { next: { colour: 'blue' } },
      ['/next/colour | Colour/enum | must be one of "red", "green"'],
    ],
  ],
  absent: ['validateStrictPlain', 'validateCompletePlain', 'validateCompleteTicket'],
});
