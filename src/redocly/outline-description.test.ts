import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseSample } from '../../test/effort.js';
import type { JsonObject } from '../model/element.js';
import { outlineDescription } from './outline-description.js';
import { runRedocly } from './run-redocly.js';

const schema = { type: 'object', properties: { id: { type: 'string', description: 'Its *id*.' } } };
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' }, example: { id: '1' } } };
const operation = {
  description: '# Heading\n\nAll that there is.',
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
  requestBody: { content },
  responses: { 200: { description: 'Fine', content } },
};
const description: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1', description: '# One\n\nText\n\n## Two\n\nMore' },
  servers: [{ url: 'https://api.invalid', description: 'The one' }],
  security: [{ key: [] }],
  tags: [{ name: 'pets', description: '# In the tag\n\nOf *pets*.', 'x-displayName': 'All pets' }, { name: 'Schemas' }],
  'x-tagGroups': [{ name: 'Group', tags: ['pets', 'Schemas'] }],
  paths: {
    '/pets': { parameters: operation.parameters, get: { ...operation, tags: ['pets'], summary: 'List *pets*' } },
    '/pets/{id}': { get: { ...operation, tags: ['pets', 'more'], summary: 'Get a pet' }, put: { tags: ['pets'] } },
    '/bare': { post: { ...operation, deprecated: true }, put: { ...operation, operationId: 'putBare' } },
    '/other': { $ref: '#/components/pathItems/other' },
  },
  webhooks: { born: { post: { ...operation, summary: 'A pet is born', 'x-badges': [{ name: '2 not shown' }] } } },
  components: {
    schemas: {
      Pet: { ...schema, title: 'A pet', 'x-tags': ['Schemas'] },
      Other: { ...schema, title: 'Another one', 'x-tags': ['Schemas'] },
    },
    pathItems: { other: { get: { ...operation, tags: ['other'] } } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
};

// Returns the page up to the script that contains the description.
async function renderPage(input: JsonObject): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-outline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(input));
  const run = await runRedocly({
    argv: ['build-docs', 'openapi.json', '--inlineBundle', '--output=page.html'],
    folder: folder,
    seconds: 60,
  });
  expect(run.code).toBe(0);
  return readFileSync(join(folder, 'page.html'), 'utf8').split('<script type="module">')[0] ?? '';
}

const descriptions: readonly (readonly [what: string, description: JsonObject])[] = [
  ['with groups of tags', description],
  ['with tags alone', { ...description, 'x-tagGroups': [] }],
  ['without tags', { ...description, tags: [], 'x-tagGroups': [], paths: { '/bare': { post: operation } } }],
];

test.each(chooseSample(descriptions, 3))(
  'Redoc renders the same first page and menu from the outline, %s',
  { timeout: 60_000 },
  async (_what, whole) => {
    const outline = outlineDescription(whole);
    expect(JSON.stringify(outline)).not.toMatch(/All that there is|limit|Its \*id\*|Another one|"put":\{"tags"/);
    expect(await renderPage(outline)).toBe(await renderPage(whole));
  },
);
