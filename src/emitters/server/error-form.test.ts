import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/element.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { readFormat } from '../../wire/media-format.js';
import { type ErrorContent, findErrorForm } from './error-form.js';

const nothing = { origin: { file: 'a.yaml', pointer: '' }, notShown: [], source: [] };

/** Builds the few keywords that these tests write. */
function schema({ properties, allOf, additionalProperties, type, ...rest }: JsonObject): KeywordSchema {
  const built = (part: unknown): Schema =>
    typeof part === 'boolean' ? { ...nothing, kind: 'boolean', value: part } : schema(part as JsonObject);
  return {
    ...nothing,
    ...rest,
    kind: 'keywords',
    ...(type !== undefined && { types: [type].flat() as KeywordSchema['types'] & object }),
    ...(properties !== undefined && {
      properties: Object.entries(properties as JsonObject).map(([name, part]) => ({ name, schema: built(part) })),
    }),
    ...(Array.isArray(allOf) && { allOf: allOf.map(built) }),
    ...(additionalProperties !== undefined && { additionalProperties: built(additionalProperties) }),
  };
}

function respond(written: JsonObject, name = 'application/json'): ErrorContent[] {
  const content = { ...nothing, schema: schema(written), examples: [], encoding: [], prefixEncoding: [] };
  const mediaType = { ...content, mediaType: name };
  return [{ mediaType, format: readFormat(name, content.schema).format, isRange: name.includes('*') }];
}

/** Prints the form as a short text: `error=message details={}`. */
function formOf(written: JsonObject, mediaType?: string): string | undefined {
  const form = findErrorForm(respond(written, mediaType));
  return form?.members
    .map(({ name, value }) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value.always)}`)
    .join(' ');
}

const text = { type: 'string' };
const whole = { type: 'integer' };

test.each([
  ['the practice API', { error: text, details: { type: 'object' } }, ['error', 'details'], 'error=message details={}'],
  ['code and message', { code: whole, message: text }, ['code', 'message'], 'code=code message=message'],
  ['optional members', { message: text, url: text }, [], 'message=message'],
  ['RFC 9457', { type: { type: 'string', format: 'uri' }, title: text, detail: text }, ['title'], 'title=message'],
  [
    'a reason beside the sentence',
    { error: text, message: text },
    ['error', 'message'],
    'error=reason message=message',
  ],
  ['one text of any name', { problema: text }, ['problema'], 'problema=message'],
  [
    'lists and nulls',
    { message: text, errors: { type: 'array' }, at: { type: ['integer', 'null'] } },
    ['errors', 'at'],
    'message=message errors=[] at=null',
  ],
  [
    'constants',
    { ok: { const: false }, kind: { enum: ['error'] }, message: text },
    ['ok', 'kind'],
    'ok=false kind="error" message=message',
  ],
])('%s: a sentence and a code are enough for the form', (_, properties, required, expected) => {
  expect(formOf({ type: 'object', properties, required })).toBe(expected);
});

test.each([
  ['no text', { code: whole }, ['code']],
  ['a text that has to be one of several', { message: { enum: ['a', 'b'] } }, ['message']],
  ['a text of a format', { message: { type: 'string', format: 'uuid' } }, ['message']],
  ['a member that would have to be invented', { message: text, requestId: text }, ['message', 'requestId']],
  ['a number that would have to be invented', { message: text, retryAfter: whole }, ['message', 'retryAfter']],
  ['a code out of bounds', { message: text, code: { type: 'integer', maximum: 20 } }, ['code']],
  ['a truth that would have to be invented', { message: text, retry: { type: 'boolean' } }, ['retry']],
  ['a required member without schema', { message: text }, ['other']],
  ['several texts of any name', { one: text, two: text }, ['one', 'two']],
])('%s: there is no form', (_, properties, required) => {
  expect(formOf({ type: 'object', properties, required })).toBe(undefined);
});

test('the members of all schemas of an object count, unless one of the schemas allows no others', () => {
  const parts = [{ properties: { message: text } }, { properties: { status: whole }, required: ['status'] }];
  expect(formOf({ type: 'object', allOf: parts })).toBe('message=message status=code');
  expect(formOf({ allOf: [...parts, { additionalProperties: false }] })).toBe(undefined);
  expect(formOf({ allOf: parts, oneOf: [] })).toBe(undefined);
});

test('only JSON content has a form', () => {
  expect(formOf({ properties: { message: text } }, 'application/xml')).toBe(undefined);
  expect(formOf({ properties: { message: text } }, 'application/problem+json')).toBe('message=message');
});
