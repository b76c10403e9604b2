import { describe, expect, test } from 'vitest';
import { makeDraft } from '../../../test/wire/make-draft.js';
import { sentJson } from '../client/convert.js';
import { exactPart, writeExactField } from '../client/form-convert.js';
import { InvalidInputError } from '../values/errors.js';
import { encodeReservedCookie, writeCookie, writeExplodedFormCookie, writeFormCookie } from './cookie.js';
import type { Draft } from './draft.js';
import { headerJson, refuseHeader, writeHeader } from './header.js';
import { startMultipart } from './part.js';
import { encodeReserved, encodeReservedPath } from './parts.js';
import { wholeSegment, writeLabel, writeMatrix, writePath, writePathPart, writeSimple } from './path.js';
import { writeQuery, writeWholeQuery } from './query.js';
import { writeDeep, writeDelimited, writeExplodedForm, writeForm } from './query-styles.js';

function queryOf(write: (draft: Draft) => void): string {
  const draft = makeDraft();
  write(draft);
  return draft.query;
}
function headerOf(name: string, write: (draft: Draft) => void): string | null {
  const draft = makeDraft();
  write(draft);
  return draft.headers[name] ?? null;
}

// OpenAPI 3.2, 4.12.6, "Style Examples".
const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

describe('style examples of the specification (OpenAPI 3.2, 4.12.6)', () => {
  test.each([
    [writeMatrix('color', 'blue', false), ';color=blue'],
    [writeMatrix('color', array, false), ';color=blue,black,brown'],
    [writeMatrix('color', object, false), ';color=R,100,G,200,B,150'],
    [writeMatrix('color', 'blue', true), ';color=blue'],
    [writeMatrix('color', array, true), ';color=blue;color=black;color=brown'],
    [writeMatrix('color', object, true), ';R=100;G=200;B=150'],
    [writeLabel('color', 'blue', false), '.blue'],
    [writeLabel('color', array, false), '.blue,black,brown'],
    [writeLabel('color', object, false), '.R,100,G,200,B,150'],
    [writeLabel('color', 'blue', true), '.blue'],
    [writeLabel('color', array, true), '.blue.black.brown'],
    [writeLabel('color', object, true), '.R=100.G=200.B=150'],
    [writeSimple('color', 'blue', false), 'blue'],
    [writeSimple('color', array, false), 'blue,black,brown'],
    [writeSimple('color', object, false), 'R,100,G,200,B,150'],
    [writeSimple('color', 'blue', true), 'blue'],
    [writeSimple('color', array, true), 'blue,black,brown'],
    [writeSimple('color', object, true), 'R=100,G=200,B=150'],
  ])('path %s', (written, expected) => {
    expect(written).toBe(expected);
  });

  test.each([
    ['blue', false, '?color=blue'],
    [array, false, '?color=blue,black,brown'],
    [object, false, '?color=R,100,G,200,B,150'],
    ['blue', true, '?color=blue'],
    [array, true, '?color=blue&color=black&color=brown'],
    [object, true, '?R=100&G=200&B=150'],
    ['', true, '?color='],
    [undefined, true, ''],
    [null, true, ''],
    [[], true, ''],
    [[], false, ''],
    [{}, true, ''],
    [{ a: undefined, b: 1 }, true, '?b=1'],
  ])('form %j explode %s', (value, explode, expected) => {
    expect(queryOf((draft) => (explode ? writeExplodedForm : writeForm)(draft, 'color', value))).toBe(expected);
  });

  test.each([
    [array, ' ', '?color=blue%20black%20brown'],
    [object, ' ', '?color=R%20100%20G%20200%20B%20150'],
    [array, '|', '?color=blue%7Cblack%7Cbrown'],
    [object, '|', '?color=R%7C100%7CG%7C200%7CB%7C150'],
  ] as const)('delimited %j by %j', (value, delimiter, expected) => {
    expect(queryOf((draft) => writeDelimited(draft, 'color', value, { delimiter }))).toBe(expected);
  });

  test('deepObject', () => {
    expect(queryOf((draft) => writeDeep(draft, 'color', object))).toBe(
      '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
    );
    expect(queryOf((draft) => writeDeep(draft, 'a', { b: { c: 1 }, d: ['x', 'y'] }))).toBe(
      '?a%5Bb%5D%5Bc%5D=1&a%5Bd%5D=x&a%5Bd%5D=y',
    );
  });

  test('cookies', () => {
    const cookie = (value: unknown, explode: boolean) =>
      headerOf('cookie', (draft) => writeCookie(draft, 'color', value, explode));
    expect(cookie('blue', true)).toBe('color=blue');
    expect(cookie('', true)).toBe('color=');
    expect(cookie(array, true)).toBe('color=blue; color=black; color=brown');
    expect(cookie(object, true)).toBe('R=100; G=200; B=150');
    expect(
      headerOf('cookie', (draft) => writeCookie(draft, 'cookie', { greeting: 'Hello%2C%20world!', code: 42 }, true)),
    ).toBe('greeting=Hello%2C%20world!; code=42');
    expect(headerOf('cookie', (draft) => writeFormCookie(draft, 'color', array))).toBe('color=blue,black,brown');
    expect(headerOf('cookie', (draft) => writeExplodedFormCookie(draft, 'greeting', 'Hello, world!'))).toBe(
      'greeting=Hello%2C%20world%21',
    );
    expect(headerOf('cookie', (draft) => writeExplodedFormCookie(draft, 'color', array))).toBe(
      'color=blue; color=black; color=brown',
    );
  });

  test('several cookies share one header', () => {
    const draft = makeDraft();
    writeFormCookie(draft, 'a', 1);
    writeCookie(draft, 'b', true, true);
    expect(draft.headers['cookie']).toBe('a=1; b=true');
  });

  test('headers are not percent-encoded', () => {
    const header = (value: unknown, explode: boolean) =>
      headerOf('x-color', (draft) => writeHeader(draft, 'X-Color', value, explode));
    expect(header('blue / ü', false)).toBe('blue / ü');
    expect(header([12345678, 90099], false)).toBe('12345678,90099');
    expect(header(object, false)).toBe('R,100,G,200,B,150');
    expect(header(object, true)).toBe('R=100,G=200,B=150');
    expect(header(['a=b', 'c'], true)).toBe('a=b,c');
    expect(() => header({ a: 'b=c' }, true)).toThrow(
      "'X-Color' must not contain '=' inside a part, which it would end",
    );
    expect(header([], false)).toBeNull();
    expect(() => refuseHeader('__proto__', 'a')).toThrow(
      "'__proto__' cannot be sent, because an object of headers cannot contain it",
    );
    expect(refuseHeader('__proto__', undefined)).toBeUndefined();
    expect(headerJson('X-A', { a: 'ü🎈' })).toBe('{"a":"\\u00fc\\ud83c\\udf88"}');
  });

  test('a path parameter of the specification', () => {
    expect(writePath('username', 'diṅnāga')).toBe('di%E1%B9%85n%C4%81ga');
    expect(writePath('username', 'الخوارزميّ')).toBe('%D8%A7%D9%84%D8%AE%D9%88%D8%A7%D8%B1%D8%B2%D9%85%D9%8A%D9%91');
  });

  test('all but unreserved characters are percent-encoded (RFC 3986, 2.3; RFC 6570, 3.2.2)', () => {
    expect(writePath('x', `!'()*~-._ azAZ09"<>`)).toBe('%21%27%28%29%2A~-._%20azAZ09%22%3C%3E');
  });

  test('a document as the whole query (OpenAPI 3.2, 4.12.1)', () => {
    expect(queryOf((draft) => writeWholeQuery(draft, 'selector', '$.a.b[1:1]'))).toBe('?%24.a.b%5B1%3A1%5D');
    expect(queryOf((draft) => writeWholeQuery(draft, 'json', JSON.stringify({ numbers: [1, 2], flag: null })))).toBe(
      '?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D',
    );
  });
});

// RFC 6570, 3.2.1: the values of its examples.
const count = ['one', 'two', 'three'];
const dom = ['example', 'com'];
const keys = { semi: ';', dot: '.', comma: ',' };

describe('examples of RFC 6570', () => {
  test.each([
    // RFC 6570, 3.2.2.
    [writeSimple('var', 'value', false), 'value'],
    [writeSimple('hello', 'Hello World!', false), 'Hello%20World%21'],
    [writeSimple('half', '50%', false), '50%25'],
    [writeSimple('list', ['red', 'green', 'blue'], false), 'red,green,blue'],
    [writeSimple('keys', keys, false), 'semi,%3B,dot,.,comma,%2C'],
    [writeSimple('keys', keys, true), 'semi=%3B,dot=.,comma=%2C'],
    [writeSimple('count', count, true), 'one,two,three'],
    // RFC 6570, 3.2.5.
    [writeLabel('who', 'fred', false), '.fred'],
    [writeLabel('half', '50%', false), '.50%25'],
    [writeLabel('dom', dom, true), '.example.com'],
    [writeLabel('list', ['red', 'green', 'blue'], false), '.red,green,blue'],
    [writeLabel('list', ['red', 'green', 'blue'], true), '.red.green.blue'],
    [writeLabel('keys', keys, false), '.semi,%3B,dot,.,comma,%2C'],
    // RFC 6570, 3.2.7.
    [writeMatrix('who', 'fred', false), ';who=fred'],
    [writeMatrix('half', '50%', false), ';half=50%25'],
    [writeMatrix('empty', '', false), ';empty'],
    [writeMatrix('list', ['red', 'green', 'blue'], false), ';list=red,green,blue'],
    [writeMatrix('list', ['red', 'green', 'blue'], true), ';list=red;list=green;list=blue'],
    [writeMatrix('keys', keys, false), ';keys=semi,%3B,dot,.,comma,%2C'],
    [writeMatrix('keys', keys, true), ';semi=%3B;dot=.;comma=%2C'],
    // RFC 6570, 3.2.3, without the characters that would separate or end parts of the URL.
    [writeSimple('hello', 'Hello World!', false, encodeReservedPath), 'Hello%20World!'],
    [writeSimple('half', '50%', false, encodeReservedPath), '50%25'],
    [writeSimple('path', '/foo/bar?#', false, encodeReservedPath), '%2Ffoo%2Fbar%3F%23'],
    [writeSimple('triple', 'a%2Fb:@', false, encodeReservedPath), 'a%2Fb:@'],
  ])('%s', (written, expected) => {
    expect(written).toBe(expected);
  });

  test('3.2.8', () => {
    expect(queryOf((draft) => writeExplodedForm(draft, 'who', 'fred'))).toBe('?who=fred');
    expect(queryOf((draft) => writeExplodedForm(draft, 'half', '50%'))).toBe('?half=50%25');
    expect(queryOf((draft) => writeForm(draft, 'keys', keys))).toBe('?keys=semi,%3B,dot,.,comma,%2C');
    expect(queryOf((draft) => writeExplodedForm(draft, 'keys', keys))).toBe('?semi=%3B&dot=.&comma=%2C');
    expect(queryOf((draft) => writeQuery(draft, '❤️', 'love!'))).toBe('?%E2%9D%A4%EF%B8%8F=love%21');
  });

  test('with allowReserved, reserved characters stay, except those with a meaning (OpenAPI 3.2, appendix C)', () => {
    const value = `:/?#[]@!$&'()*+,;=%41% `;
    expect(queryOf((draft) => writeExplodedForm(draft, 'q', value, encodeReserved))).toBe(
      `?q=:/?%23%5B%5D@!$%26'()*%2B,;%3D%41%25%20`,
    );
    expect(queryOf((draft) => writeForm(draft, 'q', ['a,b', 'c/d'], encodeReserved))).toBe('?q=a%2Cb,c/d');
    expect(headerOf('cookie', (draft) => writeExplodedFormCookie(draft, 'c', 'a;b/c', encodeReservedCookie))).toBe(
      'c=a%3Bb/c',
    );
  });
});

describe('values that cannot be sent are refused, by name', () => {
  const bad = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, {}, [], new Date(0), () => 1, '\ud800'];
  test.each(bad.map((value) => [value]))('path %o', (value) => {
    expect(() => writePath('id', value)).toThrow(/'id'/);
    expect(() => writeSimple('id', value, true)).toThrow(/'id'/);
  });

  test.each([
    [new Date(0)],
    [Number.NaN],
    [() => 1],
    [new Map()],
    [[null]],
    [[undefined]],
    [[[1]]],
    [[{}]],
    ['\udc00'],
  ])('query %o', (value) => {
    expect(() => queryOf((draft) => writeExplodedForm(draft, 'q', value))).toThrow(/'q'/);
    expect(() => queryOf((draft) => writeForm(draft, 'q', value))).toThrow(/'q'/);
  });

  test.each(['.', '..', '%2e', '.%2E', '%2e%2e'])('a segment %j', (segment) => {
    expect(() => wholeSegment('id', segment)).toThrow(/'id'/);
    expect(() => wholeSegment('id', writeSimple('id', [segment], false, encodeReservedPath))).toThrow(/'id'/);
  });

  test('a dot segment, and an empty path value', () => {
    for (const value of ['.', '..', '']) expect(() => writePath('id', value)).toThrow(/'id'/);
    for (const value of ['', []]) expect(() => writeSimple('id', value, false)).toThrow(/'id'/);
    for (const write of [writeLabel, writeMatrix]) expect(() => write('id', [], true)).toThrow(/'id'/);
    expect(() => writePathPart('id', '')).toThrow(/'id'/);
  });

  test('but not a value that only looks like a dot segment', () => {
    expect(writePath('id', '%2e%2e')).toBe('%252e%252e');
    expect(writePath('id', '...')).toBe('...');
    expect(writePathPart('id', '..')).toBe('..');
    expect(writeMatrix('id', '..', false)).toBe(';id=..');
    expect(writeLabel('id', '', false)).toBe('.');
  });

  test('values that contain their delimiter, if nothing escapes it', () => {
    expect(() => headerOf('x', (draft) => writeHeader(draft, 'X', ['a,b'], false))).toThrow(/'X'/);
    expect(() => headerOf('x', (draft) => writeHeader(draft, 'X', { 'a=b': 1 }, true))).toThrow(/'X'/);
    expect(() => headerOf('x', (draft) => writeHeader(draft, 'X', { a: 'b,c' }, true))).toThrow(/'X'/);
    expect(() => queryOf((draft) => writeDelimited(draft, 'q', ['a b'], { delimiter: ' ' }))).toThrow(/'q'/);
    expect(() => queryOf((draft) => writeDelimited(draft, 'q', ['a|b'], { delimiter: '|' }))).toThrow(/'q'/);
    expect(() => queryOf((draft) => writeDeep(draft, 'q', { 'a]': 1 }))).toThrow(/'q'/);
    expect(() => headerOf('cookie', (draft) => writeCookie(draft, 'c', 'a;b', true))).toThrow(/'c'/);
    expect(() => headerOf('cookie', (draft) => writeCookie(draft, 'c', 'a ', true))).toThrow(/'c'/);
    expect(headerOf('cookie', (draft) => writeCookie(draft, 'c', '"quoted"', true))).toBe('c="quoted"');
  });

  test.each(['a\rb', 'a\nb', 'a\0b', '漢'])('a header value %j', (value) => {
    const error = catchError(() => headerOf('x', (draft) => writeHeader(draft, 'X', value, false)));
    expect(error).toContain(`'X'`);
    expect(error).not.toContain(value);
  });
});

function catchError(run: () => void): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

test('JSON with all digits contains only numbers of JSON', () => {
  const value = { id: 2n ** 60n, more: [null, { n: Number.NaN }] };
  const conversion = { properties: { id: 'int64' } } as const;
  expect(() => sentJson('color', value, conversion)).toThrow(new InvalidInputError('color', 'must be a JSON value'));
  expect(() => writeExactField({ query: '' }, 'color', value)).toThrow(
    new InvalidInputError('color', 'must be a JSON value'),
  );
  expect(() => exactPart('application/json')(startMultipart(), 'color', value)).toThrow(InvalidInputError);
  expect(sentJson('color', { ...value, more: [null] }, conversion)).toBe('{"id":1152921504606846976,"more":[null]}');
});
