import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { emitWithoutRedoc } from '../emit-without-redoc.js';
import { makeFolder } from '../make-folder.js';

/** What readers see in the article, printed as Markdown. */
async function printArticle(parts: object): Promise<string> {
  const text = stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {}, ...parts });
  const folder = makeFolder({ 'openapi.yaml': text });
  const { files } = await emitWithoutRedoc({ folder, spec: 'openapi.yaml', only: ['reference'] });
  return files.get('reference/reference.md') ?? '';
}

/** Returns the lines below a heading with this id, up to the next heading. */
function findSection(article: string, id: string): string {
  const [, rest = ''] = article.split(`<a id="${id}"></a>`);
  return rest.split('\n').slice(1).join('\n').split(/^#/m)[0]?.trim() as string;
}

test.each([
  ['a constant has no list of values', '{ type: string, const: a }', 'the value `"a"`'],
  ['a pattern is code', '{ type: string, pattern: "^[a-z]+$" }', 'string, matches `^[a-z]+$`'],
  [
    'names of fields have no type',
    '{ type: object, propertyNames: { pattern: "^x" } }',
    'object\n\n- **names of fields** matches `^x`',
  ],
  [
    'one is singular',
    '{ type: array, minItems: 1, items: { maxLength: 1 } }',
    'array of any value, ≥ 1 item\n\n- **each item** ≤ 1 character',
  ],
  [
    'the form in XML is described',
    '{ type: string, xml: { name: id, namespace: "https://a.invalid/ns", prefix: a, attribute: true } }',
    'string\n\nIn XML: an attribute, name `id`, prefix `a`, namespace `https://a.invalid/ns`',
  ],
  [
    'values have the descriptions of a list',
    '{ enum: [a, null, b], x-enum-descriptions: [The *first*., Nothing., ""] }',
    'string or null\n\nOne of these values\n\n- `"a"`\n  The *first*.\n- `"b"`',
  ],
  [
    'values have the descriptions of an object, also within a list',
    '{ type: array, items: { anyOf: [{ type: integer, enum: [1, 2], x-enumDescriptions: { "2": Two. } }, { minimum: 5 }] } }',
    'array\n\n- **each item**\n  - **any of** integer\n    One of these values\n    - `1`\n    - `2`\n      Two.\n  - **any of** ≥ 5',
  ],
  ['an empty XML Object has no line', '{ type: string, xml: {} }', 'string'],
  ['required fields describe an object', '{ required: [a] }', 'object\n\n- a any value **required**'],
  [
    'a schema that a discriminator names is listed once',
    '{ oneOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }], discriminator: { propertyName: by, mapping: { a: A } } }',
    'The field `by` states which schema applies.\n\n- **one of** null\n- **by = a** [A](#schema-a)',
  ],
])('%s', async (_what, schema, expected) => {
  const article = await printArticle({ components: { schemas: { A: { type: 'object' }, Subject: parse(schema) } } });
  expect(findSection(article, 'schema-subject')).toBe(expected);
});

test('a body shows the schema to which a dynamic reference leads from there', async () => {
  const items = { type: 'array', items: { $dynamicRef: '#item' } };
  const Page = { $id: 'page', $defs: { item: { $dynamicAnchor: 'item' } }, type: 'object', properties: { items } };
  const $ref = '#/components/schemas/Page';
  const schema = { $ref, $defs: { item: { $dynamicAnchor: 'item', $ref: '#/components/schemas/Pet' } } };
  const article = await printArticle({
    paths: { '/pets': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    components: { schemas: { Page, Pet: { type: 'string' } } },
  });
  expect(article).toContain('`application/json` [Page of Pet](#schema-page-of-pet)');
  expect(findSection(article, 'schema-page-of-pet')).toBe('object\n\n- items array of [Pet](#schema-pet)');
});

test('numbers have the digits of the description', async () => {
  const { files } = await emitWithoutRedoc({
    folder: makeFolder({
      'openapi.yaml': `openapi: 3.1.0
info: { title: Digits, version: 1.10 }
paths: {}
components:
  schemas:
    Bounds: { type: number, minimum: -9223372036854775808, exclusiveMaximum: 0.12345678901234567891, multipleOf: 0.10 }
    Values:
      type: number
      enum: [9007199254740993, 0.12345678901234567891]
      x-enum-descriptions: [Long., Fine.]
      default: 0.12345678901234567891
      examples: [[9223372036854775807, 0.12345678901234567891]]
      example: 12345678901234567890.5
    Constant: { const: { a: [0.12345678901234567891] } }
  examples: { Digits: { value: { a: 9007199254740993, b: 0.12345678901234567891 } } }
  responses: { Found: { description: OK, content: { application/json: { examples: { it: { $ref: '#/components/examples/Digits' } } } } } }
`,
    }),
    spec: 'openapi.yaml',
    only: ['reference'],
  });
  const article = files.get('reference/reference.md') ?? '';
  expect(article).toContain('Digits 1.10');
  expect(findSection(article, 'schema-bounds')).toBe(
    'number, ≥ -9223372036854775808, < 0.12345678901234567891, multiple of 0.1',
  );
  expect(findSection(article, 'schema-values')).toBe(`number, default \`0.12345678901234567891\`

One of these values

- \`9007199254740993\`
  Long.
- \`0.12345678901234567891\`
  Fine.

Example \`[9223372036854775807,0.12345678901234567891]\`

Example \`12345678901234567890.5\``);
  expect(findSection(article, 'schema-constant')).toBe('the value `{"a":[0.12345678901234567891]}`');
});

test('the address of an operation in Redoc has the parents of its tag', async () => {
  const { files } = await emitWithoutRedoc({
    folder: makeFolder({
      'openapi.yaml': `openapi: 3.2.0
info: { title: Tags, version: '1' }
tags: [{ name: Shop }, { name: Old orders, parent: Shop }, { name: returns, parent: Old orders }]
paths: { /returns: { get: { operationId: listReturns, tags: [returns], responses: { '200': { description: Fine } } } } }
`,
    }),
    spec: 'openapi.yaml',
    only: ['reference'],
  });
  expect(files.get('reference/article.html')).toContain(' data-route="/shop/old-orders/returns/listreturns"');
});

const problem = { $ref: '#/components/responses/Problem' };

test('an error of a component is written once for all statuses, and apart from those with other texts', async () => {
  const article = await printArticle({
    paths: {
      '/a': { get: { operationId: 'a', responses: { 400: problem, 404: problem } } },
      '/b': { get: { operationId: 'b', responses: { 404: problem, default: { ...problem, description: 'Other.' } } } },
    },
    components: { responses: { Problem: { description: 'It failed.' } } },
  });
  expect(article).toContain('### <a id="response-shared-Problem"></a>400, 404 Problem\n\nIt failed.');
  expect(article.match(/It failed\./g)).toHaveLength(1);
  expect(article).toContain('Common errors: [400](#response-shared-Problem), [404](#response-shared-Problem)');
  expect(article).toMatch(/##### default\n\nOther\./);
});

test('the texts of an error that several operations share are those beside the reference', async () => {
  const get = (description: string): object => ({
    get: { responses: { 400: { ...problem, description }, 401: problem } },
  });
  const article = await printArticle({
    paths: Object.fromEntries(['A', 'A', 'A', 'B', 'B', 'B'].map((text, index) => [`/${index}`, get(text)])),
    components: { responses: { Problem: { description: 'It failed.' } } },
  });
  const ids = [...article.matchAll(/<a id="(response-[^"]*)"><\/a>40/g)].map(([, id]) => id ?? '');
  expect(ids).toHaveLength(3);
  expect(ids.map((id) => findSection(article, id)).sort()).toEqual(['A', 'B', 'It failed.']);
  expect(ids).toContain('response-401-Problem');
});

test('a range of statuses follows its statuses', async () => {
  const responses = { '4XX': { description: 'Other.' }, 409: { description: 'Sold out.' }, 200: { description: 'OK' } };
  const article = await printArticle({ paths: { '/a': { get: { responses } } } });
  expect([...article.matchAll(/^##### (.*)$/gm)].map(([, status]) => status)).toEqual(['200', '409', '4XX']);
});

test('a long title that its heading shows whole is not repeated', async () => {
  const summary = 'Creates a product with all of its pictures, its translations and its prices in every currency';
  const article = await printArticle({ paths: { '/a': { get: { summary, responses: {} } } } });
  expect(article.split(summary)).toHaveLength(2);
});

test('the authentication of an operation is not stated, none, or what the description states', async () => {
  const find = async (operation: object, root: object = {}): Promise<string> => {
    const components = {
      securitySchemes: { key: { type: 'openIdConnect', openIdConnectUrl: 'https://a.invalid/id' } },
    };
    const article = await printArticle({
      ...root,
      components,
      paths: { '/a': { get: { ...operation, responses: {} } } },
    });
    expect(findSection(article, 'security-key')).toBe('OpenID Connect, described at <https://a.invalid/id>');
    return findSection(article, 'get-a').split('\n\n')[1] ?? '';
  };
  expect(await find({})).toBe('Authentication: not stated');
  expect(await find({ security: [] }, { security: [{ key: [] }] })).toBe('No authentication required.');
  expect(await find({}, { security: [] })).toBe('No authentication required.');
  expect(await find({}, { security: [{ key: [] }] })).toBe('Authentication: [key](#security-key)');
});

test('the authentication of a webhook says whether the webhook itself states it', async () => {
  const find = async (webhook: object): Promise<string> => {
    const article = await printArticle({
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      security: [{ key: [] }],
      webhooks: { sold: { post: { ...webhook, responses: {} } } },
    });
    return findSection(article, 'webhook-post-sold').split('\n\n')[1] ?? '';
  };
  expect(await find({})).toBe('Authentication, as stated for the whole API: [key](#security-key)');
  expect(await find({ security: [] })).toBe('No authentication required.');
  expect(await find({ security: [{ key: [] }] })).toBe('Authentication: [key](#security-key)');
});

test('a tag links to its parent', async () => {
  const tags = [
    { name: 'shop', summary: 'The shop' },
    { name: 'orders', parent: 'shop', description: 'All orders.' },
  ];
  const article = await printArticle({ openapi: '3.2.0', tags });
  expect(findSection(article, 'tag-orders')).toBe('Part of [The shop](#tag-shop)\n\nAll orders.');
});

test('the address of a callback without a name does not contain its file, and its former address leads to it', async () => {
  const callbacks = { onScan: { '{$request.body#/url}': { post: { responses: {} } } } };
  const text = stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/a': { get: { responses: {}, callbacks } } },
  });
  const folder = makeFolder({ 'openapi.yaml': text });
  const { files } = await emitWithoutRedoc({ folder, spec: 'openapi.yaml', only: ['reference'] });
  const page = files.get('reference/article.html') ?? '';
  const id = 'callback-paths-1a-get-callbacks-on-scan-request-body-1url-post';
  expect(page).toContain(`id="${id}"`);
  expect(page).toContain(`<span id="${id.replace('callback-', 'callback-openapi-yaml-')}"></span>`);
  expect(page).toContain('<link rel="alternate" type="text/markdown" href="reference.md">');
});

test('a sample has the names that a pattern without the Unicode flag matches', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    patternProperties: { '^x\\-': { type: 'string', format: 'date' } },
  };
  const json = { schema, example: { name: 'a', 'x-day': '2026-01-31' } };
  const post = { operationId: 'a', requestBody: { content: { 'application/json': json } }, responses: {} };
  const text = stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { post } } });
  const folder = makeFolder({ 'openapi.yaml': text });
  const { files } = await emitWithoutRedoc({
    folder,
    spec: 'openapi.yaml',
    only: ['reference', 'client'],
    dates: 'Date',
  });
  expect(files.get('reference/reference.md')).toContain("{ name: 'a', 'x-day': new Date('2026-01-31') }");
});

test('the article counts the open questions, and claims nothing about guesses or the rest of the description', async () => {
  const gap = { id: 'limits', kind: 'policy', question: 'Which limits are there?', source: 'Guide', guess: 'Ten.' };
  const article = await printArticle({ 'x-not-shown': [gap] });
  expect(article.split('## ')[0]).toBe('# Shop 1\n\n[1 open question.](#not-shown)\n\n');
  expect(article).toContain('Our guess, which the documentation does not confirm: Ten.');
});
