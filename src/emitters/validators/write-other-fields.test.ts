import { testAnswers } from '../../../test/validators/answers.js';

const patternProperties = Object.fromEntries(
  Array.from({ length: 120 }, (_, index) => [`^p${index}-`, { type: 'integer' }]),
);

testAnswers({
  schemas: {
    Overlapping: {
      type: 'object',
      properties: { ab: { maximum: 5 } },
      patternProperties: { a: { type: 'integer' }, b: { minimum: 2 } },
      additionalProperties: { type: 'string' },
    },
    Closed: { type: 'object', patternProperties, additionalProperties: false },
    Typed: { type: 'object', patternProperties, unevaluatedProperties: { type: 'string' } },
  },
  answers: [
    ['isOverlapping', { ab: 3, c: '' }, true],
    ['isOverlapping', { ab: 1 }, false],
    ['isOverlapping', { c: 1 }, false],
    ['isClosed', { 'p0-': 1, 'p119-x': 2 }, true],
    ['isClosed', { 'p119-': '' }, false],
    ['isClosed', { p120: 1 }, false],
    ['validateClosed', { 'p60-/': '' }, ['/p60-~1 | Closed/patternProperties/^p60-/type | must be an integer']],
    ['validateTyped', { 'p60-': 1, q: 1 }, ['/q | Typed/unevaluatedProperties/type | must be a string']],
  ],
});
