import { testAnswers } from '../../../test/validators/answers.js';

const list = <Member>(each: (index: number) => Member): Member[] => Array.from({ length: 120 }, (_, i) => each(i));
const leaf = (index: number): object => ({ type: 'object', properties: { size: { type: 'integer', default: index } } });

testAnswers({
  schemas: {
    First: { type: 'array', prefixItems: list(leaf) },
    Patterns: {
      type: 'object',
      patternProperties: Object.fromEntries(list((index) => [`^p${index}-`, leaf(index)])),
      additionalProperties: leaf(-1),
    },
    Dependent: { type: 'object', dependentSchemas: Object.fromEntries(list((index) => [`p${index}`, leaf(index)])) },
    Known: {
      type: 'object',
      properties: Object.fromEntries(list((index) => [`p${index}`, { type: 'integer' }])),
      additionalProperties: leaf(-1),
    },
    Any: { anyOf: list((index) => ({ ...leaf(index), required: [`p${index}`] })) },
  },
  answers: [
    ['withFirstDefaults', list(() => ({})), list((size) => ({ size }))],
    ['withPatternsDefaults', { 'p119-': {}, q: {} }, { 'p119-': { size: 119 }, q: { size: -1 } }],
    ['withDependentDefaults', { p119: 1 }, { p119: 1, size: 119 }],
    ['withKnownDefaults', { p119: 1, q: {} }, { p119: 1, q: { size: -1 } }],
    ['withAnyDefaults', { p119: 1 }, { p119: 1, size: 119 }],
  ],
});
