import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEvents } from '../read/stream-events.js';
import { readJsonLines } from '../read/stream-json.js';
import { AbortError, InvalidInputError, NetworkError, SizeLimitError, TimeoutError } from '../values/errors.js';
import type { ItemStream, ServerSentEvent } from '../values/stream-types.js';
import type { Draft } from '../write/draft.js';
import { dataEventsBody, eventsBody, jsonLinesBody, jsonSequenceBody } from '../write/items.js';
import { ApiError, defineOperation, jsonResponse, makeClient } from './client.js';
import type {
  CallOptions,
  Client,
  NoArgs,
  Operation,
  Outcome,
  StatusKey,
  Transport,
  Undocumented,
} from './contract.js';
import { downloadFrom } from './download.js';
import { followEvents } from './follow.js';
import { withHeaders } from './headers.js';
import { anyResponse, mediaResponse, readBytesBody } from './response.js';
import { streamItems } from './stream.js';

let server: Server;
let baseUrl: string;
let answer: RequestListener;
/** Promises that settle when the client has closed the connection of a response. */
let closed: Promise<void>[];

beforeEach(async () => {
  closed = [];
  server = createServer((request, response) => {
    closed.push(new Promise((done) => response.once('close', done)));
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

type Watch = Outcome<200, ItemStream<ServerSentEvent>> | Outcome<204, undefined>;

const watch: Operation<NoArgs, Watch, Undocumented> = streamItems(
  defineOperation(
    'watch',
    'GET',
    'text/event-stream',
    undefined,
    { 200: anyResponse(jsonResponse), 204: () => undefined },
    () => '/events',
  ),
  { 200: { 'text/event-stream': readEvents, 'application/jsonl': readJsonLines }, 204: {} },
);
const client = (options: Partial<Client> = {}): Client => makeClient({ baseUrl, ...options });

/** Sends events until the client closes the connection. */
function sendForever(response: ServerResponse, code = 200): void {
  response.writeHead(code, { 'content-type': 'text/event-stream; charset=utf-8' });
  let count = 0;
  const timer = setInterval(() => response.write(`id: ${count}\ndata: ${count++}\n\n`), 5);
  response.on('close', () => clearInterval(timer));
}

async function takeEvents(events: AsyncIterable<ServerSentEvent>, count: number): Promise<string[]> {
  const data: string[] = [];
  for await (const event of events) {
    data.push(event.data);
    if (data.length === count) break;
  }
  return data;
}

describe('a response that is a stream', () => {
  test('yields its items as they arrive; leaving the loop releases the connection', async () => {
    answer = (_request, response) => sendForever(response);
    const events = (await watch(client(), {})) as ItemStream<ServerSentEvent>;
    expect(await takeEvents(events, 3)).toEqual(['0', '1', '2']);
    await closed[0];
    expect(events.progress.lastEventId).toBe('2');
  });

  test('is closed by an error in the loop, and by `cancel` if it is not read', async () => {
    answer = (_request, response) => sendForever(response);
    const events = (await watch(client(), {})) as ItemStream<ServerSentEvent>;
    const failing = async (): Promise<void> => {
      for await (const _event of events) throw new RangeError('mine');
    };
    await expect(failing()).rejects.toThrow('mine');
    await closed[0];
    const outcome = await watch.outcome(client(), {});
    expect(outcome).toMatchObject({ status: 200, code: 200 });
    expect(outcome.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    if (outcome.status === 200) await outcome.body.cancel();
    await closed[1];
  });

  test('leaves no listener at the signal of its caller', async () => {
    const { signal } = new AbortController();
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/jsonl' }).end('{"data":"a"}\n');
    const readOne = async (): Promise<number> => {
      await takeEvents((await watch(client(), {}, { signal })) as ItemStream<ServerSentEvent>, 9);
      return getEventListeners(signal, 'abort').length;
    };
    // All calls with one signal share a listener.
    expect([await readOne(), await readOne(), await readOne()]).toEqual([1, 1, 1]);
  });

  test('ends with the response', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/jsonl' }).end('{"data":"a"}\n{"data":"b"}');
    expect(await takeEvents((await watch(client(), {})) as ItemStream<ServerSentEvent>, 9)).toEqual(['a', 'b']);
  });

  test('outlasts the time limit of the call, which holds until it begins', async () => {
    answer = (_request, response) => sendForever(response);
    let events: ItemStream<ServerSentEvent> | undefined;
    let started = 0;
    let timeoutMs = 10;
    // The time until the response begins depends on the machine.
    while (!events) {
      timeoutMs *= 4;
      started = performance.now();
      events = (await watch(client(), {}, { timeoutMs }).catch((error: unknown) => {
        if (timeoutMs > 20_000) throw error;
      })) as typeof events;
    }
    let count = 0;
    for await (const _event of events) {
      count += 1;
      if (performance.now() > started + 2 * timeoutMs) break;
    }
    expect(count).toBeGreaterThan(1);
    answer = () => {};
    await expect(watch(client(), {}, { timeoutMs: 40 })).rejects.toBeInstanceOf(TimeoutError);
  });

  test('an abort, a lost connection and an endless item are distinct errors', async () => {
    const controller = new AbortController();
    answer = (_request, response) => sendForever(response);
    const events = (await watch(client(), {}, { signal: controller.signal })) as ItemStream<ServerSentEvent>;
    const aborted = async (): Promise<void> => {
      for await (const { data } of events) if (data === '2') controller.abort();
    };
    await expect(aborted()).rejects.toBeInstanceOf(AbortError);
    await closed[0];
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const silence = new AbortController();
    const silent = (await watch(client(), {}, { signal: silence.signal })) as ItemStream<ServerSentEvent>;
    setTimeout(() => silence.abort(), 5);
    await expect(takeEvents(silent, 1)).rejects.toBeInstanceOf(AbortError);
    await closed[1];
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: a\n\n');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(takeEvents((await watch(client(), {})) as ItemStream<ServerSentEvent>, 9)).rejects.toBeInstanceOf(
      NetworkError,
    );
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${'a'.repeat(2000)}`);
    };
    const large = (await watch(client(), {}, { maxBytes: 1000 })) as ItemStream<ServerSentEvent>;
    await expect(takeEvents(large, 1)).rejects.toBeInstanceOf(SizeLimitError);
    await closed[3];
  });

  test('is closed if the call asks for new credentials', async () => {
    const codes = [401, 200];
    answer = (_request, response) => sendForever(response, codes.shift());
    const secured = streamItems(
      defineOperation(
        'secured',
        'GET',
        '*/*',
        async (_draft, refusals) => `${refusals}`,
        {},
        () => '/events',
      ),
      { default: { 'text/event-stream': readEvents } },
    ) as Operation<NoArgs, Outcome<'default', ItemStream<ServerSentEvent>>, Undocumented>;
    const { code, body } = await secured.outcome(client(), {});
    await closed[0];
    expect(code).toBe(200);
    await (body as ItemStream<ServerSentEvent>).cancel();
  });

  test('of another status or media type is read as usual', async () => {
    answer = (_request, response) => response.writeHead(500, { 'content-type': 'text/event-stream' }).end('data: a');
    expect(await watch.outcome(client(), {})).toMatchObject({ status: 'undocumented', code: 500, body: 'data: a' });
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[1]');
    expect(await watch(client(), {})).toEqual([1]);
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    await expect(watch(client(), {})).rejects.toBeInstanceOf(ApiError);
  });

  test('is found by its status, then by the class of its status, then under `default`', async () => {
    const readers = { 'application/jsonl': readJsonLines };
    const watchAll: Operation<NoArgs, Outcome<StatusKey, ItemStream<unknown>>, never> = streamItems(
      defineOperation('all', 'GET', '*/*', undefined, {}, () => '/all'),
      { 201: readers, '2XX': readers, default: readers },
    );
    for (const [code, expected] of [
      [201, 201],
      [299, '2XX'],
      [300, 'default'],
    ] as const) {
      answer = (_request, response) => response.writeHead(code, { 'content-type': 'application/jsonl' }).end();
      const { status, body } = await watchAll.outcome(client(), {});
      await body.cancel();
      expect(status).toBe(expected);
    }
  });
});

describe('following events (WHATWG HTML, 9.2.3)', () => {
  test('reconnects with the last event id after the time that the server sets, until it responds with 204', async () => {
    const ids: unknown[] = [];
    answer = (request, response) => {
      ids.push(request.headers['last-event-id']);
      if (ids.length === 4) response.writeHead(204).end();
      else if (ids.length === 2) response.destroy();
      else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`retry: 10\nid: ü${ids.length}\ndata: ${ids.length}\n\n`);
      }
    };
    const data: string[] = [];
    for await (const event of followEvents(watch, client({ transport: withHeaders({ 'Last-Event-ID': 'mine' }) }), {}))
      data.push(event.data);
    expect(data).toEqual(['1', '3']);
    const sent = ids.map((id) => Buffer.from(String(id), 'latin1').toString());
    expect(sent).toEqual(['mine', 'ü1', 'ü1', 'ü3']);
  });

  test('ends when the caller leaves or aborts, after the last attempt, and at a response that is not a stream', async () => {
    answer = (_request, response) => sendForever(response);
    expect(await takeEvents(followEvents(watch, client(), {}), 2)).toEqual(['0', '1']);
    await closed[0];
    let asked = 0;
    answer = (_request, response) => {
      asked += 1;
      response.destroy();
    };
    const lost = takeEvents(followEvents(watch, client(), {}, { retryMs: 1, retries: 2 }), 1);
    await expect(lost).rejects.toBeInstanceOf(NetworkError);
    expect(asked).toBe(3);
    answer = (_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(asked === 5 ? 'data: a\n\n' : '');
    };
    expect(await takeEvents(followEvents(watch, client(), {}, { retryMs: 1, retries: 2 }), 9)).toEqual(['a']);
    expect(asked).toBe(7);
    const { signal } = { signal: AbortSignal.timeout(50) };
    const waiting = takeEvents(followEvents(watch, client(), {}, { signal, retryMs: 1e9 }), 1);
    await expect(waiting).rejects.toBeInstanceOf(AbortError);
    answer = (_request, response) => response.writeHead(503).end('later');
    await expect(takeEvents(followEvents(watch, client(), {}), 1)).rejects.toMatchObject({ code: 503, body: 'later' });
  });
});

describe('downloads', () => {
  const file: Operation<NoArgs, Outcome<200, Uint8Array<ArrayBuffer>>, Outcome<StatusKey, unknown>> = defineOperation(
    'file',
    'GET',
    '*/*',
    undefined,
    { 200: mediaResponse('*/*', readBytesBody) },
    () => '/file',
  );

  test("arrive as bytes, or as the platform's stream or Blob", async () => {
    const bytes = Buffer.alloc(300_000, 'ab');
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
    expect(Buffer.from(await file(client(), {})).equals(bytes)).toBe(true);
    const response = await downloadFrom(file, client({ limits: { maxBytes: 10 } }), {});
    expect(response.headers.get('content-type')).toBe('image/png');
    expect((await response.blob()).size).toBe(300_000);
    let size = 0;
    for await (const chunk of (await downloadFrom(file, client(), {})).body ?? []) size += chunk.length;
    expect(size).toBe(300_000);
  });

  test('that are left early do not wait for a reader of a clone, such as a mock or a log', async () => {
    answer = (_request, response) => sendForever(response);
    const clones: Response[] = [];
    const transport: Transport = async (url, init) => {
      const response = await fetch(url, init);
      clones.push(response.clone());
      return response;
    };
    const cloned = client({ transport });
    await (await downloadFrom(file, cloned, {})).body?.cancel();
    for await (const _chunk of (await downloadFrom(file, cloned, {})).body ?? []) break;
    const events = (await watch(cloned, {})) as ItemStream<ServerSentEvent>;
    expect(await takeEvents(events, 1)).toEqual(['0']);
    await events.cancel();
    expect(clones).toHaveLength(3);
    await Promise.all(clones.map((clone) => clone.body?.cancel()));
    await Promise.all(closed);
  });

  test('that are left early release the connection, and failures are thrown as usual', async () => {
    answer = (_request, response) => sendForever(response);
    await (await downloadFrom(file, client(), {})).body?.cancel();
    await closed[0];
    const controller = new AbortController();
    const response = await downloadFrom(file, client(), {}, { signal: controller.signal });
    controller.abort();
    await expect(response.text()).rejects.toBeInstanceOf(AbortError);
    await closed[1];
    answer = (_request, answered) => answered.writeHead(404).end('none');
    await expect(downloadFrom(file, client(), {})).rejects.toMatchObject({ code: 404, body: 'none' });
  });
});

describe('a request body that is a sequence', () => {
  type Send = (draft: Draft, items: unknown, contentType: string) => void;
  const send = async (write: Send, items: unknown, options?: CallOptions): Promise<void> => {
    const operation: Operation<NoArgs, Outcome<200, unknown>, Undocumented> = defineOperation(
      'send',
      'POST',
      '*/*',
      undefined,
      { 200: jsonResponse },
      (draft) => {
        write(draft, items, 'text/x');
        return '/';
      },
    );
    await operation(client(), {}, options);
  };
  const read = async (write: Send, items: unknown): Promise<string> => {
    let body = '';
    answer = async (request, response) => {
      for await (const chunk of request) body += chunk;
      response.writeHead(200, { 'content-type': 'application/json' }).end('1');
    };
    await send(write, items);
    return body;
  };
  async function* gradually<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
    for (const item of items) {
      await new Promise((done) => setTimeout(done, 2));
      yield item;
    }
  }
  const events = [{ event: 'a', id: '1', retry: 5, data: 'x\r\ny' }, { data: '' }, { data: { a: 1 } }];

  test.each<[Send, readonly unknown[], string]>([
    [jsonLinesBody, [{ a: 1 }, null, 'b\n'], '{"a":1}\nnull\n"b\\n"\n'],
    // RFC 7464, 2.2
    [jsonSequenceBody, [{ a: 1 }, 2], '\u001e{"a":1}\n\u001e2\n'],
    // WHATWG HTML, 9.2.5
    [eventsBody, events, 'event: a\nid: 1\nretry: 5\ndata: x\ndata: y\n\ndata: \n\ndata: {"a":1}\n\n'],
    // A text that would be read as JSON is sent as JSON.
    [
      dataEventsBody,
      [{ data: 'x' }, { data: '1' }, { data: { a: 1 } }, { event: 'a' }],
      'data: x\n\ndata: "1"\n\ndata: {"a":1}\n\nevent: a\n\n',
    ],
    [jsonLinesBody, [], ''],
  ])('%o %j', async (write, items, expected) => {
    expect(await read(write, items)).toBe(expected);
    expect(await read(write, gradually(...items))).toBe(expected);
  });

  test('is not sent if it is absent', async () => {
    expect(await read(jsonLinesBody, undefined)).toBe('');
  });

  test('ends with the call', async () => {
    let isEnded = false;
    async function* forever(): AsyncGenerator<number> {
      try {
        for (let count = 0; ; count++) yield* gradually(count);
      } finally {
        isEnded = true;
      }
    }
    const controller = new AbortController();
    answer = (request) => request.once('data', () => controller.abort());
    await expect(send(jsonLinesBody, forever(), { signal: controller.signal })).rejects.toBeInstanceOf(AbortError);
    await expect.poll(() => isEnded).toBe(true);
  });

  const exactLines: Send = (...args) => jsonLinesBody(...args, (item) => JSON.stringify(item));
  test.each<[Send, unknown]>([
    [jsonLinesBody, 'text'],
    [jsonLinesBody, 1],
    [jsonLinesBody, [undefined]],
    [jsonLinesBody, [1n]],
    [jsonLinesBody, [{ a: [null, Number.NaN] }]],
    [exactLines, [{ a: [null, Number.NaN] }]],
    [exactLines, [undefined]],
    [jsonLinesBody, [new Date(Number.NaN)]],
    [exactLines, [{ a: new Date(Number.NaN) }]],
    [jsonSequenceBody, [() => 1]],
    [eventsBody, ['text']],
    [eventsBody, [{ id: 'a\nb', data: '' }]],
    [eventsBody, [{ event: 'a\rb', data: '' }]],
    [eventsBody, [{ data: Number.NaN }]],
  ])('%o refuses %o', async (write, items) => {
    const refused = send(write, items);
    await expect(refused).rejects.toBeInstanceOf(InvalidInputError);
    await expect(refused).rejects.toThrow(/^'body/);
  });
});
