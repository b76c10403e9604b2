import { testAnswers } from '../../../test/validators/answers.js';

const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', "it's"];
const structures = words.map((word) => ({ word }));

testAnswers({
  schemas: {
    Nothing: { const: null },
    Zero: { const: 0 },
    Word: { enum: ['a', "it's", '__proto__'] },
    Mixed: { enum: ['a', 1, true, null] },
    Words: { enum: words },
    Numbers: { type: 'integer', enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    Structure: { const: { a: 1, b: [1, { c: null }] } },
    Structures: { enum: [{ a: 1 }, [1], 'a'] },
    ManyStructures: { enum: structures },
    Both: { const: 'a', enum: ['a', 'b'] },
    BothStructures: { const: { a: 1, b: [{ d: 2, c: 1 }] }, enum: [{ b: [{ c: 1, d: 2 }], a: 1 }, 'a'] },
  },
  answers: [
    ['isNothing', null, true],
    ['isNothing', undefined, false],
    ['isZero', -0, true],
    ['validateZero', '0', [' | Zero/const | must be 0']],
    ['isWord', '__proto__', true],
    ['validateWord', 'b', [` | Word/enum | must be one of "a", "it's", "__proto__"`]],
    ['isMixed', 1, true],
    ['isMixed', '1', false],
    ['isMixed', false, false],
    ['isMixed', null, true],
    ['isWords', "it's", true],
    ['isWords', 'toString', false],
    ['isNumbers', 9, true],
    ['isNumbers', 10, false],
    ['isStructure', { b: [1, { c: null }], a: 1 }, true],
    ['isStructure', { b: [1, {}], a: 1 }, false],
    ['isStructure', { b: [1, { c: null }], a: 1, c: 1 }, false],
    ['isStructures', [1], true],
    ['isStructures', { a: 1 }, true],
    ['isStructures', [1, 2], false],
    ['isManyStructures', { word: "it's" }, true],
    ['isManyStructures', { word: 'z' }, false],
    ['isBoth', 'b', false],
    ['isBoth', 'a', true],
    ['isBothStructures', { a: 1, b: [{ c: 1, d: 2 }] }, true],
    ['isBothStructures', { a: 1, b: [{ c: 1, d: 3 }] }, false],
    ['isBothStructures', 'a', false],
  ],
});
