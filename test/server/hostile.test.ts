import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckReply } from '../../src/runtime/server/check-replies.js';
import type { Server, ServerRequest } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { chooseSeed } from '../seed.js';
import { generateServer, removeFolder } from './make-server.js';

/** Every request has a declared response, no handler receives what the description forbids, and nothing breaks. */
let folder: string;
let server: Server;
let seen: { readonly operation: string; readonly args: Record<string, unknown> }[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  folder = await generateServer('test/server/animals.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  const emitted: { createServer(handlers: object, options: object): Server; unimplemented: object } =
    await load('server/index');
  const replies: { readonly [operation: string]: object } = {
    listAnimals: { status: 200, contentType: 'text/csv', headers: { 'X-Total': 1 }, body: '' },
    addAnimal: { status: 201, body: { name: 'Tom' } },
    removeAnimal: { status: 204 },
    watchNewChanges: { status: 204 },
    putPhoto: { status: 200, contentType: 'image/png', body: new Uint8Array() },
  };
  const handlers = Object.keys(emitted.unimplemented).map((operation) => [
    operation,
    (args: Record<string, unknown>) => {
      seen.push({ operation, args });
      return replies[operation] ?? { status: 200, body: operation === 'watchChanges' ? [] : { name: 'Tom' } };
    },
  ]);
  const { checkReplies }: { checkReplies: CheckReply } = await load('server/check-replies');
  const security = { token: (token: string) => token, key: (key: string) => key };
  const onError = (error: unknown): unknown => errors.push(error);
  server = emitted.createServer(Object.fromEntries(handlers), { security, onError, checkReplies });
});
afterAll(() => removeFolder(folder));

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      '%',
      '%00',
      '%ff',
      '%2F',
      '%2e%2e',
      '..',
      '.',
      '',
      '\u0000',
    ],
    ...[
      '{}',
      '[]',
      'null',
      '1',
      '-0',
      '1e999',
      '9007199254740993',
      'true',
      'NaN',
      'a,b',
      'a;b',
      ';a=1',
      '.a',
      '\r\nx: y',
    ],
  ),
);
const name = fc.oneof(
  nasty,
  fc.constantFrom('tags', 'filter', 'filter[name]', 'filter[legs]', 'filter[__proto__]', 'near', 'limit', 'api_key'),
);
const segment = fc.oneof(nasty, fc.constantFrom('animals', 'newest', '7', 'photos', 'small.png', 'changes'));
const known = fc.constantFrom('/animals', '/animals/7', '/animals/newest', '/animals/7/photos/small.png', '/changes');
const path = fc.oneof(
  known,
  fc.array(segment, { maxLength: 6 }).map((list) => `/${list.join('/')}`),
  nasty,
);
const query = fc
  .array(fc.tuple(name, nasty), { maxLength: 5 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
const headers = fc.array(
  fc.tuple(
    fc.constantFrom(
      'authorization',
      'accept',
      'content-type',
      'content-length',
      'content-encoding',
      'transfer-encoding',
      'cookie',
      'x-flags',
      '__proto__',
    ),
    fc.oneof(
      nasty,
      fc.constantFrom(
        'Bearer t',
        'application/json',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        'image/png',
        '*/*;q=0',
        'seen=true; seen=x',
        '10',
        'chunked',
      ),
    ),
  ),
  { maxLength: 6 },
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.json({ maxDepth: 4 }).map((text) => new TextEncoder().encode(text)),
  fc
    .array(
      fc.oneof(nasty, fc.constantFrom('--x', '\r\n', 'content-disposition: form-data; name="photo"', 'name=', '&')),
    )
    .map((parts) => new TextEncoder().encode(parts.join(''))),
);

async function ask(
  method: string,
  target: string,
  lines: readonly (readonly [string, string])[],
  bytes: Uint8Array,
): Promise<{ readonly code: number }> {
  const all = new Map<string, string[]>();
  for (const [key, value] of lines) all.set(key, [...(all.get(key) ?? []), value]);
  const content = {
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
  const request: ServerRequest = { method, target, headers: all, body: content, signal: new AbortController().signal };
  return server.handle(request);
}

const declared = [200, 201, 204, 400, 401, 403, 404, 405, 406, 413, 415, 501];

test('fuzzed requests get a declared response', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', '__proto__'),
      fc.tuple(path, query).map(([before, after]) => `${before}?${after}`),
      headers,
      body,
      async (method, target, lines, bytes) => {
        seen = [];
        const { code } = await ask(method, target, lines, bytes);
        expect(errors).toEqual([]);
        expect(declared).toContain(code);
        expect(seen.length > 0).toBe(code < 300 && method !== 'OPTIONS');
        for (const { args } of seen) checkArguments(args);
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
    { numRuns: 2000, seed: chooseSeed('fuzzed requests') },
  );
});

test('fuzzed animals reach the handler only if they are valid', async () => {
  const animal = fc.record(
    { name: fc.oneof(fc.string(), fc.constant(1)), legs: fc.anything(), extra: fc.anything() },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(animal, async (value) => {
      seen = [];
      const text = JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? 0 : member));
      const bytes = new TextEncoder().encode(text);
      const lines = [
        ['authorization', 'Bearer t'],
        ['content-type', 'application/json'],
        ['content-length', String(bytes.length)],
      ] as const;
      const { code } = await ask('POST', '/animals', lines, bytes);
      expect(errors).toEqual([]);
      const given: Record<string, unknown> = JSON.parse(text);
      const isFine =
        typeof given['name'] === 'string' &&
        given['name'] !== '' &&
        (!('legs' in given) || Number.isSafeInteger(given['legs'])) &&
        !('extra' in given);
      expect({ code, called: seen.length }).toEqual(isFine ? { code: 201, called: 1 } : { code: 400, called: 0 });
    }),
    { numRuns: 1000, seed: chooseSeed('fuzzed animals') },
  );
});

function checkArguments(args: Record<string, unknown>): void {
  if ('limit' in args) expect(Number.isInteger(args['limit']) && Number(args['limit']) >= 1).toBe(true);
  if ('animalId' in args) expect(Number.isSafeInteger(args['animalId'])).toBe(true);
  if ('size' in args) expect(['small', 'large']).toContain(args['size']);
  if ('tags' in args) expect(Array.isArray(args['tags']) && args['tags'].length <= 3).toBe(true);
  if ('filter' in args)
    expect(Object.keys(Object(args['filter'])).every((key) => ['name', 'legs'].includes(key))).toBe(true);
}
