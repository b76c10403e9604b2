import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { defineOperation, makeClient } from './client.js';
import { jsonAnswer } from './client-answer.js';
import { bearer } from './client-auth.js';
import { withHooks } from './client-hooks.js';
import type { Operation, Outcome, StatusKey } from './client-types.js';

/** What the server does with a request: the path says it. */
const behaviours: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('"ok"'),
  fail: (response) => response.writeHead(500).end('sorry'),
  refuse: (response) => response.writeHead(401).end('who?'),
  stall: () => {},
  halt: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('["'),
  cut: (_response, request) => request.socket.destroy(),
  crop: (response) => response.writeHead(200, { 'content-length': '9' }).write('1', () => response.destroy()),
  flood: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(5000)}"`),
};
/** How each ends; by the time limit, unless the caller's signal comes first. */
const ends: Record<string, string> = {
  answer: '200',
  fail: 'undocumented',
  refuse: 'undocumented',
  stall: 'TimeoutError',
  halt: 'TimeoutError',
  cut: 'NetworkError',
  crop: 'NetworkError',
  flood: 'SizeLimitError',
};
const kinds = Object.keys(behaviours);
const calls = 10_000;
const perWave = 1_000;

test('10,000 concurrent calls, many of them aborted, settle once each and leave nothing behind', async () => {
  let unfinished = 0;
  const server = createServer((request, response) => {
    unfinished += 1;
    response
      .on('error', () => {})
      .on('close', () => {
        unfinished -= 1;
      });
    behaviours[(request.url ?? '').slice(1)]?.(response, request);
  });
  // Else a connection may be closed just when it is to be used again.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', 4096, done));
  let told = 0;
  let open = 0;
  const client = makeClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    auth: { t: () => 'token' },
    limits: { maxBytes: 1_000 },
    transport: withHooks(
      {
        onError: () => {
          told += 1;
        },
      },
      async (url, init) => {
        open += 1;
        try {
          return await fetch(url, init);
        } finally {
          open -= 1;
        }
      },
    ),
  });
  const operation: Operation<
    { kind: string },
    Outcome<StatusKey, unknown>,
    Outcome<StatusKey, unknown>
  > = defineOperation(
    'load',
    'GET',
    'application/json',
    bearer('t'),
    { 200: jsonAnswer },
    (_draft, { kind }: { kind: string }) => `/${kind}`,
  );
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const timersBefore = timers();
  // One signal for all that are never aborted, to see that no listener stays on it.
  const shared = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = shared.signal;
  shared.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners += 1;
    addEventListener.apply(shared.signal, args);
  };
  shared.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners -= 1;
    removeEventListener.apply(shared.signal, args);
  };

  let settlements = 0;
  const seen = new Map<string, number>();
  for (let start = 0; start < calls; start += perWave) {
    const wave = Array.from({ length: perWave }, async (_, index) => {
      const kind = kinds[index % kinds.length] ?? '';
      const isAborted = index % 5 === 0;
      const controller = new AbortController();
      const timer = isAborted ? setTimeout(() => controller.abort(), (index % 7) * 10) : undefined;
      const { signal } = isAborted ? controller : shared;
      const ended = await operation
        .outcome(client, { kind }, { signal, timeoutMs: ends[kind] === 'TimeoutError' ? 200 : 25_000 })
        .then(
          ({ status }) => `${status}`,
          (error: Error) => error.name,
        );
      clearTimeout(timer);
      expect([ends[kind], ...(isAborted ? ['AbortError'] : [])]).toContain(ended);
      settlements += 1;
      seen.set(ended, (seen.get(ended) ?? 0) + 1);
    });
    await Promise.all(wave);
  }
  expect(settlements).toBe(calls);
  expect([...seen.keys()].sort()).toEqual(['200', 'AbortError', ...new Set(Object.values(ends).slice(1))].sort());
  // The one that all calls share goes with the signal.
  expect(listeners).toBe(1);
  expect(open).toBe(0);
  // Every call without an answer has told so once, but for those that were aborted before they began.
  const failures = calls - (seen.get('200') ?? 0) - (seen.get('undocumented') ?? 0);
  expect(told).toBe(failures);
  // The connection of every call that was given up is closed; the platform keeps the others for the next calls.
  await expect.poll(() => unfinished, { timeout: 5_000 }).toBe(0);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await expect.poll(timers, { timeout: 5_000 }).toBeLessThanOrEqual(timersBefore + 2);
}, 180_000);
