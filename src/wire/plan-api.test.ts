import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { readDocument } from '../document/read-document.js';
import { buildApi } from '../model-builder/api.js';
import type { HeldContent, OperationPlan } from './plan.js';
import { planApi } from './plan-api.js';

/** Plans the operations of a description. Returns them by operationId, and the warnings with their pointers. */
function plan(paths: string, version = '3.1.1'): { plans: Map<string, OperationPlan>; told: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-wire-'));
  try {
    const file = join(folder, 'spec.yaml');
    writeFileSync(file, `openapi: ${version}\ninfo: { title: t, version: '1' }\n${paths}`);
    const diagnostics = new Diagnostics();
    const document = readDocument(file, diagnostics);
    if (!document) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
    const api = buildApi(document, diagnostics);
    if (diagnostics.hasErrors) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
    const before = diagnostics.list.length;
    const plans = planApi(api, diagnostics);
    return {
      plans: new Map([...plans.values()].map((each) => [each.operation.operationId ?? '', each])),
      told: diagnostics.list.slice(before).map(({ origin, message }) => `${origin?.pointer}: ${message}`),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const file = '{ type: string, format: binary }';

/** Plans one operation with these parameters. */
function planParameters(parameters: string, version?: string): { styles: unknown[]; told: string[] } {
  const { plans, told } = plan(
    `paths:\n  /x:\n    get:\n      operationId: x\n      parameters:\n${parameters}\n      responses: { '200': { description: ok } }\n`,
    version,
  );
  const styles = plans
    .get('x')
    ?.parameters.map(({ value }) =>
      value.by === 'style' ? [value.style, value.explode, value.shape.kind] : [value.body.format],
    );
  return { styles: styles ?? [], told };
}

test('defaults of style and explode, and shapes through references and combinations', () => {
  const { styles, told } = planParameters(`
        - { name: a, in: query, schema: { type: [string, 'null'] } }
        - { name: b, in: query, schema: { allOf: [{ type: array }, { items: { type: integer } }] } }
        - { name: c, in: header, schema: { properties: { a: { type: string } } } }
        - { name: d, in: cookie, schema: { enum: [a, 1] } }
        - { name: e, in: query, schema: { anyOf: [{ type: string }, { type: array, items: { type: string } }] } }
        - { name: f, in: query, content: { application/json: { schema: {} } } }`);
  expect(styles).toEqual([
    ['form', true, 'primitive'],
    ['form', true, 'array'],
    ['simple', false, 'object'],
    ['form', true, 'primitive'],
    ['form', true, 'union'],
    ['json'],
  ]);
  expect(told).toEqual([]);
});

test('undefined behavior is reported with the chosen reading', () => {
  const { styles, told } = planParameters(`
        - { name: a, in: query, style: spaceDelimited, explode: true, schema: { type: array } }
        - { name: b, in: query, style: pipeDelimited, schema: { type: string } }
        - { name: c, in: query, style: deepObject, schema: { type: string } }
        - { name: d, in: query, style: deepObject, schema: { type: object, properties: { x: { type: array }, y: { type: object } } } }
        - { name: e, in: cookie, schema: { type: array, items: { type: string } } }
        - { name: f, in: cookie, explode: false, schema: { type: object } }
        - { name: g, in: query, schema: { type: array, items: { type: array } } }`);
  expect(styles).toEqual([
    ['form', true, 'array'],
    ['form', true, 'primitive'],
    ['form', true, 'primitive'],
    ['deepObject', true, 'object'],
    ['form', true, 'array'],
    ['form', false, 'object'],
    ['form', true, 'array'],
  ]);
  const pointer = '/paths/~1x/get/parameters';
  expect(told).toEqual([
    `${pointer}/0: OpenAPI defines no serialization for style 'spaceDelimited' with 'explode: true' (the parameter 'a'); it is read as 'form' with 'explode: true'`,
    `${pointer}/1: OpenAPI defines no serialization for style 'pipeDelimited' of a value that is not an array or object (the parameter 'b'); it is read as 'form'`,
    `${pointer}/2: OpenAPI defines no serialization for style 'deepObject' of a value that is not an object (the parameter 'c'); it is read as 'form'`,
    `${pointer}/3: OpenAPI defines no serialization for an array inside an object by style 'deepObject' (the parameter 'd'); its name is repeated for each item`,
    `${pointer}/3: OpenAPI defines no serialization for an object inside an object by style 'deepObject' (the parameter 'd'); its members have further brackets`,
    `${pointer}/4: OpenAPI defines no serialization for arrays and objects in a cookie by style 'form' (the parameter 'e'); '; ' separates the pairs`,
    `${pointer}/5: OpenAPI defines no serialization for arrays and objects in a cookie with 'explode: false' (the parameter 'f'); they are sent with commas`,
    `${pointer}/6: OpenAPI defines no serialization for an array or object inside an array by style 'form' (the parameter 'g'); such a value is rejected`,
  ]);
});

test('names that a query contains twice are reported, also those of the members of objects', () => {
  const query = (name: string, schema: string, more = ''): string =>
    `        - { name: ${name}, in: query, schema: ${schema}${more} }`;
  const { told } = plan(`
paths:
  /x:
    get:
      parameters:
${[
  query(
    'filter',
    '{ anyOf: [{ type: object, additionalProperties: false, properties: { a: {} } }, { type: string }] }',
  ),
  query('a', '{ type: string }'),
  query('whole', '{ type: object, additionalProperties: false, properties: { filter: {}, b: {} } }'),
  query('b', '{ type: object, additionalProperties: false, properties: { c: {} } }'),
  query('c', '{ type: object, additionalProperties: false, properties: { d: {} } }', ', explode: false'),
  query('d', '{ type: string }'),
].join('\n')}
      responses: { '200': { description: ok } }
`);
  expect(told.map((each) => each.replace(/^\S+\/(\d): .*?('.*)$/, '$1: $2'))).toEqual([
    "1: 'a' of both 'filter' and 'a'; both receive the value under that name",
    "2: 'filter' of both 'filter' and 'whole'; both receive the value under that name",
    "4: 'c' of both 'b' and 'c'; both receive the value under that name",
  ]);
});

test('a shared parameter is reported once', () => {
  const { told } = plan(`
components: { parameters: { C: { name: c, in: query, style: deepObject, schema: { type: string } } } }
paths:
  /x: { parameters: [{ $ref: '#/components/parameters/C' }], get: { responses: { '200': { description: ok } } }, put: { responses: { '200': { description: ok } } } }
`);
  expect(told).toHaveLength(1);
});

test('recursion ends, and each schema of many references is read once', () => {
  const doubling = Array.from(
    { length: 40 },
    (_, index) =>
      `    S${index}: { allOf: [{ $ref: '#/components/schemas/S${index + 1}' }, { $ref: '#/components/schemas/S${index + 1}' }] }`,
  ).join('\n');
  const { plans } = plan(`
components:
  schemas:
    Tree: { type: object, properties: { kids: { $ref: '#/components/schemas/Tree' } } }
${doubling}
    S40: { type: string }
paths:
  /x:
    get:
      operationId: x
      parameters:
        - { name: tree, in: query, style: deepObject, schema: { $ref: '#/components/schemas/Tree' } }
        - { name: many, in: query, schema: { $ref: '#/components/schemas/S0' } }
      responses: { '200': { description: ok } }
`);
  expect(plans.get('x')?.parameters.map(({ value }) => value.by === 'style' && value.shape.kind)).toEqual([
    'object',
    'primitive',
  ]);
});

test('a shape does not depend on where a circle of schemas is entered', () => {
  const { plans } = plan(`
components: { schemas: { Word: { type: object, properties: { next: { $ref: '#/components/schemas/Word' } } } } }
paths:
  /x:
    post:
      operationId: x
      parameters: [{ name: q, in: query, style: deepObject, schema: { $ref: '#/components/schemas/Word' } }]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Word' } } } }
      responses: { '200': { description: ok } }
`);
  const [next] = plans.get('x')?.body?.alternatives[0]?.fields ?? [];
  expect(next?.contentTypes).toEqual(['application/json']);
});

test('names of several parameters, and objects with unknown names, are reported', () => {
  const { told } = plan(
    `
components:
  schemas:
    Closed: { type: object, properties: { a: { type: string } } }
    Open: { type: object, additionalProperties: { type: string } }
paths:
  /x:
    post:
      parameters:
        - { name: a, in: query, schema: { type: string } }
        - { name: b, in: query, schema: { $ref: '#/components/schemas/Closed' } }
        - { name: c, in: query, schema: { $ref: '#/components/schemas/Open' } }
        - { name: d, in: query, schema: { $ref: '#/components/schemas/Open' } }
        - { name: e, in: query, explode: false, schema: { $ref: '#/components/schemas/Open' } }
        - { name: c, in: cookie, style: cookie, schema: { $ref: '#/components/schemas/Open' } }
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { f: { $ref: '#/components/schemas/Open' } } }
            encoding: { f: { style: form } }
      responses: { '200': { description: ok } }
`,
    '3.2.0',
  );
  const undefinedHere = 'OpenAPI defines no serialization for';
  const pointer = '/paths/~1x/post/parameters';
  expect(told).toEqual([
    `${pointer}/1: ${undefinedHere} the name 'a' of both 'a' and 'b'; both receive the value under that name`,
    `${pointer}/3: ${undefinedHere} further members of an exploded object beside 'c' (the parameter 'd'); both receive the members that no other parameter has`,
    `${pointer}/5: ${undefinedHere} further members of an exploded object among all cookies (the parameter 'c'); the server reads those that the schema lists`,
    `/paths/~1x/post/requestBody/content/application~1x-www-form-urlencoded/encoding/f: ${undefinedHere} further members of an exploded object among the fields of a form (the field 'f'); they are read as fields of their own`,
  ]);
});

test('a form that is not an object, and a text field that is one, are reported and read otherwise', () => {
  const { plans, told } = plan(`
paths:
  /x:
    post:
      operationId: x
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { a: { type: object } } }
            encoding: { a: { contentType: text/plain } }
      responses: { '200': { description: ok } }
    put:
      operationId: text
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: string } } } }
      responses: { '200': { description: ok } }
    patch:
      operationId: list
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: array } } } }
      responses: { '200': { description: ok } }
`);
  const media = (id: string) => plans.get(id)?.body?.alternatives[0];
  expect([media('text')?.format, media('list')?.format]).toEqual(['text', 'json']);
  expect(media('x')?.fields[0]?.value).toMatchObject({ by: 'json', body: { format: 'json' } });
  const form = "a value that is not an object as 'application/x-www-form-urlencoded'";
  expect(told.map((each) => each.replace(/^.* for /, '')).sort()).toEqual([
    `${form}; it is read as JSON`,
    `${form}; it is read as text`,
    `an object or array as 'text/plain' (the field 'a'); it is read as JSON, 'application/json'`,
  ]);
});

test('paths: percent-encoding, a query in the template, undeclared parameters', () => {
  const { plans } = plan(`
paths:
  '/ü "a"/100%/{id}.{ext}?beta=true#f':
    get:
      operationId: x
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: ext, in: path, required: true, schema: { type: string } }
      responses: { '200': { description: ok } }
`);
  const found = plans.get('x');
  expect(found?.path.map((part) => ('literal' in part ? part.literal : part.parameter.parameter.writtenName))).toEqual([
    '/%C3%BC%20%22a%22/100%25/',
    'id',
    '.',
    'ext',
    '',
  ]);
  expect(found?.query).toBe('beta=true');
});

test('paths: characters that a URL may contain stay, percent-encoding in any case too', () => {
  const literal = "/a_Z09!$&'()*+,-./:;=@~%2F%2f[]|";
  const { plans } = plan(`
paths:
  ${JSON.stringify(literal)}: { get: { operationId: x, responses: { '200': { description: ok } } } }
  '/%zz%2?a b#c?d': { get: { operationId: y, responses: { '200': { description: ok } } } }
  '/none?#c': { get: { operationId: z, responses: { '200': { description: ok } } } }
`);
  const literals = (id: string) =>
    plans
      .get(id)
      ?.path.map((part) => ('literal' in part ? part.literal : '{}'))
      .join('');
  expect(literals('x')).toBe(literal);
  expect(literals('y')).toBe('/%25zz%252');
  expect([plans.get('x')?.query, plans.get('y')?.query, plans.get('z')?.query]).toEqual([
    undefined,
    'a%20b',
    undefined,
  ]);
});

test('an empty value that no schema allows is reported, in a query alone', () => {
  const parameter = (name: string, type: string): string =>
    `        - { name: ${name}, in: query, allowEmptyValue: true, schema: { type: ${type} } }\n`;
  const { told } = planParameters(
    `${parameter('a', 'integer')}${parameter('b', 'string')}${parameter('c', '[integer, string]')}`,
  );
  expect(told.map((each) => each.split(':')[0])).toEqual(['/paths/~1x/get/parameters/0/allowEmptyValue']);
});

test('fields: a field that is one file or several is a list, and a form with further members has no limit', () => {
  const { plans } = plan(`
paths:
  /x:
    post:
      operationId: x
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                both: { anyOf: [${file}, { type: array, items: ${file} }] }
                two: { anyOf: [${file}, ${file}] }
              additionalProperties: false
          application/x-www-form-urlencoded:
            schema: { type: object, additionalProperties: true }
      responses: { '200': { description: ok } }
`);
  const [multipart, form] = plans.get('x')?.body?.alternatives ?? [];
  expect(multipart?.fields.map(({ name, repeated }) => [name, repeated])).toEqual([
    ['both', true],
    ['two', false],
  ]);
  expect([multipart?.additional, form?.additional?.name]).toEqual([undefined, '']);
});

test('events before OpenAPI 3.2: a schema with `data` describes the event, any other its data', () => {
  const events = (schema: string) =>
    `{ '200': { description: ok, content: { text/event-stream: { schema: { type: object, properties: ${schema} } } } } }`;
  const { plans } = plan(`
paths:
  /a: { get: { operationId: a, responses: ${events('{ data: { type: object, properties: { x: {} } } }')} } }
  /b: { get: { operationId: b, responses: ${events('{ id: { type: string }, x: {} }')} } }
  /c: { get: { operationId: c, responses: ${events('{ id: { type: string }, retry: { type: integer } }')} } }
  /d: { get: { operationId: d, responses: ${events('{ data: { type: string } }')} } }
  /e: { get: { operationId: e, responses: ${events('{ data: {} }')} } }
  /f: { get: { operationId: f, responses: ${events('{ data: { type: [string, integer] } }')} } }
  /g: { get: { operationId: g, responses: ${events('{ event: { type: string } }')} } }
  /h: { get: { operationId: h, responses: ${events('{}')} } }
`);
  const item = (id: string) => plans.get(id)?.responses[0]?.alternatives[0]?.items;
  const propertiesOf = (schema: unknown) =>
    (schema as { properties?: readonly { name: string }[] } | undefined)?.properties?.map(({ name }) => name);
  expect([propertiesOf(item('a')?.schema), propertiesOf(item('a')?.data)]).toEqual([['data'], ['x']]);
  expect([propertiesOf(item('b')?.schema), propertiesOf(item('b')?.data)]).toEqual([undefined, ['id', 'x']]);
  expect([propertiesOf(item('c')?.schema), propertiesOf(item('c')?.data)]).toEqual([['id', 'retry'], undefined]);
  expect([propertiesOf(item('g')?.schema), propertiesOf(item('g')?.data)]).toEqual([['event'], undefined]);
  expect([item('h')?.schema, propertiesOf(item('h')?.data)]).toEqual([undefined, []]);
  // The data is JSON if its schema allows something else than a string.
  expect(['d', 'e', 'f'].map((id) => item(id)?.data !== undefined)).toEqual([false, false, true]);
});

test('events since OpenAPI 3.2: the schema of an item, or of the items of the array, describes the event', () => {
  const event = '{ type: object, properties: { id: { type: string }, x: {} } }';
  const events = (schema: string) => `{ '200': { description: ok, content: { text/event-stream: { ${schema} } } } }`;
  const { plans } = plan(
    `
paths:
  /a: { get: { operationId: a, responses: ${events(`itemSchema: ${event}`)} } }
  /b: { get: { operationId: b, responses: ${events(`schema: { type: array, items: ${event} }`)} } }
  /c: { get: { operationId: c, responses: ${events(`schema: ${event}`)} } }
`,
    '3.2.0',
  );
  const items = ['a', 'b', 'c'].map((id) => plans.get(id)?.responses[0]?.alternatives[0]?.items);
  expect(items.map((item) => [item?.schema?.kind, item?.data?.kind])).toEqual([
    ['keywords', undefined],
    ['keywords', undefined],
    [undefined, undefined],
  ]);
});

test('successes, Accept and bodies of responses', () => {
  const { plans, told } = plan(`
paths:
  /x:
    get:
      operationId: get
      responses:
        default: { description: e, content: { application/problem+json: {} } }
        '404': { description: n, content: { application/json: {} } }
        '200': { description: ok, content: { '*/*': {}, 'text/*': {}, text/csv: {} } }
        '204': { description: none, content: { application/json: {} } }
    head: { operationId: head, responses: { '200': { description: ok, content: { application/json: {} } } } }
    put: { operationId: put, responses: { default: { description: ok } } }
    post: { operationId: post, responses: { '302': { description: elsewhere } } }
`);
  const get = plans.get('get');
  expect(get?.successes).toEqual([200, 204]);
  expect(get?.accept).toEqual(['text/csv', 'text/*', '*/*', 'application/json', 'application/problem+json']);
  const bodies = new Map(
    get?.responses.map(({ status, alternatives }) => [status, alternatives.map(({ format }) => format)]),
  );
  expect(bodies.get(200)).toEqual(['text', 'text', 'bytes']);
  expect(bodies.get(204)).toEqual([]);
  expect(told).toEqual([
    `/paths/~1x/get/responses/204: in HTTP, a response with the status '204' has no body; its content is ignored`,
  ]);
  expect(plans.get('head')?.responses[0]?.alternatives).toEqual([]);
  expect(plans.get('put')?.successes).toEqual(['default']);
  expect(plans.get('post')?.successes).toEqual([]);
});

test('families of media types', () => {
  const types: [string, string, string][] = [
    ['application/json; charset=utf-8', '{}', 'json'],
    ['application/vnd.x+json', '{}', 'json'],
    ['APPLICATION/JSON', '{}', 'json'],
    ['application/xml', '{ schema: { type: object } }', 'text'],
    ['text/plain', '{ schema: { type: string } }', 'text'],
    ['text/event-stream', '{}', 'event-stream'],
    ['application/x-ndjson', '{}', 'json-lines'],
    ['application/geo+json-seq', '{}', 'json-sequence'],
    ['application/octet-stream', '{ schema: { type: string, format: binary } }', 'bytes'],
    ['image/*', '{ schema: { type: string } }', 'bytes'],
    ['application/jwt', '{ schema: { type: string } }', 'text'],
    ['application/jwt2', '{ schema: { type: string, contentEncoding: base64 } }', 'text'],
    ['application/jwt3', '{ schema: { type: string, contentEncoding: binary } }', 'bytes'],
    ['application/x-own', '{ schema: { type: object } }', 'json'],
  ];
  const { plans, told } = plan(
    `paths:\n  /x:\n    post:\n      operationId: x\n      requestBody:\n        content:\n${types
      .map(([type, media]) => `          '${type}': ${media}`)
      .join('\n')}\n      responses: { '200': { description: ok } }\n`,
  );
  const formats = plans.get('x')?.body?.alternatives.map(({ mediaType, format }) => [mediaType.mediaType, format]);
  // A range cannot be sent, so ranges come last.
  const expected = types
    .map(([type, , format]) => [type, format])
    .sort(([a = ''], [b = '']) => Number(a.includes('*')) - Number(b.includes('*')));
  expect(formats).toEqual(expected);
  expect(told).toEqual([
    `/paths/~1x/post/requestBody/content/application~1x-own: OpenAPI defines no serialization for an object or array as 'application/x-own'; it is read as JSON`,
  ]);
});

test('fields of forms: by content type, by style, one per item (OpenAPI 3.2, 4.15)', () => {
  const schema = `
            schema:
              allOf: [{ type: object, required: [id], properties: { id: { type: string } } }]
              properties:
                address: { type: object }
                tags: { type: array, items: { type: string } }
                files: { type: array, items: {} }
                icon: { type: string, contentEncoding: base64 }
                color: { type: object }
                alias: { type: [string, array] }
              additionalProperties: { type: integer }
            encoding: { color: { style: deepObject }, icon: { contentType: 'image/png, image/jpeg' } }`;
  const { plans } = plan(`
paths:
  /x:
    post:
      operationId: x
      requestBody:
        content:
          application/x-www-form-urlencoded:${schema}
          multipart/form-data:${schema}
      responses: { '200': { description: ok } }
`);
  const fields = plans
    .get('x')
    ?.body?.alternatives.map((media) =>
      [...media.fields, ...(media.additional ? [media.additional] : [])].map(
        ({ name, required, repeated, contentTypes, value }) =>
          [name, required, repeated, contentTypes.join(), value.by === 'style' ? value.style : value.body.format].join(
            ' ',
          ),
      ),
    );
  expect(fields?.[0]?.sort()).toEqual(
    [
      'id true false text/plain form',
      'address false false application/json json',
      'tags false true text/plain form',
      'files false true text/plain form',
      'icon false false image/png,image/jpeg form',
      'color false false  deepObject',
      'alias false false application/json json',
      ' false false text/plain form',
    ].sort(),
  );
  expect(fields?.[1]?.sort()).toEqual(
    [
      'id true false text/plain form',
      'address false false application/json json',
      'tags false true text/plain form',
      'files false true application/octet-stream bytes',
      'icon false false image/png,image/jpeg bytes',
      'color false false text/plain deepObject',
      'alias false false application/json json',
      ' false false text/plain form',
    ].sort(),
  );
});

test.each([
  ['a text', 'properties: { x: { type: string } }', '', 'value'],
  ['a file', `properties: { x: ${file} }`, '', 'fields'],
  [
    'a text with a header',
    'properties: { x: { type: string } }',
    'x: { headers: { X-A: { schema: { type: string } } } }',
    'fields',
  ],
  ['other fields that are text', 'additionalProperties: { type: string }', '', 'value'],
  ['other fields of any kind', 'additionalProperties: {}', '', 'value'],
  ['other fields that are files', `additionalProperties: ${file}`, '', 'fields'],
  ['other fields that are lists of files', `additionalProperties: { type: array, items: ${file} }`, '', 'fields'],
  ['other fields that are files or text', `additionalProperties: { anyOf: [${file}, { type: string }] }`, '', 'fields'],
])('a client sends a multipart form as the value of its schema, or by field: %s', (_, schema, encoding, kind) => {
  const { plans } = plan(`
paths:
  /x:
    post:
      operationId: a
      requestBody:
        content: { multipart/form-data: { schema: { type: object, ${schema} }, encoding: { ${encoding} } } }
      responses: { '200': { description: ok } }
`);
  expect(plans.get('a')?.body?.alternatives[0]?.held.client.kind).toBe(kind);
});

const text = '{ type: string }';
const object = '{ type: object }';
const list = '{ type: array, items: { type: integer } }';
const notShown = "{ x-not-shown: [{ id: shape, kind: shape, question: 'Which?', source: 'API document, 1' }] }";
const data = '{ contentMediaType: application/json, contentSchema: {} }';

// For client and server: the value in a request, the value in a response, and the items of the response.
test.each([
  ['application/json', `schema: ${object}`, 'value schema, value schema, value schema, value schema'],
  ['text/plain', `schema: ${text}`, 'value schema, value schema, value schema, value schema'],
  ['text/plain', `schema: ${object}`, 'text, text, text, text'],
  ['text/plain', '', 'text, text, text, text'],
  ['image/png', `schema: ${text}`, 'bytes, bytes, bytes, bytes'],
  ['image/png', `schema: ${notShown}`, 'bytes schema, bytes schema, bytes schema, bytes schema'],
  ['application/x-www-form-urlencoded', `schema: ${object}`, 'value schema, value schema, text, text'],
  [
    'application/x-www-form-urlencoded',
    `schema: ${notShown}`,
    'value schema, value schema, value schema, value schema',
  ],
  ['multipart/form-data', '', 'fields, bytes, bytes, bytes'],
  ['multipart/form-data', `schema: ${object}`, 'value schema, value schema, bytes, bytes'],
  ['multipart/form-data', `schema: ${notShown}`, 'value schema, value schema, bytes schema, bytes schema'],
  ['multipart/form-data', `schema: { type: object, properties: { a: ${file} } }`, 'fields, fields, bytes, bytes'],
  ['multipart/form-data', `schema: { type: object, additionalProperties: ${file} }`, 'fields, fields, bytes, bytes'],
  ['multipart/form-data', `schema: ${object}, itemSchema: ${object}`, 'parts, parts, items, items, json value schema'],
  ['multipart/mixed', `schema: ${object}`, 'value schema, bytes, items, bytes, part parts'],
  ['multipart/mixed', `schema: ${list}`, 'parts, parts, items, items, text text'],
  ['multipart/mixed', `schema: ${list}, prefixEncoding: [{}]`, 'parts, parts, items, items, text text'],
  [
    'multipart/mixed',
    `schema: ${notShown}, itemSchema: ${object}`,
    'parts, bytes schema, items, bytes schema, json value schema',
  ],
  ['multipart/mixed', `itemSchema: ${text}`, 'parts, parts, items, items, text value schema'],
  ['multipart/mixed', `itemSchema: ${object}`, 'parts, parts, items, items, json value schema'],
  ['multipart/mixed', `itemSchema: ${file}`, 'parts, parts, items, items, bytes bytes'],
  [
    'multipart/mixed',
    `itemSchema: ${object}, itemEncoding: { contentType: 'text/csv, text/plain' }`,
    'parts, parts, items, items, text text',
  ],
  [
    'multipart/mixed',
    `itemSchema: ${object}, itemEncoding: { contentType: 'text/csv, image/png' }`,
    'parts, parts, items, items, part parts',
  ],
  [
    'multipart/mixed',
    `itemSchema: ${object}, itemEncoding: { contentType: multipart/mixed }`,
    'parts, parts, items, items, part parts',
  ],
  ['text/event-stream', `itemSchema: ${object}`, 'items, events, items, items, event value schema'],
  [
    'text/event-stream',
    `itemSchema: { properties: { data: ${data} } }`,
    'items, events, items, items, event value schema data',
  ],
  [
    'text/event-stream',
    `itemSchema: { properties: { data: { contentSchema: {} } } }`,
    'items, events, items, items, event value schema',
  ],
  [
    'text/event-stream',
    `itemSchema: { properties: { data: ${object}, event: ${object}, id: ${object}, a: ${object} } }`,
    'items, events, items, items, event value schema data,event,id',
  ],
  [
    'text/event-stream',
    `itemSchema: { properties: { data: ${text}, event: ${object} } }`,
    'items, events, items, items, event value schema event',
  ],
  ['application/jsonl', `itemSchema: ${object}`, 'items, list item, items, items, json value schema'],
  [
    'application/jsonl',
    `schema: ${list}, itemSchema: ${object}`,
    'items, list item whole, items, items, json value schema',
  ],
  ['application/jsonl', `schema: ${list}`, 'items, value schema, items, items, json value schema'],
  ['application/jsonl', `schema: ${object}`, 'items, list item, items, items, json value schema'],
  ['application/jsonl', '', 'items, value, items, items, json value'],
])('the value in code of %s with { %s }', (mediaType, media, expected) => {
  const content = `content: { ${mediaType}: { $ref: '#/components/mediaTypes/M' } }`;
  const { plans } = plan(
    `
components: { mediaTypes: { M: { ${media} } } }
paths:
  /x:
    post:
      operationId: a
      requestBody: { ${content} }
      responses: { '200': { description: ok, ${content} } }
`,
    '3.2.0',
  );
  const { body, responses } = plans.get('a') ?? {};
  const response = responses?.[0]?.alternatives[0];
  const held = [body?.alternatives[0]?.held, response?.held].flatMap((one) => [one?.client, one?.server]);
  const { format, jsonFields = [], data: json, held: item } = response?.items ?? {};
  const items =
    format === undefined ? [] : [`${format} ${describeHeld(item)}${json ? ' data' : ''} ${jsonFields}`.trim()];
  expect([...held.map(describeHeld), ...items].join(', ')).toBe(expected);
});

function describeHeld(held: HeldContent | undefined): string {
  const schemas = ['schema', 'item', 'whole'].filter((key) => held && key in held);
  return [held?.kind, ...schemas].join(' ');
}

test('the value in code of a parameter or header is described by its schema, unless it is sent as text', () => {
  const contents = [
    `schema: ${object}`,
    `content: { application/json: { schema: ${object} } }`,
    `content: { application/x-www-form-urlencoded: { schema: ${object} } }`,
    `content: { text/plain: { schema: ${object} } }`,
    `content: { text/plain: { schema: ${text} } }`,
  ];
  const { plans } = plan(`
paths:
  /x:
    get:
      operationId: a
      parameters: [${contents.map((content, index) => `{ in: query, name: p${index}, ${content} }`)}]
      responses: { '200': { description: ok, headers: { ${contents.map((content, index) => `H${index}: { ${content} }`)} } } }
`);
  const { parameters = [], responses = [] } = plans.get('a') ?? {};
  expect(parameters.map(({ held }) => held.kind)).toEqual(['value', 'value', 'value', 'text', 'value']);
  const headers = responses.flatMap((response) => response.headers);
  expect(headers.map(({ held }) => held.kind)).toEqual(['value', 'value', 'text', 'text', 'text']);
});

test.each([
  ['application/xml, application/vnd.a+json', 'application/vnd.a+json'],
  ['application/*, application/xml', 'application/xml'],
  ['application/*', 'application/json'],
])('a field that is sent as JSON gets a media type of its list: %s', (contentType, expected) => {
  const { plans } = plan(`
paths:
  /x:
    post:
      operationId: a
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { a: { type: object } } }
            encoding: { a: { contentType: '${contentType}' } }
      responses: { '200': { description: ok } }
`);
  expect(plans.get('a')?.body?.alternatives[0]?.fields[0]?.jsonType).toBe(expected);
});

test('a path with any text is percent-encoded once', () => {
  const { plans } = plan(`
paths:
  "/a b/\u00fc%20%/\\uD800?x=\u00e4 b#c": { get: { operationId: a, responses: { '200': { description: ok } } } }
`);
  expect(plans.get('a')).toMatchObject({ path: [{ literal: '/a%20b/%C3%BC%20%25/%EF%BF%BD' }], query: 'x=%C3%A4%20b' });
});

test('a field of a form keeps the defaults of the style that its encoding has', () => {
  const { plans } = plan(`
paths:
  /x:
    post:
      operationId: a
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { a: { type: array, items: { type: string } }, b: { type: array }, c: { type: string } } }
            encoding: { a: { style: form }, b: { style: pipeDelimited }, c: { style: form, allowReserved: true } }
      responses: { '200': { description: ok } }
`);
  const [media] = plans.get('a')?.body?.alternatives ?? [];
  const styles = media?.fields.map(
    ({ name, isFile, value }) => value.by === 'style' && [name, value.explode, value.allowReserved, isFile],
  );
  expect(styles).toEqual([
    ['a', true, false, false],
    ['b', false, false, false],
    ['c', true, true, false],
  ]);
});

test('an encoding of a property that the schema does not have is reported', () => {
  const { told } = plan(`
paths:
  /x:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { a: { type: string } } }
            encoding: { a: { style: form }, b: { style: form } }
      responses: { '200': { description: ok } }
`);
  expect(told).toEqual([
    "/paths/~1x/post/requestBody/content/application~1x-www-form-urlencoded/encoding/b: 'b' has no effect: the schema has no property of this name",
  ]);
});
