import { expect, test } from 'vitest';
import type { Api } from '../../src/model/api.js';
import { isObject } from '../../src/model/is-object.js';
import type { Operation } from '../../src/model/operation.js';
import { buildDescription } from './build-description.js';
import { objectRows } from './object-rows.js';

/** Where a description has an object of a kind, and where the model has it. */
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

// Where an object is, and what later steps add to a schema with a discriminator.
const ofPlaces = new Set(['origin', 'notShown', 'source', 'resource', 'component', 'inheritance']);

/** Returns what the description said: no places, and of a schema that has a title nothing but the title. */
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

function readRow(kind: string, written: unknown, version: string): unknown {
  const place = places[kind];
  const root = { openapi: version, info: { title: 'T', version: '1' }, paths: {}, ...place?.describe(written) };
  return withoutPlaces(place?.find(buildDescription(JSON.stringify(root)).api));
}

/** Returns those members of a value that a row speaks of; a row of a schema speaks of all. */
function choose(value: unknown, row: object, kind: string): unknown {
  if (kind === 'Schema Object' || !isObject(value)) return value;
  return Object.fromEntries(Object.keys(row).map((name) => [name, value[name]]));
}

test.each(Object.keys(objectRows))('%s: each keyword has its meaning in the model', (kind) => {
  const rows = objectRows[kind] ?? [];
  const read = rows.map(({ written, version = '3.2.0', model }) => ({
    written,
    version,
    model: choose(readRow(kind, written, version), model, kind),
  }));
  expect(read).toEqual(rows.map(({ written, version = '3.2.0', model }) => ({ written, version, model })));
});
