import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import type { Api, Operation } from '../../src/model/api.js';
import { isObject } from '../../src/model/element.js';
import { buildDescription } from './build-description.js';
import { objectRows, type Row } from './object-rows.js';

/** The place of an object of each kind in a description, and its place in the model. */
interface Place {
  readonly describe: (written: unknown) => object;
  readonly find: (api: Api) => unknown;
}

function describeOperation(members: object): object {
  return { paths: { '/a': { post: { responses: { 200: { description: '' } }, ...members } } } };
}

const describeMedia = (name: string, media: unknown): object =>
  describeOperation({ requestBody: { content: { [name]: media } } });
const describeReply = (members: unknown): object => describeOperation({ responses: { 200: members } });

const operationOf = ({ operations, webhooks }: Api): Operation | undefined => operations[0] ?? webhooks[0];
const mediaOf = (api: Api) => operationOf(api)?.requestBody?.content[0];
const replyOf = (api: Api) => operationOf(api)?.responses[0];
const describeVariable = (written: unknown): object => ({ servers: [{ url: '/{a}', variables: { a: written } }] });

const places: { readonly [kind: string]: Place } = {
  'OpenAPI Object': { describe: (written) => ({ ...(isObject(written) && written) }), find: (api) => api },
  'Info Object': { describe: (info) => ({ info }), find: (api) => api.info },
  'Server Object': { describe: (server) => ({ servers: [server] }), find: (api) => api.servers[0] },
  'Server Variable Object': { describe: describeVariable, find: (api) => api.servers[0]?.variables[0] },
  'Tag Object': { describe: (tag) => ({ tags: [tag, { name: 'up' }] }), find: (api) => api.tags[0] },
  'Path Template': { describe: (paths) => ({ paths }), find: operationOf },
  'Path Item Object': { describe: (item) => ({ paths: { '/a': item } }), find: operationOf },
  'Operation Object': {
    describe: (operation) => describeOperation({ ...(isObject(operation) && operation) }),
    find: operationOf,
  },
  'Parameter Object': {
    describe: (parameter) => describeOperation({ parameters: [parameter] }),
    find: (api) => operationOf(api)?.parameters[0],
  },
  'Request Body Object': {
    describe: (requestBody) => describeOperation({ requestBody }),
    find: (api) => operationOf(api)?.requestBody,
  },
  'Media Type Object': { describe: (media) => describeMedia('multipart/mixed', media), find: mediaOf },
  'Media Type Object of events': { describe: (media) => describeMedia('text/event-stream', media), find: mediaOf },
  'Media Type Object of almost events': {
    describe: (media) => describeMedia('application/x-text/event-stream', media),
    find: mediaOf,
  },
  'Encoding Object': {
    describe: (encoding) => describeMedia('application/x-www-form-urlencoded', { encoding: { a: encoding } }),
    find: (api) => mediaOf(api)?.encoding[0],
  },
  'Encoding Object of a part': {
    describe: (encoding) => describeMedia('multipart/form-data', { encoding: { a: encoding } }),
    find: (api) => mediaOf(api)?.encoding[0],
  },
  'Response Object': { describe: describeReply, find: replyOf },
  'Header Object': {
    describe: (header) => describeReply({ description: '', headers: { A: header } }),
    find: (api) => replyOf(api)?.headers[0],
  },
  'Link Object': {
    describe: (link) => describeReply({ description: '', links: { a: link } }),
    find: (api) => replyOf(api)?.links[0],
  },
  'Link Object to its own operation': {
    describe: (link) =>
      describeOperation({ operationId: 'o', responses: { 200: { description: '', links: { a: link } } } }),
    find: (api) => replyOf(api)?.links[0],
  },
  'Example Object': {
    describe: (example) => describeMedia('application/json', { examples: { a: example } }),
    find: (api) => mediaOf(api)?.examples[0],
  },
  'Callback Object': {
    describe: (callback) => describeOperation({ callbacks: { a: callback } }),
    find: (api) => operationOf(api)?.callbacks[0]?.operations[0],
  },
  'Security Scheme Object': {
    describe: (scheme) => ({ components: { securitySchemes: { a: scheme } } }),
    find: (api) => api.securitySchemes[0],
  },
  'Schema Object': {
    describe: (schema) => ({ components: { schemas: { S: schema, T: { title: 'T' } } } }),
    find: (api) => api.schemas.find((one) => one.component === 'S'),
  },
};

// Members that are not compared: places, and what later steps add to a schema with a discriminator.
const ofPlaces = new Set(['origin', 'notShown', 'source', 'resource', 'component', 'inheritance']);

/** Returns the members that the description states: without places, and for a schema with a title only that title. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isObject(value)) return value;
  const { kind, ...rest } = value;
  const isSchema = kind === 'keywords' || kind === 'boolean';
  const said = isSchema ? rest : value;
  const entries = Object.entries(said).filter(([name, member]) => !ofPlaces.has(name) && member !== undefined);
  if (isSchema && entries.length === 1 && typeof rest['title'] === 'string') return rest['title'];
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutPlaces(member)]));
}

/**
 * Reads a row. Returns what the model has and what was reported. The pointer of a finding begins at the object if the
 * model has it.
 */
function readRow(kind: string, { written, version = '3.2.0', model }: Row): Row {
  const place = places[kind];
  const root = { openapi: version, info: { title: 'T', version: '1' }, paths: {}, ...place?.describe(written) };
  const { api, messages } = buildDescription(JSON.stringify(root));
  const found = place?.find(api);
  const own = isObject(found) && isObject(found['origin']) ? ` ${String(found['origin']['pointer'])}` : ' ';
  return {
    written,
    version,
    model: choose(withoutPlaces(found), model, kind),
    findings: messages.map((message) => message.replace(own, ' ')),
  };
}

/** Returns the members of a value that a row lists. For a schema, returns all members. */
function choose(value: unknown, row: Row['model'], kind: string): Row['model'] {
  if (!isObject(value)) return undefined;
  if (kind === 'Schema Object' || row === undefined) return value;
  return Object.fromEntries(Object.keys(row).map((name) => [name, value[name]]));
}

const complete = ({ written, version = '3.2.0', model, findings = [] }: Row): Row => ({
  written,
  version,
  model,
  findings,
});

test.each(Object.keys(objectRows))('%s: each keyword has its meaning in the model', (kind) => {
  const rows = objectRows[kind] ?? [];
  expect(rows.map((row) => readRow(kind, row))).toEqual(rows.map(complete));
});

const wrongFile = new URL('wrong-rows.yaml', import.meta.url).pathname;
const wrongRows: typeof objectRows = parse(readFileSync(wrongFile, 'utf8'));

// Writes the present findings into the rows of a kind (`npm run record`).
function record(kind: string, rows: readonly Row[]): void {
  const document = parseDocument(readFileSync(wrongFile, 'utf8'));
  for (const [index, { findings = [] }] of rows.entries())
    if (findings.length === 0) document.deleteIn([kind, index, 'findings']);
    else document.setIn([kind, index, 'findings'], document.createNode(findings, { flow: true }));
  writeFileSync(wrongFile, document.toString({ lineWidth: 0 }));
}

test.each(Object.keys(wrongRows))('%s: a mistake is reported, and the object is still read', (kind) => {
  const rows = wrongRows[kind] ?? [];
  const read = rows.map((row) => readRow(kind, row));
  if (process.env['LACUNA_RECORD'] !== undefined) record(kind, read);
  else expect(read).toEqual(rows.map(complete));
});

test.each([
  ['3.0.4', 'target'],
  ['3.1.1', 'own'],
])('OpenAPI %s: a description beside a reference', (version, expected) => {
  const { api } = buildDescription(`
openapi: ${version}
info: { title: T, version: '1' }
paths:
  /a: { get: { responses: { 200: { $ref: '#/components/responses/R', description: own } } } }
components: { responses: { R: { description: target } } }
`);
  expect(replyOf(api)?.description).toBe(expected);
});

test('a security requirement names a scheme of another file by its URI', () => {
  const { api, findings } = buildDescription({
    'spec.yaml': `
openapi: 3.2.0
info: { title: T, version: '1' }
paths: { /a: { get: { security: [{ 'more.yaml#/components/securitySchemes/key': [] }], responses: {} } } }
`,
    'more.yaml': 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }',
  });
  expect(operationOf(api)?.security?.[0]?.schemes[0]?.scheme.name).toBe('key');
  expect(findings).toEqual([]);
});

test('all URIs of a security scheme, and its name, mean the same scheme', () => {
  const { api, findings } = buildDescription({
    'spec.yaml': `
openapi: 3.2.0
info: { title: T, version: '1' }
security: [{ token: [] }, { '#/components/securitySchemes/token': [] }, { spec.yaml#/components/securitySchemes/token: [] },
  { own: [] }, { more.yaml#/a: [] }, { './more.yaml#/b': [] }, { basic.yaml: [] }, { ./basic.yaml: [] }]
paths: {}
components: { securitySchemes: { token: { type: http, scheme: bearer }, own: { $ref: 'more.yaml#/a' } } }
`,
    'more.yaml': `a: { type: apiKey, in: header, name: X-Key }
b: { $ref: '#/a' }`,
    'basic.yaml': '{ type: http, scheme: basic }',
  });
  const used = api.securitySchemes.map(({ name }) => name);
  expect(used).toEqual(['token', 'own', 'basic.yaml']);
  expect(findings).toEqual([]);
});
