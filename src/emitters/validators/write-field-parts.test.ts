import { testAnswers } from '../../../test/validators/answers.js';

const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
const all = Object.fromEntries(names.map((name) => [name, 1]));

testAnswers({
  schemas: {
    Long: { type: 'object', required: names, properties: { p119: { type: 'integer' } } },
    Dependent: { type: 'object', dependentRequired: { a: names } },
    Each: { type: 'object', dependentSchemas: Object.fromEntries(names.map((name) => [name, { required: ['a'] }])) },
  },
  answers: [
    ['isLong', all, true],
    ['isLong', { ...all, p60: undefined }, false],
    ['validateLong', { ...all, p119: '' }, ['/p119 | Long/properties/p119/type | must be an integer']],
    ['isDependent', { ...all, a: 1 }, true],
    [
      'validateDependent',
      { ...all, a: 1, p60: undefined },
      [' | Dependent/dependentRequired | must have the property "p60", because "a" is present'],
    ],
    ['isEach', { p119: 1, a: 1 }, true],
    ['validateEach', { p119: 1 }, [' | Each/dependentSchemas/p119/required | must have the property "a"']],
  ],
});
