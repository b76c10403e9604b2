import { expect, test } from 'vitest';
import { findMediaType, isAccepted, readMediaType } from './read-media-type.js';

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
  const content = readMediaType(header);
  expect(content && findMediaType(list, content)).toEqual({ mediaType: expected });
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
