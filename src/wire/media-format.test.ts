import { expect, test } from 'vitest';
import { writeSchema } from '../../test/model/write-schema.js';
import type { Encoding, MediaType } from '../model/api.js';
import type { Element } from '../model/element.js';
import type { KeywordSchema } from '../model/schema.js';
import {
  chooseContentType,
  findOtherCharset,
  getEssence,
  isBinary,
  isPositional,
  isSequence,
  readBodyFormat,
  readFormat,
  splitContentTypes,
} from './media-format.js';

const write = (keywords: Partial<KeywordSchema>): KeywordSchema => writeSchema('Value', keywords);
const text = write({ types: ['string'] });
const object = write({ types: ['object'] });
const list = write({ types: ['array'] });
const file = write({ types: ['string'], format: 'binary' });

test.each([
  ['application/json', 'json'],
  ['Application/JSON; charset=utf-8', 'json'],
  ['text/json', 'json'],
  ['application/problem+json', 'json'],
  ['x-application/json', 'bytes'],
  ['application/json5', 'bytes'],
  ['application/x+json-of-mine', 'bytes'],
  ['application/x-www-form-urlencoded', 'form-urlencoded'],
  ['multipart/mixed', 'multipart'],
  ['x-multipart/mixed', 'bytes'],
  ['text/event-stream', 'event-stream'],
  ['text/event-streams', 'text'],
  ['application/jsonl', 'json-lines'],
  ['application/x-ndjson', 'json-lines'],
  ['text/json-lines', 'json-lines'],
  ['application/jsonlines2', 'bytes'],
  ['application/json-seq', 'json-sequence'],
  ['application/geo+json-seq', 'json-sequence'],
  ['x-application/json-seq', 'bytes'],
  ['application/json-seqs', 'bytes'],
  ['application/geo+json-seqs', 'bytes'],
  ['text/plain', 'text'],
  ['application/xml', 'text'],
  ['image/svg+xml', 'text'],
  ['application/xmls', 'bytes'],
  ['application/sql', 'text'],
  ['application/context/plain', 'bytes'],
  ['image/png', 'bytes'],
])('%s belongs to the family %s', (mediaType, format) => {
  expect(readFormat(mediaType, undefined)).toEqual({ format });
});

test.each([
  ['application/x', text, { format: 'text' }],
  ['application/x', object, { format: 'json', guess: 'structure' }],
  ['application/x', list, { format: 'json', guess: 'structure' }],
  ['application/x', file, { format: 'bytes' }],
  ['application/x', write({}), { format: 'bytes' }],
  ['image/png', text, { format: 'bytes' }],
  ['application/pdf', object, { format: 'bytes' }],
  ['application/x-www-form-urlencoded', object, { format: 'form-urlencoded' }],
  ['application/x-www-form-urlencoded', write({}), { format: 'form-urlencoded' }],
  ['application/x-www-form-urlencoded', text, { format: 'text', guess: 'other-than-object' }],
])('the schema suggests the family: %s', (mediaType, schema, reading) => {
  expect(readFormat(mediaType, schema)).toEqual(reading);
});

test.each([
  ['base64', 'text'],
  ['binary', 'bytes'],
  ['8BIT', 'bytes'],
  ['7bit', 'bytes'],
  ['x-7bit', 'text'],
])('a body of text in %s is %s', (contentEncoding, format) => {
  expect(readBodyFormat('image/png', write({ types: ['string'], contentEncoding })).format).toBe(format);
  expect(readBodyFormat('image/png', write({ allOf: [write({ types: ['string'], contentEncoding })] })).format).toBe(
    format,
  );
  expect(readBodyFormat('image/png', write({ contentEncoding })).format).toBe('bytes');
});

test.each([
  ['text/plain', undefined],
  ['text/plain; charset=UTF-8', undefined],
  ['text/plain; charset=utf8', undefined],
  ['text/plain;charset="iso-8859-1"; x=y', 'iso-8859-1'],
  ['text/plain; Charset = latin1;x', 'latin1'],
  ['text/plain; charset=utf-81', 'utf-81'],
  ['text/plain; charset=x-utf-8', 'x-utf-8'],
])('the other charset of %s is %s', (mediaType, charset) => {
  expect(findOtherCharset(mediaType)).toBe(charset);
});

test('the parts of media types', () => {
  expect(getEssence(' Text/Plain ; a=b')).toBe('text/plain');
  expect(splitContentTypes(' image/png, ,image/gif ')).toEqual(['image/png', 'image/gif']);
  expect([splitContentTypes(undefined), splitContentTypes(' , ')]).toEqual([undefined, undefined]);
  const formats = ['event-stream', 'json-lines', 'json-sequence', 'json', 'multipart', 'text'] as const;
  expect(formats.filter(isSequence)).toEqual(['event-stream', 'json-lines', 'json-sequence']);
});

test.each<[string, Partial<KeywordSchema>, boolean]>([
  ['contentEncoding', { contentEncoding: 'base64' }, true],
  ['a font', { contentMediaType: 'font/woff' }, true],
  ['an archive', { contentMediaType: 'application/zip' }, true],
  ['what is not an image', { contentMediaType: 'x-image/png' }, false],
  ['what is not an archive', { contentMediaType: 'application/zipped' }, false],
  ['text', { types: ['string'], format: 'date' }, false],
  ['each alternative but null', { anyOf: [file, write({ types: ['null'] })] }, true],
  ['the same schema twice', { anyOf: [file, file] }, true],
  ['some alternatives', { anyOf: [file, text] }, false],
  ['behind a reference', { ref: file }, true],
  ['behind allOf', { allOf: [text, file] }, true],
])('whether a schema describes bytes: %s', (_, keywords, expected) => {
  expect(isBinary(write(keywords))).toBe(expected);
});

test('a schema that refers to itself is not binary because of that reference', () => {
  const first = writeSchema('First');
  const second = writeSchema('Second', { anyOf: [first] });
  first.allOf = [second];
  expect(isBinary(first)).toBe(false);
  expect(isBinary(writeSchema('Beside', { anyOf: [first, file] }))).toBe(false);
});

test.each([
  [object, 'multipart', 'application/json'],
  [list, 'form-urlencoded', 'application/json'],
  [write({ types: ['string', 'array'] }), 'multipart', 'application/json'],
  [file, 'multipart', 'application/octet-stream'],
  [write({}), 'multipart', 'application/octet-stream'],
  [write({}), 'form-urlencoded', 'text/plain'],
  [file, 'form-urlencoded', 'text/plain'],
  [text, 'multipart', 'text/plain'],
] as const)('the media type of a field or part without one, %#', (schema, format, expected) => {
  expect(chooseContentType(schema, format)).toBe(expected);
});

const encoding: Encoding = {
  ...notedNothing(object),
  property: '',
  headers: [],
  encoding: [],
  prefixEncoding: [],
};

function notedNothing({ origin }: KeywordSchema): Element {
  return { origin, notShown: [], source: [] };
}

test.each<[string, Partial<MediaType>, boolean]>([
  ['prefixEncoding', { schema: object, prefixEncoding: [encoding] }, true],
  ['itemEncoding', { schema: object, itemEncoding: encoding }, true],
  ['itemSchema', { itemSchema: object }, true],
  ['an array', { schema: list }, true],
  ['an array or an object', { schema: write({ anyOf: [list, object] }) }, false],
  ['an object', { schema: object }, false],
  ['nothing', {}, false],
])('whether parts have positions, not names: %s', (_, media, expected) => {
  const plain = { mediaType: 'multipart/mixed', examples: [], encoding: [], prefixEncoding: [] };
  expect(isPositional({ ...notedNothing(object), ...plain, ...media })).toBe(expected);
});
