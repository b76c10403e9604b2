import { describe, expect, test } from 'vitest';
import { Malformed } from '../read/json.js';
import type { DeclaredParameter } from './parameters.js';
import { bindValues, readCookies, readQuery, Texts } from './place.js';
import { Refusal } from './refusal.js';

test.each([
  ['', {}],
  ['a=1', { a: ['1'] }],
  ['a=1&b=2&a=3', { a: ['1', '3'], b: ['2'] }],
  // An empty text between two `&` is not a pair.
  ['&a=1&&b=2&', { a: ['1'], b: ['2'] }],
  // A name without `=` has an empty value. Only the first `=` separates.
  ['a&b=&=c&d=e=f', { a: [''], b: [''], '': ['c'], d: ['e=f'] }],
  // Names are decoded, and values remain as sent.
  ['a%20b+c=%20+', { 'a b c': ['%20+'] }],
  ['+=x', { ' ': ['x'] }],
  ['a=%zz', { a: ['%zz'] }],
  ['%zz=a', undefined],
  ['%ff=a', undefined],
])('the query %j has the values %j', (text, expected) => {
  const pairs = readQuery(text);
  expect(pairs && Object.fromEntries(pairs)).toEqual(expected);
});

test.each([
  [[], {}],
  [['a=1; b=2'], { a: ['1'], b: ['2'] }],
  [['a=1;a=2', 'a=3'], { a: ['1', '2', '3'] }],
  [[' a = 1 ;b=x=y'], { a: ['1'], b: ['x=y'] }],
  // A cookie has a name.
  [['a; =1;=2; b='], { b: [''] }],
  [['%61=%62'], { '%61': ['%62'] }],
])('the cookies %j have the values %j', (headers, expected) => {
  expect(Object.fromEntries(readCookies(headers))).toEqual(expected);
});

const request = {
  path: ['p%20q', '3'],
  query: 'n=1&n=2&one=%20+&list=a,b&bad=%zz&%61=5',
  headers: { 'x-one': ['%20'], 'x-two': ['a', 'b'], cookie: ['c=%41+; d%20e=1,2; g=1; g=2; %zz=3'] },
};

/** The parameter plan, without the members that the tests set. */
type Plan = Omit<DeclaredParameter, 'key' | 'name'>;

function readOne(plan: Plan, name: string, { path, query, headers } = request): readonly unknown[] {
  const source = { path, query, request: { headers: new Map(Object.entries(headers)) } };
  return bindValues(
    { ...plan, key: name, name },
    name,
  )(new Texts(source as unknown as ConstructorParameters<typeof Texts>[0], () => true));
}

const plain = { explode: false, shape: ['string'] } as const;
const list = { explode: false, shape: { items: ['string'] } } as const;

const record = { explode: true, shape: { properties: [['c', ['string']]], additional: ['string'] } } as const;

describe('a parameter', () => {
  test.each<[string, Plan, unknown[]]>([
    ['path', { in: 'path', value: { ...plain, style: 'simple' } }, ['p q']],
    ['path', { in: 'path', index: 1, value: { ...plain, style: 'simple', shape: ['integer'] } }, [3]],
    ['path', { in: 'path', value: 'text' }, ['p q']],
    ['path', { in: 'path', index: 1, value: 'json' }, [3]],
    ['one', { in: 'query', value: 'text' }, ['  ']],
    ['a', { in: 'query', value: 'json' }, [5]],
    ['absent', { in: 'query', value: 'json' }, []],
    ['absent', { in: 'query', value: { ...plain, style: 'form' } }, []],
    ['list', { in: 'query', value: { ...list, style: 'form' } }, [['a', 'b']]],
    ['one', { in: 'query', value: (text) => `read ${text}` }, ['read   ']],
    ['X-One', { in: 'header', value: 'text' }, ['%20']],
    ['X-One', { in: 'header', value: { ...plain, style: 'simple' } }, ['%20']],
    ['X-Two', { in: 'header', value: { ...list, style: 'simple' } }, [['a', 'b']]],
    ['X-No', { in: 'header', value: { ...plain, style: 'simple' } }, []],
    ['X-No', { in: 'header', value: 'text' }, []],
    ['c', { in: 'cookie', value: 'text' }, ['A+']],
    ['c', { in: 'cookie', value: { ...plain, style: 'form' } }, ['A+']],
    ['c', { in: 'cookie', value: { ...plain, style: 'cookie' } }, ['%41+']],
    ['d e', { in: 'cookie', value: { ...list, style: 'form' } }, [['1', '2']]],
    ['d e', { in: 'cookie', value: { ...plain, style: 'cookie' } }, []],
    // Other names belong to other parameters.
    ['any', { in: 'cookie', value: { ...record, style: 'form' } }, [{ c: 'A+' }]],
    ['any', { in: 'query', value: { ...record, style: 'form' } }, []],
    // A name that is not percent-encoded UTF-8 remains as it is.
    ['%zz', { in: 'cookie', value: { ...plain, style: 'form' } }, ['3']],
    ['one', { in: 'query', value: { ...plain, style: 'form', shape: { anyOf: [['integer'], ['string']] } } }, ['  ']],
    ['a', { in: 'query', value: { ...plain, style: 'form', shape: { anyOf: [['integer'], ['string']] } } }, [5]],
    [
      'list',
      { in: 'query', value: { ...plain, style: 'form', shape: { anyOf: [['string'], { items: ['string'] }] } } },
      [['a', 'b'], 'a,b'],
    ],
  ])('%s, %j', (name, plan, expected) => {
    expect(readOne(plan, name)).toEqual(expected);
  });

  test.each<[string, Plan, string]>([
    ['n', { in: 'query', value: 'text' }, 'is given more than once'],
    ['bad', { in: 'query', value: 'text' }, 'is not percent-encoded UTF-8'],
    ['X-Two', { in: 'header', value: 'text' }, 'is given more than once'],
    ['X-Two', { in: 'header', value: { ...plain, style: 'simple' } }, 'is given more than once'],
    ['g', { in: 'cookie', value: 'text' }, 'is given more than once'],
  ])('%s, %j, is refused', (name, plan, message) => {
    expect(() => readOne(plan, name)).toThrow(
      expect.toSatisfy((error) => error instanceof Malformed && error.message === message),
    );
  });

  test('the whole query, decoded as one value or read as a form', () => {
    const text: Plan = { in: 'querystring', value: 'text' };
    const form: Plan = { in: 'querystring', value: (query) => ({ query }) };
    expect(readOne(text, 'q', { ...request, query: 'a%20b+' })).toEqual(['a b+']);
    expect(readOne(form, 'q', { ...request, query: 'a%20b+' })).toEqual([{ query: 'a%20b+' }]);
    expect(readOne(form, 'q', { ...request, query: '' })).toEqual([]);
  });

  test('a query with a malformed name is refused', () => {
    const refused = (): unknown => readOne({ in: 'query', value: 'text' }, 'a', { ...request, query: '%zz=1' });
    expect(refused).toThrow(expect.toSatisfy((error) => error instanceof Refusal && error.code === 400));
  });
});
