import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, startPair } from './start-pair.js';

/**
 * The generated client sends bodies of each kind of media type and the generated server reads them, and the reverse.
 */
const text = { type: 'string' };
const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    age: { type: 'integer' },
    tags: { type: 'array', items: text },
    home: { type: 'object', properties: { city: text } },
  },
};
const upload = {
  type: 'object',
  required: ['photo'],
  properties: {
    ...person.properties,
    photo: { contentMediaType: 'image/png' },
    more: { type: 'array', items: {} },
    clip: {
      oneOf: [{ type: 'string', format: 'binary' }, { type: 'object', properties: { id: text } }, { type: 'null' }],
    },
    scans: {
      anyOf: [
        { type: 'string', format: 'binary' },
        { type: 'array', items: { contentMediaType: 'image/png' } },
      ],
    },
  },
};
const contents: { readonly [operation: string]: object } = {
  sendJson: { 'application/json': { schema: person } },
  sendVendorJson: { 'application/vnd.person+json': { schema: person } },
  sendForm: { 'application/x-www-form-urlencoded': { schema: person } },
  sendParts: { 'multipart/form-data': { schema: upload } },
  sendText: { 'text/plain': { schema: text } },
  sendBytes: { 'application/octet-stream': {} },
};

let pair: Pair | undefined;
let seen: unknown;
let reply: object;

beforeAll(async () => {
  const content = Object.fromEntries(Object.values(contents).flatMap((one) => Object.entries(one)));
  const { 'multipart/form-data': _, 'application/x-www-form-urlencoded': __, ...replied } = content;
  const paths = Object.entries({ ...contents, sendAny: content }).map(([operationId, one]) => [
    `/${operationId}`,
    {
      post: {
        operationId,
        requestBody: { required: true, content: one },
        responses: { 200: { description: 'Read.', content: replied } },
      },
    },
  ]);
  const description = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) };
  const handler = (args: object): object => {
    seen = args;
    return reply;
  };
  pair = await startPair(description, handler);
}, 60_000);
afterAll(() => pair?.close());

async function send(operation: string, args: object): Promise<unknown> {
  return pair?.call(operation, args);
}

const tom = { name: 'T&m = "ü" 🎈', age: 3, tags: ['a,b', 'c d', ''], home: { city: 'X+Y' } };
const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);

test.each([
  ['sendJson', tom],
  ['sendVendorJson', tom],
  ['sendForm', tom],
  ['sendForm', { name: '' }],
  ['sendText', 'line\r\nü 🎈'],
])('%s arrives unchanged', async (operation, body) => {
  reply = { status: 200, contentType: 'application/json', body: tom };
  expect(await send(operation, { body })).toEqual(tom);
  expect(seen).toEqual({ body });
});

test('bytes arrive unchanged', async () => {
  reply = { status: 200, contentType: 'application/octet-stream', body: bytes };
  expect(new Uint8Array((await send('sendBytes', { body: bytes })) as ArrayBuffer)).toEqual(bytes);
  expect(Buffer.from((seen as { body: Uint8Array }).body).equals(bytes)).toBe(true);
});

test('files arrive unchanged together with the other parts', async () => {
  reply = { status: 200, contentType: 'text/plain', body: 'thanks' };
  const photo = new File([bytes], 'tom "the cat".png', { type: 'image/png' });
  const more = [new Blob(['1']), new Blob(['2'])];
  expect(await send('sendParts', { body: { ...tom, photo, more } })).toBe('thanks');
  const { body } = seen as { body: { photo: File; more: File[] } };
  expect(body).toMatchObject(tom);
  expect({ name: body.photo.name, type: body.photo.type }).toEqual({ name: photo.name, type: 'image/png' });
  expect(new Uint8Array(await body.photo.arrayBuffer())).toEqual(bytes);
  expect(await Promise.all(body.more.map((file) => file.text()))).toEqual(['1', '2']);
});

test('a file or another value, and one file or several', async () => {
  reply = { status: 200, contentType: 'text/plain', body: 'thanks' };
  const photo = new Blob(['p']);
  const read = async (): Promise<unknown[]> => {
    const { clip, scans } = (seen as { body: { clip: unknown; scans?: readonly File[] } }).body;
    return [
      clip instanceof File ? await clip.text() : clip,
      scans && (await Promise.all(scans.map((one) => one.text()))),
    ];
  };
  await send('sendParts', { body: { ...tom, photo, clip: { id: 'c' }, scans: [new Blob(['1']), new Blob(['2'])] } });
  expect(await read()).toEqual([{ id: 'c' }, ['1', '2']]);
  await send('sendParts', { body: { ...tom, photo, clip: new Blob(['c']), scans: new Blob(['1']) } });
  expect(await read()).toEqual(['c', ['1']]);
});

test.each(['application/json', 'application/vnd.person+json', 'application/x-www-form-urlencoded'])(
  'the caller chooses %s of several media types, and the handler receives that choice',
  async (contentType) => {
    reply = { status: 200, contentType: 'application/vnd.person+json', body: tom };
    expect(await send('sendAny', { contentType, body: tom })).toEqual(tom);
    expect(seen).toEqual({ contentType, body: tom });
  },
);
