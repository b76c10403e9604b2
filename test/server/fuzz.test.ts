import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listening, ListenOptions } from '../../src/runtime/node/node.js';
import type { CheckReply } from '../../src/runtime/server/check-replies.js';
import type { Server } from '../../src/runtime/server/message.js';
import { effort } from '../effort.js';
import { emit } from '../load-output.js';
import { chooseSeed } from '../seed.js';
import { type Described, findWrong, makeRight, readDescribed, writeRequest } from './described.js';
import { generateServer, removeFolder } from './make-server.js';
import { wireNames } from './wire-names.js';

/**
 * Changes the bytes of valid requests and sends them over a socket. Each response is declared, and no handler receives
 * a value that another validator refuses.
 */
interface Emitted {
  createServer(handlers: object, options: object): Server;
  readonly unimplemented: object;
  readonly ForbiddenError: new () => Error;
}
interface Node {
  listen(server: Server, options: ListenOptions): Promise<Listening>;
}
interface Subject {
  readonly spec: string;
  /** The folder of the output. If it is absent, the test generates the output. */
  readonly out?: string;
  readonly requests: readonly string[];
  /** Whether requests are also built from all parameters and bodies of the description. */
  readonly isWhole?: boolean;
  readonly replies: { readonly [operation: string]: object };
}

const end = 'HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer t\r\nConnection: close\r\n';
const withBody = (line: string, type: string, body: string): string =>
  `${line} ${end}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const photo = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nPNG\r\n--x--\r\n';
const animal = '{"name":"Tom","legs":4}';
const subjects: readonly Subject[] = [
  {
    spec: 'generated/openapi.json',
    out: 'generated',
    isWhole: true,
    requests: [
      `GET /scenarios/s-1?x=1 ${end}\r\n`,
      `DELETE /v2/meeting-bots/b%201 ${end}\r\n`,
      `GET /v2/sessions?page=1&limit=20 ${end}Accept: application/json\r\n\r\n`,
      withBody('POST /test', json, '{"input":"check"}'),
      withBody('PATCH /scenarios/1', json, '{"name":"a","tags":[1,null,{"a":true}]}'),
    ],
    replies: {},
  },
  {
    spec: 'test/server/animals.yaml',
    requests: [
      `GET /animals?tags=a,b&filter[name]=x&filter[legs]=2&near=%7B%22lat%22:1,%22lon%22:2%7D&limit=5 ${end}X-Flags: 1,2\r\nCookie: seen=true\r\n\r\n`,
      `GET /animals/7?api_key=k ${end}\r\n`,
      `DELETE /animals/-7 ${end}\r\n`,
      `GET /changes?since=then ${end}\r\n`,
      withBody('POST /animals', json, animal),
      `POST /animals ${end}Content-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\n17\r\n${animal}\r\n0\r\n\r\n`,
      withBody('POST /animals', form, 'name=Tom+Cat&legs=3'),
      withBody('PUT /animals/7/photos/small.png', 'multipart/form-data; boundary=x', photo),
    ],
    replies: {
      listAnimals: { status: 200, contentType: 'text/csv', headers: { 'X-Total': 1 }, body: '' },
      addAnimal: { status: 201, body: { name: 'Tom' } },
      getAnimal: { status: 200, body: { name: 'Tom' } },
      getNewest: { status: 200, body: { name: 'Tom' } },
      removeAnimal: { status: 204 },
      watchChanges: { status: 200, body: [{ data: 'x' }] },
      watchNewChanges: { status: 204 },
      putPhoto: { status: 200, contentType: 'image/png', body: new Uint8Array() },
    },
  },
];

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('__proto__', '"constructor":1,', '%', '%00', '%2F', '%2e%2e/', '&limit=0', '&limit=1', '[', ']'),
  fc.constantFrom('\r\n', '\n', '\r\n\r\n', '\0', '\u{1f600}', ',', '"', '{', '}', ': ', '-', '1e999', 'null', ';q=0'),
  fc.constantFrom('Content-Length: 1\r\n', 'Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n', 'Host: i\r\n'),
);
const change = fc.record({
  how: fc.constantFrom('insert', 'delete', 'repeat', 'replace'),
  // Doubles would be drawn mostly near zero, so most changes would be in the first characters.
  at: fc.noBias(fc.integer({ min: 0, max: 999 })),
  length: fc.integer({ min: 1, max: 12 }),
  text: nasty,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function applyChange(request: string, { how, at, length, text }: Change): string {
  const start = Math.floor((at / 1000) * request.length);
  const [before, part, after] = [
    request.slice(0, start),
    request.slice(start, start + length),
    request.slice(start + length),
  ];
  if (how === 'insert') return before + text + part + after;
  if (how === 'repeat') return before + part + part + after;
  return before + (how === 'delete' ? '' : text) + after;
}

// Sets the content length, because a body is only read if it is as long as the headers state.
function fitLength(request: string): string {
  const body = request.indexOf('\r\n\r\n') + 4;
  const length = Buffer.byteLength(request.slice(body));
  return body < 4 ? request : request.replace(/(Content-Length: )\d+/, `$1${length}`);
}

function mutations(requests: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...requests), fc.array(change, { maxLength: 4 }), fc.boolean())
    .map(([request, changes, isFitted]) => {
      const changed = changes.reduce(applyChange, request);
      return isFitted ? fitLength(changed) : changed;
    });
}

const someText = fc.oneof(
  fc.constantFrom('', ' ', '0', '-1', '1.5', '501', '1e3', 'true', 'false', 'null', '[]', '{}', 'a,b', '2024-02-30'),
  fc.constantFrom('2024-01-31', '2024-01-31T00:00:00Z', '%', '%ff', '%2F', '__proto__', '1&limit=1', '\u{1f600}'),
  fc.string({ unit: 'binary', maxLength: 8 }).map(encodeURIComponent),
);

/**
 * Requests with everything that is described. They are valid except for one parameter, which is different or absent, or
 * for the body.
 */
function partsChanged(described: Described): fc.Arbitrary<string> {
  const parts = described.operations.flatMap((operation) => [
    { operation, part: undefined },
    ...operation.parameters.map(({ name }) => ({ operation, part: name })),
  ]);
  const someBody = fc.oneof(fc.jsonValue(), fc.record({ input: fc.jsonValue() }));
  const drawn = fc.tuple(fc.constantFrom(...parts), fc.nat(), fc.option(someText, { freq: 1 }), someBody);
  return drawn.map(([{ operation, part }, seed, text, body]) => {
    const right = makeRight(described, operation, seed);
    if (part === undefined) return writeRequest(operation, { ...right, body });
    const texts = new Map(right.texts);
    if (text === null) texts.delete(part);
    else texts.set(part, text);
    return writeRequest(operation, { ...right, texts });
  });
}

function send(url: string, text: string): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined).on('close', () => done(answer));
  });
}

const codes = [100, 200, 201, 204, 400, 401, 403, 404, 405, 406, 408, 413, 415, 417, 431, 501, 505];

describe.each(subjects)('requests built from those that $spec allows', ({ spec, out, requests, replies, isWhole }) => {
  const described = readDescribed(spec, wireNames);
  const right = isWhole
    ? described.operations.map((operation, seed) => writeRequest(operation, makeRight(described, operation, seed)))
    : [];
  const all = [...requests, ...right];
  let folder: string;
  let listening: Listening;
  const errors: unknown[] = [];
  let handled = 0;
  const note = (error: unknown): unknown => errors.push(error);

  beforeAll(async () => {
    folder = out === undefined ? await generateServer(spec) : '';
    const place = out === undefined ? join(folder, 'api') : join(process.cwd(), out);
    const end = out === undefined ? emit : 'ts';
    const emitted: Emitted = await import(join(place, `server/index.${end}`));
    const node: Node = await import(join(place, `server/node.${end}`));
    const { checkReplies }: { checkReplies: CheckReply } = await import(join(place, `server/check-replies.${end}`));
    const handlers = Object.keys(emitted.unimplemented).map((operation) => [
      operation,
      (args: Record<string, unknown>) => {
        handled += 1;
        errors.push(...findWrong(described, operation, args));
        if (replies[operation]) return replies[operation];
        throw new emitted.ForbiddenError();
      },
    ]);
    const security = Object.fromEntries(['bearer', 'token', 'key'].map((name) => [name, (shown: unknown) => shown]));
    const options = { security, wireNames, onError: note, checkReplies, limits: { timeoutMs: 300 } };
    listening = await node.listen(emitted.createServer(Object.fromEntries(handlers), options), {
      headersTimeout: 300,
      requestTimeout: 500,
      connectionsCheckingInterval: 100,
      keepAliveTimeout: 100,
    });
    process.on('unhandledRejection', note);
  }, 60_000);
  afterAll(async () => {
    process.off('unhandledRejection', note);
    await listening.close(0);
    if (folder !== '') removeFolder(folder);
  });

  test('each get a declared response, and their handlers receive only valid values', async () => {
    for (const request of all) expect(await send(listening.url, request), request).toMatch(/^HTTP\/1\.1 (20|403)/);
    expect(handled).toBe(all.length);
    const changed = isWhole ? fc.oneof(mutations(all), partsChanged(described)) : mutations(all);
    await fc.assert(
      fc.asyncProperty(fc.array(changed, { minLength: 300, maxLength: 300 }), async (texts) => {
        const answers = await Promise.all(texts.map((text) => send(listening.url, text)));
        for (const [index, answer] of answers.entries()) {
          const given = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code));
          expect({ text: texts[index], given }).toEqual({
            text: texts[index],
            given: expect.arrayContaining([expect.anything()]),
          });
          for (const code of given) expect(codes, texts[index]).toContain(code);
        }
        expect(errors).toEqual([]);
      }),
      { numRuns: { part: 1, most: 3, all: 16 }[effort], endOnFailure: true, seed: chooseSeed(`requests to ${spec}`) },
    );
    expect(handled).toBeGreaterThan(2 * all.length);
    expect(await send(listening.url, requests[0] ?? '')).toMatch(/^HTTP\/1\.1 (200|403)/);
  });
});
