import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asPart, DescribedPart } from './described-part.js';
import type { Draft } from './draft.js';
import { writeHeader } from './header.js';
import { headedPart, jsonPart, multipartBody, typedPart, type WritePart } from './multipart.js';
import { positionalBody, positionedPart } from './positional.js';

/** Returns the content of a body, with the boundary replaced by `B`. */
async function read(write: (draft: Draft) => void): Promise<string> {
  const draft: Draft = {
    client: { baseUrl: 'https://api.invalid' },
    operation: 'test',
    headers: {},
    query: '',
    init: { method: 'POST', headers: {}, signal: new AbortController().signal },
  };
  write(draft);
  const boundary = /; boundary=(\w+)$/.exec(draft.headers['content-type'] ?? '')?.[1] ?? '';
  const text = await new Response(draft.init.body).text();
  expect(draft.init.body instanceof ReadableStream ? 'half' : undefined).toBe(Reflect.get(draft.init, 'duplex'));
  return text.replaceAll(boundary, 'B').replaceAll('\r\n', '\n');
}

const readForm = (body: object, special?: Readonly<Record<string, WritePart>>): Promise<string> =>
  read((draft) => multipartBody(draft, body, special));

function streamOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  return new Blob([...chunks]).stream();
}

test('a `Blob` that is not the one of `fetch` is refused, as jsdom has one', async () => {
  vi.stubGlobal('Blob', class extends Array {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(readForm({ a: 'b' })).rejects.toThrow("'body' has a Blob that fetch cannot send");
});

test('bytes of another realm are bytes', async () => {
  const bytes: unknown = runInNewContext('new Uint8Array([80, 78, 71])');
  expect(await readForm({ a: bytes })).toContain('Content-Type: application/octet-stream\n\nPNG\n');
});

describe('the description of a part', () => {
  test('file name, media type and headers (RFC 7578, 4.2 to 4.4; OpenAPI 3.2, 4.15.1)', async () => {
    const file = new File(['x'], 'own.txt', { type: 'text/plain' });
    const described = asPart(file, {
      fileName: 'given "1".txt',
      contentType: 'text/csv',
      headers: { 'X-Limit': 5, 'X-Tags': ['a', 'b'], 'X-None': undefined },
    });
    expect(await readForm({ file: described, text: asPart('t', { headers: { 'X-A': 'b' } }) })).toBe(
      '--B\nContent-Disposition: form-data; name="file"; filename="given %221%22.txt"\nContent-Type: text/csv\n' +
        'x-limit: 5\nx-tags: a,b\n\nx\n--B\nContent-Disposition: form-data; name="text"\nx-a: b\n\nt\n--B--\n',
    );
  });

  test('of each item of an array, of JSON, and of a part without name', async () => {
    const items = ['1', asPart('2', { headers: { 'X-A': 1 } }), '3'];
    expect(await readForm({ items }, { items: typedPart('text/plain') })).toBe(
      '--B\nContent-Disposition: form-data; name="items"\nContent-Type: text/plain\n\n1\n' +
        '--B\nContent-Disposition: form-data; name="items"\nContent-Type: text/plain\nx-a: 1\n\n2\n' +
        '--B\nContent-Disposition: form-data; name="items"\nContent-Type: text/plain\n\n3\n--B--\n',
    );
    const json = asPart([1, 2], { headers: { 'X-A': { a: 1 } } });
    const exploded = headedPart(jsonPart('application/json'), {
      'X-A': (draft, name, value) => writeHeader(draft, name, value, true),
    });
    expect(await readForm({ json, plain: asPart(1, { headers: { 'X-A': { a: 1 } } }) }, { json: exploded })).toBe(
      '--B\nContent-Disposition: form-data; name="json"\nContent-Type: application/json\nx-a: a=1\n\n[1,2]\n' +
        '--B\nContent-Disposition: form-data; name="plain"\nx-a: a,1\n\n1\n--B--\n',
    );
    expect(await readForm({ range: { a: 1 } }, { range: typedPart('image/png', 'application/*') })).toBe(
      '--B\nContent-Disposition: form-data; name="range"\nContent-Type: application/json\n\n{"a":1}\n--B--\n',
    );
    const parts = [asPart({ a: 1 }, { contentType: 'application/ld+json', headers: { 'Content-ID': '<1>' } })];
    expect(await read((draft) => positionalBody(draft, parts, 'multipart/related', positionedPart()))).toBe(
      '--B\nContent-Type: application/ld+json\ncontent-id: <1>\n\n{"a":1}\n--B--\n',
    );
  });

  test.each([
    [{ 'X-A': 'a\r\nX-B: c' }],
    [{ 'X A': 'a' }],
    [{ 'Content-Type': 'text/plain' }],
    [{ 'content-disposition': 'attachment' }],
    [{ 'X-A': Number.NaN }],
  ])('headers that are not allowed in a part are refused by name: %j', async (headers) => {
    const [name = ''] = Object.keys(headers);
    await expect(readForm({ a: new DescribedPart('x', { headers }) })).rejects.toThrow(`'${name}'`);
  });
});

test('text has the charset of its media type, if that names one', async () => {
  const part = (type: string): Promise<string> => readForm({ a: asPart('é', { contentType: type }) });
  expect(await part('text/plain; charset=')).toContain('\n\né\n');
  expect(await part('text/plain; charset=UTF-8')).toContain('\n\né\n');
  expect(await part('text/plain; charset="iso-8859-1"')).toContain('\n\n\ufffd\n');
  expect(await part('text/plain;Charset=iso-8859-1')).toContain('\n\n\ufffd\n');
  await expect(part('text/plain; charset=us-ascii')).rejects.toThrow('text in us-ascii');
});

describe('files that are streams', () => {
  test('are sent as they come, between the other parts', async () => {
    const body = { a: 'ä', file: streamOf('x', 'ü'), more: [asPart(streamOf('y'), { fileName: 'y.txt' })], z: 1 };
    expect(await readForm(body, { file: typedPart('image/png') })).toBe(
      '--B\nContent-Disposition: form-data; name="a"\n\nä\n' +
        '--B\nContent-Disposition: form-data; name="file"; filename="blob"\nContent-Type: image/png\n\nxü\n' +
        '--B\nContent-Disposition: form-data; name="more"; filename="y.txt"\nContent-Type: application/octet-stream\n\ny\n' +
        '--B\nContent-Disposition: form-data; name="z"\n\n1\n--B--\n',
    );
  });

  test.each(['body', 'call'])('are cancelled with the %s', async (ended) => {
    const cancelled: unknown[] = [];
    const endless = (name: string): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(10)),
        cancel: async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          cancelled.push(name);
        },
      });
    const call = new AbortController();
    const draft: Draft = {
      client: { baseUrl: 'https://api.invalid' },
      operation: 'test',
      headers: {},
      query: '',
      init: { method: 'POST', headers: {}, signal: call.signal },
    };
    multipartBody(draft, { first: endless('first'), second: endless('second') });
    const reader = (draft.init.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.read();
    if (ended === 'body') await reader.cancel();
    else call.abort();
    await expect.poll(() => cancelled.sort()).toEqual(['first', 'second']);
  });
});
