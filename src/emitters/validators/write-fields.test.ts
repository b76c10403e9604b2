import { testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  schemas: {
    Others: {
      type: 'object',
      properties: { id: { type: 'string' } },
      patternProperties: { '^x-': { type: 'string' }, '^y': true },
      additionalProperties: { type: 'integer', minimum: 0 },
    },
    Closed: {
      type: 'object',
      additionalProperties: false,
      properties: {
        a: {},
        b: {},
        c: {},
        d: {},
        e: {},
        f: {},
        g: {},
        h: {},
        i: {},
        j: {},
        k: {},
        l: {},
        m: { type: 'string' },
      },
    },
  },
  answers: [
    [
      'validateOthers',
      { id: 1, 'x-a': 1, y: 1, z: -1, 'a/b': 1.5 },
      [
        '/id | Others/properties/id/type | must be a string',
        '/x-a | Others/patternProperties/^x-/type | must be a string',
        '/z | Others/additionalProperties/minimum | must be at least 0',
        '/a~1b | Others/additionalProperties/type | must be an integer',
      ],
    ],
    ['isOthers', { id: 'a', 'x-a': 'b', y: [], z: 0 }, true],
    ['isOthers', { z: -1 }, false],
    ['isOthers', { 'x-a': 1 }, false],
    [
      'validateClosed',
      { a: 1, m: 1, n: 1, '~': 1 },
      [
        '/m | Closed/properties/m/type | must be a string',
        '/n | Closed/additionalProperties | must be absent',
        '/~0 | Closed/additionalProperties | must be absent',
      ],
    ],
    ['isClosed', { a: 1, l: 1, m: 'a' }, true],
    ['isClosed', { n: 1 }, false],
  ],
});
