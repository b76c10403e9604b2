import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../src/index.js';
import type { Response as Described, Header, MediaType, Operation } from '../../src/model/operation.js';
import type { Server } from '../../src/runtime/server-message.js';
import { formatOf } from '../../src/wire/media-format.js';
import { alternativesOf, shapeOf } from '../../src/wire/value-shape.js';
import { reach } from '../conformance/adapters.js';
import { namePath } from '../types/emission.js';
import { corpusFolder, hasCorpus } from './list-descriptions.js';

/** Every documented status, each with each of its media types: given by a handler, sent by the server, read by the client. */
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
].map((file) => join(corpusFolder, file));

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-statuses-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['spec/openapi.yaml', ...(hasCorpus ? descriptions : [])])('%s', (path) => {
  test('round trip of every status', async () => {
    const name = path.replace(/\W/g, '-');
    const spec = join(folder, `${name}.json`);
    writeFileSync(spec, JSON.stringify(onlyAnswers(parse(readFileSync(path, 'utf8')))));
    const run = await generate({ folder, spec, out: name, only: ['client', 'server'] });
    expect(run.written).toBeTruthy();
    const client: Client = await import(join(folder, name, 'client/index.ts'));
    const server: ServerModule = await import(join(folder, name, 'server/index.ts'));
    const { api, names } = namePath(spec);
    let reply: object = {};
    const handlers = Object.fromEntries(Object.keys(server.unimplemented).map((key) => [key, () => reply]));
    const errors: unknown[] = [];
    const reached = await reach(server.createServer(handlers, { onError: (error: unknown) => errors.push(error) }));
    const bound = client.createClient({ baseUrl: reached.url, retries: 0 });
    try {
      let count = 0;
      for (const operation of api.operations) {
        const id = names.operations.get(operation)?.identifier ?? '';
        const { outcome } = client[id] as Call;
        const args = Object.fromEntries(
          [...(names.operations.get(operation)?.parameters.values() ?? [])].map((key) => [key, 'x']),
        );
        for (const { given, code, body } of listReplies(operation)) {
          reply = given;
          const answer = await outcome(bound, args);
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

/** A description in which requests need nothing, so that answers are all that is left. */
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
      for (const key of ['requestBody', 'security', 'callbacks', 'servers', 'x-pagination']) delete operation[key];
      for (const response of Object.values(operation['responses'] as Tree) as Tree[]) {
        delete resolve(response)['links'];
      }
    }
    delete item['servers'];
  }
  delete description['security'];
  return { ...description, servers: [{ url: 'https://example.com' }] };
}

interface Given {
  readonly status: unknown;
  readonly headers?: { readonly [name: string]: unknown };
  readonly body?: unknown;
}

interface Tree {
  [key: string]: unknown;
}

/** What a handler gives for each response and media type of an operation, and what its caller is to get. */
function* listReplies(operation: Operation): Generator<{ given: Given; code: number; body: unknown }> {
  for (const response of operation.responses) {
    const code = codeOf(response, operation);
    // The former come before an answer; the latter `fetch` takes for its own (Fetch standard, 4.6).
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
      const body = bodyOf(mediaType, `${operation.operationId} ${response.status}`);
      const isChoice = response.content.length > 1 || mediaType.mediaType.includes('*');
      const contentType = mediaType.mediaType.replace('*/*', 'image/png').replace('/*', '/png');
      if (body !== undefined) yield { given: { ...common, body, ...(isChoice && { contentType }) }, code, body };
    }
  }
}

function codeOf({ status }: Described, { responses }: Operation): number {
  if (typeof status === 'number') return status;
  const taken = new Set(responses.map((other) => other.status));
  const first = status === 'default' ? 417 : Number(status.charAt(0)) * 100 + 17;
  for (let code = first; ; code += 1) if (!taken.has(code)) return code;
}

// Headers of all styles have tests of their own.
function sampleHeader({ wireName, content }: Header): (readonly [string, unknown])[] {
  const schema = content.by === 'style' ? content.schema : content.mediaType.schema;
  const [shape] = schema ? alternativesOf(shapeOf(schema)) : [];
  if (shape?.kind !== 'primitive') return [];
  const chosen = schema?.kind === 'keywords' ? schema.enum?.[0] : undefined;
  const [type = 'string'] = shape.types;
  return [[wireName, chosen ?? { string: 'some text', integer: 7, number: 7.5, boolean: true, null: null }[type]]];
}

// Bodies that stream have tests of their own.
function bodyOf({ mediaType, schema }: MediaType, text: string): unknown {
  const { format } = formatOf(mediaType, schema);
  return { json: { text }, text, bytes: new TextEncoder().encode(text) }[format as string];
}

async function readBody(body: unknown): Promise<unknown> {
  return body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
}
