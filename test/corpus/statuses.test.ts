import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../src/index.js';
import type { Response as Described, Header, MediaType, Operation } from '../../src/model/api.js';
import type { Names } from '../../src/naming/names.js';
import type { CheckReply } from '../../src/runtime/server/check-replies.js';
import type { Server } from '../../src/runtime/server/message.js';
import { readFormat } from '../../src/wire/media-format.js';
import { buildShape, listShapes } from '../../src/wire/value-shape.js';
import { lookUp } from '../agreement/json-schema.js';
import { makeDraw, makeInstance } from '../agreement/make-instances.js';
import { reach } from '../conformance/adapters.js';
import { effort } from '../effort.js';
import { bundleOutput, emit } from '../load-output.js';
import { namePath } from '../types/emission.js';
import { corpusFolder, hasCorpus } from './list-descriptions.js';

/**
 * Every documented status with each of its media types: a handler returns it, the server sends it and the client reads
 * it. Requests use a credential of each alternative and a body of each media type in turn. 1xx is left out, because it
 * comes before a response and `fetch` hides it. 407 is left out, because `fetch` handles it itself (Fetch standard,
 * 4.6).
 */
const descriptions = [
  'museum/openapi.yaml',
  'adyen/PaymentService-v68.json',
  'adyen/BinLookupService-v54.json',
  'adyen/OpenBankingService-v1.json',
  'twilio/twilio_lookups_v1.json',
  'twilio/twilio_voice_v1.json',
  'twilio/twilio_oauth_v1.json',
  'oas-examples/3.0/json/petstore-expanded.json',
  'oas-examples/3.0/json/http-status-codes.json',
  'oas-examples/3.0/json/uspto.json',
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-statuses-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The other descriptions take longer, and have much in common with these.
const few = ['museum/openapi.yaml', 'oas-examples/3.0/json/http-status-codes.json'];
const chosen = (effort === 'part' ? few : descriptions).map((file) => join(corpusFolder, file));

describe.each(['spec/openapi.yaml', ...(hasCorpus ? chosen : [])])('%s', (path) => {
  test('round trip of every status', async () => {
    const name = path.replace(/\W/g, '-');
    const spec = join(folder, `${name}.json`);
    const root = onlyAnswers(parse(readFileSync(path, 'utf8')));
    writeFileSync(spec, JSON.stringify(root));
    const run = await generate({ folder, spec, out: name, only: ['client', 'server'], emit });
    expect(run.written).toBeTruthy();
    const load = await bundleOutput(join(folder, name));
    const client: Client = await load('client/index');
    const server: ServerModule = await load('server/index');
    const checks: { readonly checkReplies: CheckReply } = await load('server/check-replies');
    const { checkReplies } = checks;
    const { api, names } = namePath(spec);
    let reply: object = {};
    let got: Got = {};
    const handle = ({ body }: Got, { principal }: Got): object => {
      got = { body, principal };
      return reply;
    };
    const handlers = Object.fromEntries(Object.keys(server.unimplemented).map((key) => [key, handle]));
    const keys = [...names.securitySchemes.values()];
    const security = Object.fromEntries(keys.map((key) => [key, (credential: unknown) => ({ key, credential })]));
    const errors: unknown[] = [];
    const onError = (error: unknown): unknown => errors.push(error);
    const reached = await reach(server.createServer(handlers, { security, onError, checkReplies }));
    try {
      let count = 0;
      for (const operation of api.operations) {
        const id = names.operations.get(operation)?.identifier ?? '';
        const { outcome } = client[id] as Call;
        const args = Object.fromEntries(
          [...(names.operations.get(operation)?.parameters.values() ?? [])].map((key) => [key, 'x']),
        );
        const replies = [...listReplies(operation, { root, isValid: (given) => isValid(checkReplies, id, given) })];
        const callers = listCallers(operation, names);
        const bodies = listBodies(operation);
        const turns = replies.length > 0 ? Math.max(replies.length, callers.length, bodies.length) : 0;
        for (let turn = 0; turn < turns; turn += 1) {
          const { given, code, body } = at(replies, turn);
          const { auth, principal } = at(callers, turn);
          const sent = at(bodies, turn);
          reply = given;
          const answer = await outcome(client.createClient({ baseUrl: reached.url, retries: 0, auth }), {
            ...args,
            ...sent,
          });
          expect({ id, ...got }).toEqual({ id, body: sent.body, principal });
          expect({ id, status: answer.status, code: answer.code }).toEqual({ id, status: given.status, code });
          expect(await readBody(answer.body)).toEqual(body);
          if (given.headers) expect(answer.headers.typed).toMatchObject(given.headers);
          count += 1;
        }
      }
      expect(errors).toEqual([]);
      expect(count).toBeGreaterThan(api.operations.length * 0.9);
    } finally {
      await reached.close(0);
    }
  });
});

interface Got {
  readonly body?: unknown;
  readonly principal?: unknown;
}
interface Caller {
  readonly auth: { readonly [key: string]: unknown };
  readonly principal: unknown;
}
interface ServerModule {
  createServer(handlers: object, options: object): Server;
  readonly unimplemented: object;
}
interface Client {
  createClient(options: object): unknown;
  readonly [operation: string]: unknown;
}
interface Call {
  outcome(
    client: unknown,
    args: object,
  ): Promise<{ status: unknown; code: number; headers: { typed?: object }; body: unknown }>;
}

const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;

/** Lists the credentials with which an operation can be called, one for each alternative of its security. */
function listCallers({ security }: Operation, names: Names): Caller[] {
  const callers = security.map(({ schemes }): Caller => {
    const credentials = schemes.map(({ scheme }) => ({
      key: names.securitySchemes.get(scheme) ?? '',
      credential: scheme.type === 'http' && scheme.scheme === 'basic' ? { username: 'u', password: 'ü' } : 'secret',
    }));
    const auth = Object.fromEntries(credentials.map(({ key, credential }) => [key, credential]));
    return { auth, principal: credentials.at(-1) };
  });
  return callers.length > 0 ? callers : [{ auth: {}, principal: undefined }];
}

/** Lists the bodies that an operation accepts, one for each media type. */
function listBodies({ requestBody }: Operation): { readonly body?: unknown; readonly contentType?: string }[] {
  const content = requestBody?.content ?? [];
  const isChoice = content.length > 1 || content.some(({ mediaType }) => mediaType.includes('*'));
  const bodies = content.map((described) => {
    const { mediaType, schema } = described;
    const { format } = readFormat(mediaType, schema);
    const text = `as ${format}`;
    const body = /^(text|bytes)$/.test(format) ? bodyOf(described, text) : { text };
    return { body, ...(isChoice && { contentType: mediaType.replace('/*', '/png') }) };
  });
  return bodies.length > 0 ? bodies : [{}];
}

/** Removes what requests need besides a credential and a body, so that it is clear what must be sent. */
function onlyAnswers(description: Tree): Tree {
  const resolve = (part: Tree): Tree =>
    typeof part['$ref'] === 'string'
      ? part['$ref']
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key] as Tree, description)
      : part;
  const inPath = (list: unknown): Tree[] =>
    ((list ?? []) as Tree[])
      .map(resolve)
      .filter((parameter) => parameter['in'] === 'path')
      .map((parameter) => ({ name: parameter['name'], in: 'path', required: true, schema: { type: 'string' } }));
  for (const item of Object.values(description['paths'] as Tree) as Tree[]) {
    item['parameters'] = inPath(item['parameters']);
    for (const [method, operation] of Object.entries(item) as [string, Tree][]) {
      if (!/^(get|put|post|delete|options|head|patch|trace)$/.test(method)) continue;
      operation['parameters'] = inPath(operation['parameters']);
      for (const key of ['callbacks', 'servers', 'x-pagination']) delete operation[key];
      if (/^(get|head|trace)$/.test(method)) delete operation['requestBody'];
      const body = resolve((operation['requestBody'] ?? {}) as Tree);
      if (operation['requestBody']) Object.assign(body, { required: true });
      const content = (body['content'] ?? {}) as Tree;
      for (const mediaType of Object.keys(content)) content[mediaType] = { schema: schemaOf(mediaType) };
      for (const response of Object.values(operation['responses'] as Tree) as Tree[]) {
        delete resolve(response)['links'];
      }
    }
    delete item['servers'];
  }
  return { ...description, servers: [{ url: 'https://example.com' }] };
}

function schemaOf(mediaType: string): object {
  if (/json/.test(mediaType)) return {};
  if (/form/.test(mediaType)) return { type: 'object', properties: { text: { type: 'string' } } };
  return { type: 'string', ...(!mediaType.startsWith('text/') && { format: 'binary' }) };
}

interface Given {
  readonly status: unknown;
  readonly headers?: { readonly [name: string]: unknown };
  readonly body?: unknown;
}

interface Tree {
  [key: string]: unknown;
}

/** The places of schemas, and a function that returns whether the description allows a reply. */
interface Samples {
  readonly root: Tree;
  readonly isValid: (given: Given) => boolean;
}

function isValid(checkReplies: CheckReply, id: string, given: Given): boolean {
  try {
    checkReplies(id, given);
    return true;
  } catch {
    return false;
  }
}

/** Yields the reply of a handler for each response and media type of an operation, and what its caller must receive. */
function* listReplies(
  operation: Operation,
  samples: Samples,
): Generator<{ given: Given; code: number; body: unknown }> {
  for (const response of operation.responses) {
    const code = codeOf(response, operation);
    // A finding reports these statuses.
    if (code < 200 || code === 407) continue;
    const headers = Object.fromEntries(response.headers.flatMap(sampleHeader));
    const common: Given = {
      status: response.status,
      ...(typeof response.status !== 'number' && { code }),
      ...(response.headers.length > 0 && { headers }),
    };
    const isBodiless = operation.method === 'HEAD' || [204, 205, 304].includes(code);
    if (isBodiless || response.content.length === 0) yield { given: common, code, body: undefined };
    for (const mediaType of isBodiless ? [] : response.content) {
      const isChoice = response.content.length > 1 || mediaType.mediaType.includes('*');
      const contentType = mediaType.mediaType.replace('*/*', 'image/png').replace('/*', '/png');
      const chosen = { ...common, ...(isChoice && { contentType }) };
      const body = sampleBody(mediaType, `${operation.operationId} ${response.status}`, chosen, samples);
      yield { given: { ...chosen, body }, code, body };
    }
  }
}

function codeOf({ status }: Described, { responses }: Operation): number {
  if (typeof status === 'number') return status;
  const taken = new Set(responses.map((other) => other.status));
  const first = status === 'default' ? 417 : Number(status.charAt(0)) * 100 + 17;
  for (let code = first; ; code += 1) if (!taken.has(code)) return code;
}

// Other tests check headers of all styles.
function sampleHeader({ wireName, content }: Header): (readonly [string, unknown])[] {
  const schema = content.by === 'style' ? content.schema : content.mediaType.schema;
  const [shape] = schema ? listShapes(buildShape(schema)) : [];
  if (shape?.kind !== 'primitive') return [];
  const chosen = schema?.kind === 'keywords' ? schema.enum?.[0] : undefined;
  const [type = 'string'] = shape.types;
  return [[wireName, chosen ?? { string: 'some text', integer: 7, number: 7.5, boolean: true, null: null }[type]]];
}

function bodyOf({ mediaType, schema }: MediaType, text: string): unknown {
  const { format } = readFormat(mediaType, schema);
  return { json: { text }, text, bytes: new TextEncoder().encode(text) }[format as string];
}

/** Returns a body that the description allows: a drawn value of its schema. For a sequence, two items. */
function sampleBody(described: MediaType, text: string, given: Given, { root, isValid }: Samples): unknown {
  const { format } = readFormat(described.mediaType, described.schema);
  if (format === 'bytes' || format === 'multipart') return new TextEncoder().encode(text);
  const { schema = described.itemSchema } = described;
  for (let seed = 0; seed < 300; seed += 1) {
    const drawn = schema ? makeInstance(root, lookUp(root, `#${schema.origin.pointer}`), makeDraw(seed)) : { text };
    const isText = format === 'text' || format === 'form-urlencoded';
    const whole = described.itemSchema ? [drawn, drawn] : drawn;
    const body = isText && (seed === 0 || typeof whole !== 'string') ? text : whole;
    if (body !== undefined && isValid({ ...given, body })) return JSON.parse(JSON.stringify(body));
  }
  throw new Error(`no body is found for '${described.mediaType}' of ${text}`);
}

async function readBody(body: unknown): Promise<unknown> {
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return body;
  const items: unknown[] = [];
  for await (const item of body as AsyncIterable<unknown>) items.push(item);
  return items;
}
