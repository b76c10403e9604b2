import { expect, test } from 'vitest';
import { findMediaType, findParameter, isAccepted, listParameters, readMediaType } from './media-type.js';

test.each([
  ['application/json', 'application/json'],
  ['Application/JSON; charset=utf-8', 'application/json'],
  ['application/json; version=2', 'application/json;version=2'],
  ['text/html', 'text/*'],
  ['image/png', '*/*'],
  ['application/vnd.a+json', 'application/*+json'],
  ['application/json; a="x;version=1\\";version=3"; version="2"', 'application/json;version=2'],
] as const)('content of %s is read as %s', (header, expected) => {
  const list = ['*/*', 'text/*', 'application/*+json', 'application/json', 'application/json;version=2'].map(
    (mediaType) => ({ mediaType }),
  );
  expect(findMediaType(list, header)).toEqual({ mediaType: expected });
});

test.each(['', 'json', 'a/b/c', 'text/ plain'])('%j is not a media type', (text) => {
  expect(readMediaType(text)).toBe(undefined);
});

test.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['text/html, application/json;q=0.1', true],
  ['text/html', false],
  ['application/json;q=0, */*', false],
  ['*/*;q=0', false],
  ['application/json;v=9;q=0, application/json', true],
  ['application/json;v=9', true],
  ['application/json;v=9, */*;q=0', false],
  ['text/plain;x="a, application/json"', false],
  ['text/plain;x="a, application/json", application/json', true],
  ['application/json;x=";q=0"', true],
])('Accept: %s accepts application/json: %s', (header, expected) => {
  expect(isAccepted(header === undefined ? undefined : [header], ['application/json'])).toBe(expected);
});

test.each([
  ['application/json;v=2', true],
  ['application/json', true],
  ['application/json;v=3', false],
  ['application/json;v=3, */*;q=0.1', true],
])('Accept: %s accepts application/json;v=2: %s', (header, expected) => {
  expect(isAccepted([header], ['application/json;v=2'])).toBe(expected);
});

test('a range in the description is acceptable if any of its media types is', () => {
  expect(isAccepted(['image/png'], ['image/*'])).toBe(true);
  expect(isAccepted(['text/plain'], ['image/*'])).toBe(false);
});

test.each([
  // The most specific range decides, wherever it is in the list.
  ['text/plain;q=0, text/*', 'text/plain', false],
  ['text/*, text/plain;q=0', 'text/plain', false],
  ['text/*;q=0, */*', 'text/plain', false],
  ['*/*;q=0, text/*', 'text/plain', true],
  ['text/plain, text/*;q=0', 'text/plain', true],
  ['text/plain;a=1;q=0, text/plain', 'text/plain;a=1', false],
  ['text/plain, text/plain;a=1;q=0', 'text/plain;a=1', false],
  ['text/plain;q=0, text/plain;a=1', 'text/plain;a=1', true],
  ['TEXT/Plain', 'text/plain', true],
  [' text/plain ', 'text/plain', true],
  [' ', 'text/plain', true],
  ['text/plain;q=0.001', 'text/plain', true],
  ['text/plain;q=0.000', 'text/plain', false],
  ['text', 'text/plain', false],
  ['text/plainer', 'text/plain', false],
  ['application/*+json', 'application/a+json', true],
  ['application/*+json', 'application/a+xml', false],
  ['application/*+json', 'text/a+json', false],
  ['image/*', 'image/*', true],
  ['text/plain', 'no media type', false],
])('Accept: %s accepts %s: %s', (header, mediaType, expected) => {
  expect(isAccepted([header], [mediaType])).toBe(expected);
});

test('the header accepts if it accepts one of several media types, in one line or several', () => {
  expect(isAccepted(['text/csv'], ['text/plain', 'text/csv'])).toBe(true);
  expect(isAccepted(['text/html', 'text/csv;q=0.5'], ['text/plain', 'text/csv'])).toBe(true);
  expect(isAccepted(['text/html', 'text/xml'], ['text/plain', 'text/csv'])).toBe(false);
  expect(isAccepted([], ['text/plain'])).toBe(true);
});

test('the parameters of a header, with quoted values', () => {
  expect(listParameters('a/b; X=1;y = "2;\\"z=3\\\\" ;w=Ab')).toEqual([
    ['x', '1'],
    ['y', '2;"z=3\\'],
    ['w', 'Ab'],
  ]);
  expect(listParameters('a/b; =x; w=Ab')).toEqual([['w', 'Ab']]);
  expect(findParameter('form-data; name=a; name=b', 'name')).toBe('a');
  expect(findParameter('form-data; name=""', 'name')).toBe('');
  expect(findParameter('form-data; xname=a', 'name')).toBe(undefined);
});

test('the most specific described media type counts, at any position', () => {
  const find = (text: string, ...mediaTypes: readonly string[]): string | undefined => {
    const list = mediaTypes.map((mediaType) => ({ mediaType }));
    return findMediaType(list, text)?.mediaType;
  };
  expect(find('text/plain;a=1;b=2', 'text/plain;a=1', 'text/plain;a=1;b=2', 'text/plain')).toBe('text/plain;a=1;b=2');
  expect(find('text/plain;a=1', 'text/plain;a=2', 'text/*;a=1', 'text/plain')).toBe('text/plain');
  expect(find('text/plain;a=1', 'text/*;a=1', 'text/*')).toBe('text/*;a=1');
  expect(find('text/plain', '*/*', 'text/*')).toBe('text/*');
  expect(find('text/plain', 'image/*', 'no media type')).toBe(undefined);
  expect(find('text/plain', 'no media type', '*/*')).toBe('*/*');
  // A described parameter may be absent, but not have another value.
  expect(find('text/plain', 'text/plain;a=1', 'text/plain;a=2')).toBe('text/plain;a=1');
  expect(find('text/plain', 'text/plain;a=1', 'text/plain')).toBe('text/plain');
  expect(find('text/plain', 'text/plain;a=1', 'text/*')).toBe('text/plain;a=1');
  expect(find('text/plain; A="1"; b=3', 'text/plain', 'text/plain;a=1;b=2', 'text/plain;a=1')).toBe('text/plain;a=1');
  expect(find('text/plain;a=2', 'text/plain;a=1')).toBe(undefined);
  expect(find('text/plain;a="\\";b="c"', 'text/plain')).toBe(undefined);
  expect(find('text/plain;a="\\"";b="c"', 'text/plain')).toBe('text/plain');
  expect(find('multipart/form-data; boundary=x', 'multipart/form-data; boundary=y')).toBe(
    'multipart/form-data; boundary=y',
  );
});
