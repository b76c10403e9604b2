import { expect, test } from 'vitest';
import type { Schema } from '../model/schema.js';
import { findSentence } from './error-sentence.js';

const nothing = { origin: { file: 'a.yaml', pointer: '' }, notShown: [], source: [] };
const ofType = (type: 'string' | 'integer'): Schema => ({ ...nothing, kind: 'keywords', types: [type] });
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  ...nothing,
  kind: 'keywords',
  types: ['object'],
  properties: Object.entries(properties).map(([name, schema]) => ({ name, schema })),
});
const text = ofType('string');

test.each<[string, Schema, string | undefined]>([
  ['the likeliest name', object({ title: text, code: ofType('integer'), detail: text }), 'detail'],
  ['a name in another spelling', object({ Error_Description: text }), 'Error_Description'],
  ['a text rather than an object', object({ error: object({ message: text }), message: text }), 'message'],
  ['the text of an object', object({ error: object({ code: text, message: text }) }), 'error.message'],
  ['no deeper text', object({ error: object({ error: object({ message: text }) }) }), undefined],
  ['a number', object({ message: ofType('integer') }), undefined],
  ['another name', object({ hint: text }), undefined],
  ['a member of `allOf`', { ...nothing, kind: 'keywords', allOf: [object({ message: text })] }, 'message'],
])('%s', (_, schema, path) => {
  expect(findSentence([schema])?.join('.')).toBe(path);
});
