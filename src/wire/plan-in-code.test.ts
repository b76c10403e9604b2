import { expect, test } from 'vitest';
import { writeSchema } from '../../test/model/write-schema.js';
import type { MediaType } from '../model/api.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import type { HeldContent, ItemPlan, MediaFormat } from './plan.js';
import { findChecked, isSchemaIgnored } from './plan-in-code.js';

const write = (keywords: Partial<KeywordSchema>): Schema => writeSchema('Value', keywords);
const text = write({ types: ['string'] });
const object = write({ types: ['object'] });

function media(schema: Schema | undefined): MediaType {
  const { origin, notShown, source } = writeSchema('Media');
  const nothing = { examples: [], encoding: [], prefixEncoding: [], notShown, source };
  return { mediaType: 'x/y', origin, ...nothing, ...(schema && { schema }) };
}

function items(schema: Schema | undefined, data?: Schema): ItemPlan {
  return { format: 'event', held: { kind: 'text' }, jsonFields: [], ...(schema && { schema }), ...(data && { data }) };
}

test.each<[string, MediaFormat, Schema | undefined, ItemPlan | undefined, Schema | undefined, Schema | undefined]>([
  ['JSON', 'json', object, undefined, object, object],
  ['JSON without schema', 'json', undefined, undefined, undefined, undefined],
  ['a form', 'form-urlencoded', object, undefined, object, undefined],
  ['a form of parts', 'multipart', object, undefined, undefined, undefined],
  ['bytes', 'bytes', text, undefined, undefined, undefined],
  ['text', 'text', text, undefined, text, text],
  ['text without schema', 'text', undefined, undefined, undefined, undefined],
  ['text of an object', 'text', object, undefined, undefined, undefined],
  ['items', 'json-lines', object, items(text), text, text],
  ['events', 'event-stream', object, items(object), object, object],
  ['events with data', 'event-stream', object, items(object, text), undefined, undefined],
  ['events without plan', 'event-stream', object, undefined, undefined, undefined],
])('what both sides check: %s', (_, format, schema, plan, inRequest, inResponse) => {
  expect(findChecked(media(schema), format, plan, 'request')).toBe(inRequest);
  expect(findChecked(media(schema), format, plan, 'response')).toBe(inResponse);
});

test.each<[string, MediaFormat, Schema | undefined, ItemPlan | undefined, HeldContent, boolean]>([
  ['of an object that is sent as text', 'text', object, undefined, { kind: 'text' }, true],
  ['that is held as a value', 'text', text, undefined, { kind: 'value', schema: text }, false],
  ['that is absent', 'text', undefined, undefined, { kind: 'text' }, false],
  ['of JSON', 'json', object, undefined, { kind: 'text' }, false],
  ['of events', 'event-stream', object, items(object), { kind: 'events' }, false],
  ['of the data of events', 'event-stream', object, items(undefined, object), { kind: 'events' }, false],
  ['that no event has', 'event-stream', object, items(undefined), { kind: 'events' }, true],
  ['of events as text', 'event-stream', text, items(undefined), { kind: 'events' }, false],
  ['of events without plan', 'event-stream', object, undefined, { kind: 'events' }, false],
])('whether a schema is ignored: a schema %s', (_, format, schema, plan, client, expected) => {
  const content = { mediaType: media(schema), format, fields: [], ...(plan && { items: plan }) };
  expect(isSchemaIgnored(content, client)).toBe(expected);
});
