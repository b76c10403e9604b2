import { expect, test } from 'vitest';
import { readQuery } from '../server/place.js';
import { Malformed } from './json.js';
import { readPrimitive } from './text.js';
import {
  readAlternatives,
  readHeaderText,
  readNamedText,
  readPathText,
  type ValueShape,
  type ValueStyle,
} from './value.js';

const text = ['string'] as const;
const list: ValueShape = { items: ['integer'] };
const colour: ValueShape = {
  properties: [
    ['R', ['integer']],
    ['G', ['integer']],
  ],
  additional: ['string'],
};

function readSegment(raw: string, style: ValueStyle['style'], explode: boolean, shape: ValueShape): unknown {
  const [value] = readAlternatives(shape, (one) => readPathText(raw, { style, explode, shape }, one, 'color'));
  return value;
}

function readFromQuery(raw: string, style: ValueStyle['style'], explode: boolean, shape: ValueShape): unknown {
  const pairs = readQuery(raw) ?? new Map<string, string[]>();
  const [value] = readAlternatives(shape, (one) =>
    readNamedText({ pairs, isKnown: (name) => name === 'page' }, 'color', { style, explode, shape }, one),
  );
  return value;
}

test.each([
  ['simple', false, text, 'a%2Cb', 'a,b'],
  ['simple', false, ['integer'], '-12', -12],
  ['simple', false, ['integer'], '9007199254740993', '9007199254740993'],
  ['simple', false, ['integer'], '0x10', '0x10'],
  ['simple', false, ['number'], '1e+21', 1e21],
  ['simple', false, ['boolean'], 'true', true],
  ['simple', false, ['boolean'], 'yes', 'yes'],
  ['simple', false, list, '3,4,5', [3, 4, 5]],
  ['simple', false, colour, 'R,100,G,200', { R: 100, G: 200 }],
  ['simple', true, colour, 'R=100,G=200,B=x%3D', { R: 100, G: 200, B: 'x=' }],
  ['simple', true, colour, '=x,B', { '': 'x', B: '' }],
  ['label', false, text, '.blue', 'blue'],
  ['label', false, list, '.3,4', [3, 4]],
  ['label', true, list, '.3.4', [3, 4]],
  ['label', true, colour, '.R=100.G=200', { R: 100, G: 200 }],
  ['matrix', false, text, ';color=blue', 'blue'],
  ['matrix', false, text, ';color', ''],
  ['matrix', false, list, ';color=3,4', [3, 4]],
  ['matrix', true, list, ';color=3;color=4', [3, 4]],
  ['matrix', false, colour, ';color=R,100,G,200', { R: 100, G: 200 }],
  ['matrix', true, colour, ';R=100;G=200', { R: 100, G: 200 }],
] as const)('a path segment in style %s, explode %s, shape %j: %s', (style, explode, shape, raw, expected) => {
  expect(readSegment(raw, style, explode, shape)).toEqual(expected);
});

test.each([
  ['form', true, text, 'color=a+b%2B', 'a b+'],
  ['form', true, text, 'other=1', undefined],
  ['form', true, list, 'color=3&color=4', [3, 4]],
  ['form', false, { items: text }, 'color=a%2Cb,c', ['a,b', 'c']],
  ['form', true, colour, 'R=100&G=200&page=1&B=x', { R: 100, G: 200, B: 'x' }],
  ['form', false, colour, 'color=R,100,G,200', { R: 100, G: 200 }],
  ['form', true, colour, 'page=1', undefined],
  ['spaceDelimited', false, list, 'color=3%204+5', [3, 4, 5]],
  ['pipeDelimited', false, list, 'color=3|4%7C5%7c6', [3, 4, 5, 6]],
  ['deepObject', true, colour, 'color[R]=100&color%5BG%5D=200', { R: 100, G: 200 }],
  ['deepObject', true, colour, 'color[R]=1&colors[G]=2&other[B]=3&color=4&color[]=5', { R: 1 }],
  ['deepObject', true, colour, 'other=1', undefined],
  ['form', false, { anyOf: [text, colour] }, 'color=R', 'R'],
  [
    'deepObject',
    true,
    { properties: [['a', { properties: [['b', { items: ['integer'] }]] }]] },
    'color[a][b]=1&color[a][b]=2',
    { a: { b: [1, 2] } },
  ],
] as const)('a query in style %s, explode %s, shape %j: %s', (style, explode, shape, raw, expected) => {
  expect(readFromQuery(raw, style, explode, shape)).toEqual(expected);
});

test.each([
  ['form', true, text, 'color=1&color=2', 'is given more than once'],
  ['form', true, text, 'color=%ff', 'is not percent-encoded UTF-8'],
  ['form', false, colour, 'color=R,1,R,2', "has 'R' more than once"],
  ['form', false, colour, 'color=R', 'must be names and values in turn'],
  ['form', false, colour, 'color=__proto__,1', "must not have '__proto__'"],
  ['form', true, colour, '__proto__=1', "must not have '__proto__'"],
  ['deepObject', true, colour, 'color[__proto__]=1', "must not have '__proto__'"],
  ['deepObject', true, colour, 'color[constructor]=1', "must not have 'constructor'"],
  ['deepObject', true, colour, 'color[R][x]=1', "has no such member '[R]'"],
  ['form', false, { anyOf: [list, text] }, 'color=%ff', 'is not percent-encoded UTF-8'],
  ['form', false, { anyOf: [text, colour] }, 'color=%ff', 'must be names and values in turn'],
] as const)('a query in style %s, explode %s, shape %j is refused: %s', (style, explode, shape, raw, message) => {
  expect(() => readFromQuery(raw, style, explode, shape)).toThrow(
    expect.toSatisfy((error) => error instanceof Malformed && error.message === message),
  );
});

test('a declared __proto__ is an own property and changes no prototype', () => {
  const shape: ValueShape = { properties: [['__proto__', ['string']]] };
  const value = readFromQuery('color=__proto__,x', 'form', false, shape);
  expect(Object.entries(value as object)).toEqual([['__proto__', 'x']]);
  expect(Object.getOwnPropertyDescriptor(value, '__proto__')).toMatchObject({ writable: true, configurable: true });
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('all readings of a union are returned, the more structured first', () => {
  const shape: ValueShape = { anyOf: [['string'], { items: ['integer'] }, ['boolean']] };
  const pairs = readQuery('color=1,2') ?? new Map<string, string[]>();
  const read = readAlternatives(shape, (one) =>
    readNamedText({ pairs, isKnown: () => false }, 'color', { style: 'form', explode: false, shape }, one),
  );
  expect(read).toEqual([[1, 2], '1,2']);
});

test.each([
  ['label', 'xblue', "must begin with '.'"],
  ['matrix', 'xcolor=blue', "must begin with ';'"],
  ['matrix', ';colour=blue', "must be written ';color=…'"],
  ['matrix', ';color=a;color=b', 'is given more than once'],
] as const)('a path segment in style %s is refused: %s', (style, raw, message) => {
  expect(() => readSegment(raw, style, false, text)).toThrow(message);
});

test.each([
  ['', ['null', 'integer'], null],
  ['null', ['null', 'integer'], null],
  ['', ['integer'], ''],
  ['', ['null', 'string'], ''],
  ['null', ['null', 'string'], 'null'],
  ['mistake', ['null', 'integer'], 'mistake'],
  ['true', ['boolean', 'string'], true],
  ['1e999', ['number'], '1e999'],
  ['01', ['integer'], '01'],
] as const)('%j is read as %j: %j', (written, types, expected) => {
  expect(readPrimitive(written, types)).toBe(expected);
});

test('a text that is a number of any size is read as a number', () => {
  expect(readPrimitive('9007199254740992', ['number'])).toBe(2 ** 53);
  expect(readPrimitive('9007199254740993', ['number'])).toBe(2 ** 53);
  expect(readPrimitive('-1234567890123456789012', ['number', 'null'])).toBe(Number('-1234567890123456789012'));
  expect(readPrimitive('1000000000000000000000', ['integer'])).toBe('1000000000000000000000');
  for (const type of ['string', 'integer'] as const)
    expect(readPrimitive('9007199254740993', ['number', type])).toBe('9007199254740993');
});

// Adapters of one's own can pass header values as they arrive.
test('white space around a header value and around the members of a list is no part of it', () => {
  const style = { style: 'simple', explode: false } as const;
  expect(readHeaderText(' 5\t', { ...style, shape: ['integer'] }, ['integer'])).toBe(5);
  expect(readHeaderText(' 5 , 6 ', { ...style, shape: list }, list)).toEqual([5, 6]);
});
