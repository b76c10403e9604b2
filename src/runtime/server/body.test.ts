import { afterEach, describe, expect, test, vi } from 'vitest';
import { Malformed } from '../read/json.js';
import {
  type ContentPlan,
  type DeclaredBody,
  decodeBytes,
  type FoundContent,
  findContent,
  readJsonContent,
  receiveBody,
} from './body.js';
import type { ServerLimits } from './limits.js';
import type { ServerRequest } from './message.js';
import { Refusal } from './refusal.js';

const json: ContentPlan = { mediaType: 'application/json', read: readJsonContent };
const text: ContentPlan = { mediaType: 'text/*', read: (bytes) => decodeBytes(bytes) };

async function* chunksOf(chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk);
}

/** Builds a request with a body in chunks, as the Fetch API delivers it. */
function requestOf(
  headers: Readonly<Record<string, string>>,
  chunks: readonly string[] = [],
  hasContent?: boolean,
): ServerRequest {
  const lists = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const own = hasContent === undefined ? {} : { hasContent };
  return {
    method: 'POST',
    target: '/',
    headers: lists,
    body: chunksOf(chunks),
    signal: new AbortController().signal,
    ...own,
  };
}

const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

describe('the content of a request', () => {
  const type = 'application/json';
  test.each<[object, boolean | undefined, string | number | undefined]>([
    [{}, undefined, undefined],
    [{ 'content-type': type }, undefined, type],
    [{ 'content-length': '0' }, undefined, undefined],
    [{ 'content-type': type, 'content-length': '2' }, undefined, type],
    [{ 'content-type': `${type}; charset=utf-8`, 'content-length': '2' }, undefined, type],
    [{ 'content-type': 'text/plain', 'content-length': '2' }, undefined, 'text/*'],
    [{ 'content-type': 'image/png', 'content-length': '2' }, undefined, 415],
    [{ 'content-type': 'png', 'content-length': '2' }, undefined, 415],
    [{ 'content-length': '2' }, undefined, 415],
    [{ 'content-type': type, 'content-length': '2', 'content-encoding': 'gzip' }, undefined, 415],
    [{ 'content-type': type, 'content-length': '2', 'content-encoding': 'IDENTITY' }, undefined, type],
    [{ 'content-type': type, 'transfer-encoding': 'Chunked' }, undefined, type],
    [{ 'content-type': type, 'transfer-encoding': 'gzip, chunked' }, undefined, 501],
    // Content of unknown length may be empty.
    [{ 'transfer-encoding': 'chunked' }, undefined, ''],
    [{ 'transfer-encoding': 'chunked', 'content-type': 'image/png' }, undefined, 415],
    [{}, true, ''],
    [{ 'content-type': type }, true, type],
    [{ 'content-type': type, 'content-length': '5' }, false, type],
  ])('%j, framed: %s', (headers, hasContent, expected) => {
    const request = requestOf(headers as Record<string, string>, [], hasContent);
    expect(codeOf(() => findContent({ alternatives: [json, text] }, request)?.plan.mediaType)).toBe(expected);
  });

  test.each<[object, number]>([
    [{}, 400],
    [{ 'content-length': '2' }, 415],
    [{ 'transfer-encoding': 'chunked' }, 415],
  ])('%j is refused where content is required', (headers, expected) => {
    const body: DeclaredBody = { required: true, alternatives: [json] };
    expect(codeOf(() => findContent(body, requestOf(headers as Record<string, string>)))).toBe(expected);
  });

  test('a refusal lists the media types that are accepted', () => {
    const run = (): unknown =>
      findContent({ alternatives: [json, text] }, requestOf({ 'content-type': 'image/png', 'content-length': '2' }));
    expect(run).toThrow(expect.objectContaining({ headers: [['accept', 'application/json, text/*']] }));
  });
});

async function receive(
  plan: ContentPlan,
  request: ServerRequest,
  limits: ServerLimits = {},
  required?: true,
): Promise<unknown> {
  const length = Number(request.headers.get('content-length')?.[0]);
  const content: FoundContent = { plan, required, contentType: plan.mediaType, length };
  const body = await receiveBody({ content, request, limits, onNotShown: undefined });
  return codeOf(() => body.readValue());
}

describe('a body', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each<[ContentPlan, string[], object, ServerLimits, unknown]>([
    [json, ['{"a"', ':1}'], {}, {}, { a: 1 }],
    [json, ['[1]'], { 'content-length': '3' }, {}, [1]],
    [json, ['[1'], {}, {}, 400],
    [json, [], {}, {}, undefined],
    [json, ['   '], {}, {}, 400],
    [text, [], {}, {}, ''],
    [text, [], { 'content-length': '0' }, {}, ''],
    [text, ['ab', 'c'], {}, { maxBytes: 3 }, 'abc'],
    [text, ['ab', 'cd'], {}, { maxBytes: 3 }, 413],
    [json, ['[[1]]'], {}, { maxDepth: 2 }, [[1]]],
    [json, ['[[1]]'], {}, { maxDepth: 1 }, 400],
    [{ ...json, readIntegers: (value) => [value] }, ['1'], {}, {}, [1]],
    [{ ...json, fill: (value) => ({ filled: value }) }, ['1'], {}, {}, { filled: 1 }],
    [json, ['1e999'], {}, {}, 400],
  ])('%#: %o %j', async (plan, chunks, headers, limits, expected) => {
    expect(await receive(plan, requestOf(headers as Record<string, string>, chunks), limits)).toEqual(expected);
  });

  test('is missing if it is empty and required', async () => {
    expect(await receive(json, requestOf({}), {}, true)).toBe(400);
    expect(await receive(text, requestOf({}), {}, true)).toBe('');
  });

  test('is refused before it arrives if its length exceeds the limit', async () => {
    const content: FoundContent = { plan: text, contentType: 'text/plain', length: 4 };
    const start = (maxBytes: number): Promise<unknown> =>
      receiveBody({ content, request: requestOf({}), limits: { maxBytes }, onNotShown: undefined });
    await expect(start(3)).rejects.toMatchObject({ code: 413 });
    await start(4);
  });

  test('that breaks off is refused', async () => {
    const body = (async function* () {
      yield new Uint8Array([0x31]);
      throw new Error('gone');
    })();
    expect(await receive(json, { ...requestOf({}), body })).toBe(400);
  });

  test('that comes too late is refused, even if it comes afterwards', async () => {
    vi.useFakeTimers();
    let end = (): void => undefined;
    const body = (async function* () {
      yield new Uint8Array([0x31]);
      await new Promise<void>((done) => {
        end = done;
      });
    })();
    const received = receive(json, { ...requestOf({}), body }, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(49);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    end();
    expect(await received).toBe(408);
  });

  test('that has arrived leaves no timer', async () => {
    vi.useFakeTimers();
    expect(await receive(json, requestOf({}, ['1']))).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('mistakes and reports name their places in the body', async () => {
    const seen: unknown[] = [];
    const validate: ContentPlan['validate'] = (_value, report) => {
      report?.('id', '/a');
      return [{ instancePath: '/b', keyword: 'type', message: 'must be text' } as never];
    };
    const content: FoundContent = { plan: { ...json, validate }, contentType: 'application/json', length: 1 };
    const onNotShown = (...report: unknown[]): number => seen.push(report);
    const body = await receiveBody({ content, request: requestOf({}, ['1']), limits: {}, onNotShown });
    const mistakes = [{ place: 'body/b', message: 'must be text' }];
    expect(() => body.readValue()).toThrow(expect.objectContaining({ mistakes }));
    expect(seen).toEqual([['id', 'body/a']]);
  });
});

test('text is decoded by its charset', () => {
  expect(decodeBytes(new Uint8Array([0xc3, 0xbc]))).toBe('\u00fc');
  expect(decodeBytes(new Uint8Array([0xfc]), 'iso-8859-1')).toBe('\u00fc');
  for (const [charset, byte] of [
    ['utf-8', 0xff],
    ['utf-16le', 0x61],
    ['klingon', 0x61],
    ['', 0x61],
  ] as const)
    expect(() => decodeBytes(new Uint8Array([byte]), charset)).toThrow(
      expect.toSatisfy((error) => error instanceof Malformed && error.message === `must be text in ${charset}`),
    );
});
