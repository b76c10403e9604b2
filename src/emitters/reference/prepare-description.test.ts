import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/element.js';
import { Html } from '../../text/html.js';
import type { Additions } from './additions.js';
import { prepareDescription } from './prepare-description.js';

const nothing: Additions = {
  callOuts: new Map(),
  plainNotes: new Map(),
  badges: new Map(),
  summaries: new Map(),
  samples: new Map(),
  outlines: new Map(),
  unpromised: new Set(),
  index: '',
};
const hostile = '<img src=x onerror=alert(1)>';
const harmless = '<div><p>&lt;img src=x onerror=alert(1)&gt; \u200b</p></div>';

test('every text is encoded, and data stays as it is', () => {
  const description = (text: string): JsonObject => ({
    info: { title: 'T', summary: text, description: '' },
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
  expect(prepareDescription(description(hostile), nothing)).toEqual({
    ...description(harmless),
    info: { title: 'T', summary: harmless, description: '<div></div>\n\n' },
  });
});

test('each value of a list with descriptions has one, which is encoded', () => {
  const values = { enum: ['a', 2], 'x-enum-descriptions': [hostile] };
  const prepared = prepareDescription({ info: {}, components: { schemas: { A: values } } }, nothing);
  expect(prepared['components']).toEqual({
    schemas: { A: { enum: ['a', 2], 'x-enumDescriptions': { a: harmless, 2: '' }, 'x-tags': ['Schemas'] } },
  });
});

test('extensions and unsafe URLs are removed', () => {
  expect(
    prepareDescription(
      {
        'x-a': 1,
        info: { 'x-logo': { url: 'https://a.invalid/logo.png' }, contact: { url: 'javascript:alert(1)' } },
        externalDocs: { url: ' JavaScript:alert(1)' },
        servers: [{ url: '{base_url}/a', 'x-b': 1 }, { url: 'https://a.invalid' }],
        paths: { 'x-c': {}, '/a': { get: { 'x-d': 1, 'x-badges': [{ name: hostile }], responses: { 'x-e': 1 } } } },
        components: {
          examples: { e: { externalValue: 'https://a.invalid/e.json' } },
          schemas: { 'x-f': { 'x-g': 1, type: 'string' } },
        },
      },
      nothing,
    ),
  ).toEqual({
    info: { contact: { url: '' }, description: '<div></div>\n\n' },
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
  const prepared = prepareDescription({ info: {}, components: { schemas }, 'x-tagGroups': groups }, nothing);
  expect(prepared['components']).toEqual({
    schemas: { Pet: { 'x-tags': ['Schemas'] }, 'a" /%}{% partial file="x': {}, Yes: true },
  });
  expect(prepared['x-tagGroups']).toEqual([...groups, { name: 'Schemas', tags: ['Schemas'] }]);
});

test('additions follow the text of their place', () => {
  const callOut = [new Html('<p>open</p>')];
  const additions: Additions = {
    callOuts: new Map([
      ['/paths/~1a/get', callOut],
      ['/paths/~1a/get/responses/200/content/a~1b/schema', callOut],
      ['/paths/~1a/get/responses/200/content/c~1d/schema', callOut],
    ]),
    plainNotes: new Map([['/servers/0', 'Not shown: where?']]),
    badges: new Map([['/paths/~1a/get', '2 not shown']]),
    summaries: new Map([['/paths/~1a/get/callbacks/c/{$url}/post', 'Called, 1 not shown']]),
    samples: new Map([['/paths/~1a/get', [{ lang: 'curl', label: 'curl', source: 'curl' }]]]),
    outlines: new Map([['/paths/~1a/get/responses/200/content/c~1d', '<string>']]),
    unpromised: new Set(),
    index: '# Not shown',
  };
  const content = { 'a/b': { schema: { description: 'Shape.' } }, 'c/d': {} };
  const callbacks = { c: { '{$url}': { post: {} } } };
  const prepared = prepareDescription(
    { info: {}, servers: [{ url: '/' }], paths: { '/a': { get: { callbacks, responses: { '200': { content } } } } } },
    additions,
  );
  expect(prepared).toEqual({
    info: { description: '<div></div>\n\n# Not shown' },
    servers: [{ url: '/', description: 'Not shown: where?' }],
    paths: {
      '/a': {
        get: {
          'x-badges': [{ name: '2 not shown', position: 'after', color: 'orange' }],
          'x-codeSamples': [{ lang: 'curl', label: 'curl', source: 'curl' }],
          description: '<div><p>open </p></div>',
          callbacks: { c: { '{$url}': { post: { summary: 'Called, 1 not shown' } } } },
          responses: {
            '200': {
              content: {
                'a/b': { schema: { description: '<div><p>Shape. </p><p>open </p></div>' } },
                'c/d': { schema: { description: '<div><p>open </p></div>' }, example: '<string>' },
              },
            },
          },
        },
      },
    },
  });
});
