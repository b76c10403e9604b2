import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/element.js';
import { encodeDescription } from './encode-description.js';

const hostile = '<img src=x onerror=alert(1)>';
const harmless = '<div><p>&lt;img src=x onerror=alert(1)&gt; \u200b</p></div>';

test('every text is encoded, and data stays as it is', () => {
  const description = (text: string): JsonObject => ({
    info: { title: 'T', summary: text },
    tags: [{ name: 't', description: text, externalDocs: { url: 'https://a.invalid', description: text } }],
    paths: {
      '/a': {
        get: {
          description: text,
          parameters: [{ name: 'p', in: 'query', description: text, schema: { type: 'string', default: hostile } }],
          responses: {
            default: {
              description: text,
              headers: { 'x-h': { description: text } },
              content: {
                'a/b': {
                  schema: {
                    properties: { description: { description: text }, 'x-p': { type: 'string', description: text } },
                    examples: [{ description: hostile }],
                    enum: [{ description: hostile }],
                    const: { description: hostile },
                  },
                  examples: { one: { description: text, value: { description: hostile, 'x-v': 1 } } },
                },
              },
            },
          },
          callbacks: { c: { '{$url}': { post: { description: text, responses: {} } } } },
        },
      },
    },
    components: { securitySchemes: { s: { type: 'http', scheme: 'bearer', description: text } } },
  });
  expect(encodeDescription(description(hostile))).toEqual({
    ...description(harmless),
    info: { title: 'T', summary: harmless },
  });
});

test('each value of a list with descriptions has one, which is encoded', () => {
  const values = { enum: ['a', 2], 'x-enum-descriptions': [hostile] };
  const prepared = encodeDescription({ info: {}, components: { schemas: { A: values } } });
  expect(prepared['components']).toEqual({
    schemas: { A: { enum: ['a', 2], 'x-enumDescriptions': { a: harmless, 2: '' }, 'x-tags': ['Schemas'] } },
  });
});

test('extensions and unsafe URLs are removed', () => {
  expect(
    encodeDescription({
      'x-a': 1,
      info: { 'x-logo': { url: 'https://a.invalid/logo.png' }, contact: { url: 'javascript:alert(1)' } },
      externalDocs: { url: ' JavaScript:alert(1)' },
      servers: [{ url: '{base_url}/a', 'x-b': 1 }, { url: 'https://a.invalid' }],
      paths: { 'x-c': {}, '/a': { get: { 'x-d': 1, 'x-badges': [{ name: hostile }], responses: { 'x-e': 1 } } } },
      components: {
        examples: { e: { externalValue: 'https://a.invalid/e.json' } },
        schemas: { 'x-f': { 'x-g': 1, type: 'string' } },
      },
    }),
  ).toEqual({
    info: { contact: { url: '' } },
    externalDocs: { url: '' },
    servers: [{ url: '{base_url}/a' }, { url: 'https://a.invalid' }],
    paths: { '/a': { get: { responses: {} } } },
    components: { examples: { e: {} }, schemas: { 'x-f': { type: 'string', 'x-tags': ['Schemas'] } } },
    tags: [{ name: 'Schemas' }],
  });
});

test('schemas are below a tag, except those whose name would end a tag of Markdoc', () => {
  const schemas = { Pet: {}, 'a" /%}{% partial file="x': {}, Yes: true };
  const groups = [{ name: 'All', tags: ['pets'] }];
  const prepared = encodeDescription({ info: {}, components: { schemas }, 'x-tagGroups': groups });
  expect(prepared['components']).toEqual({
    schemas: { Pet: { 'x-tags': ['Schemas'] }, 'a" /%}{% partial file="x': {}, Yes: true },
  });
  expect(prepared['x-tagGroups']).toEqual([...groups, { name: 'Schemas', tags: ['Schemas'] }]);
});
