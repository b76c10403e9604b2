import { testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  schemas: {
    Refused: false,
    Accepted: true,
    Tree: {
      type: 'object',
      required: ['value'],
      properties: {
        value: { type: 'integer' },
        left: { $ref: '#/components/schemas/Tree' },
        more: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
  },
  answers: [
    ['validateRefused', 1, [' | Refused | must be absent']],
    ['isRefused', 1, false],
    ['validateAccepted', 1, []],
    [
      'validateTree',
      { value: 1, left: { value: 'x' }, more: [{ value: 1 }, {}, 5] },
      [
        '/left/value | Tree/properties/value/type | must be an integer',
        '/more/1 | Tree/required | must have the property "value"',
        '/more/2 | Tree/type | must be an object',
      ],
    ],
    ['isTree', { value: 1, left: { value: 1 }, more: [{ value: 1 }] }, true],
    ['isTree', { value: 1, left: { value: 'x' } }, false],
    ['isTree', { value: 1, more: [{}] }, false],
  ],
});
