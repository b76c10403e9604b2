import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../../src/runtime/client/auth.js';
import { defineOperation, jsonResponse, makeClient } from '../../src/runtime/client/client.js';
import type { Operation, Outcome, StatusKey, Transport } from '../../src/runtime/client/contract.js';
import { withHooks } from '../../src/runtime/client/hooks.js';

/** How each kind of request ends. It ends by the time limit unless the caller's signal comes first. */
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
const kinds = Object.keys(ends);
const calls = 10_000;

let server: ChildProcess;
let ports: readonly number[];
beforeAll(async () => {
  server = fork(join(import.meta.dirname, 'load-server.mjs'));
  [ports] = (await once(server, 'message')) as [number[]];
});
afterAll(() => {
  server.kill();
});

type Any = Outcome<StatusKey, unknown>;
const operation: Operation<{ kind: string }, Any, Any> = defineOperation(
  'load',
  'GET',
  'application/json',
  bearer('t'),
  { 200: jsonResponse },
  (_draft, { kind }: { kind: string }) => `/${kind}`,
);

const countResources = (kind: string): number =>
  process.getActiveResourcesInfo().filter((name) => name === kind).length;

/** Counts the listeners of a signal. */
function watchListeners(signal: AbortSignal): () => number {
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners += 1;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners -= 1;
    removeEventListener.apply(signal, args);
  };
  return () => listeners;
}

/**
 * Returns a transport that counts open calls and waits long enough for a connection. By default, the platform stops
 * waiting after ten seconds.
 */
function countOpen(count: (change: number) => void): Transport {
  const Agent = Object(Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))).constructor;
  const platform = { dispatcher: new Agent({ connect: { timeout: 150_000 } }) };
  return async (url, init) => {
    count(1);
    try {
      return await fetch(url, { ...init, ...platform });
    } finally {
      count(-1);
    }
  };
}

test('10,000 calls at once, many of them aborted, each settle once and leave nothing open', async () => {
  await fetch(`http://127.0.0.1:${ports[0]}/answer`).then((response) => response.text());
  const before = { timers: countResources('Timeout'), sockets: countResources('TCPSocketWrap') };
  let open = 0;
  let most = 0;
  let told = 0;
  const onError = (): void => {
    told += 1;
  };
  const transport = withHooks(
    { onError },
    countOpen((change) => {
      open += change;
      most = Math.max(most, open);
    }),
  );
  const clients = ports.map((port) =>
    makeClient({
      baseUrl: `http://127.0.0.1:${port}`,
      auth: { t: () => 'token' },
      limits: { maxBytes: 1_000, timeoutMs: 150_000 },
      transport,
    }),
  );
  // All calls that are never aborted share one signal. The test checks that no listener stays on it.
  const shared = new AbortController();
  const listeners = watchListeners(shared.signal);
  const settled = new Map<number, string>();
  const flight = Array.from({ length: calls }, async (_, index) => {
    const kind = kinds[index % kinds.length] ?? '';
    const isAborted = index % 5 === 0;
    const controller = new AbortController();
    if (isAborted) setTimeout(() => controller.abort(), (index % 7) * 300);
    const { signal } = isAborted ? controller : shared;
    const client = clients[Math.floor(index / kinds.length) % clients.length] ?? clients[0];
    if (!client) throw new Error('no client');
    const settle = (end: string): void => {
      expect(settled.has(index)).toBe(false);
      expect([ends[kind], ...(isAborted ? ['AbortError'] : [])]).toContain(end);
      settled.set(index, end);
    };
    const limits = ends[kind] === 'TimeoutError' ? { timeoutMs: 30_000 } : {};
    await operation.outcome(client, { kind }, { signal, ...limits }).then(
      ({ status }) => settle(`${status}`),
      (error: Error) => settle(error.name),
    );
  });
  await Promise.all(flight);
  expect(most).toBe(calls);
  expect(settled.size).toBe(calls);
  const seen = [...settled.values()];
  expect([...new Set(seen)].sort()).toEqual([...new Set([...Object.values(ends), 'AbortError'])].sort());
  // The listener that all calls share remains with the signal.
  expect(listeners()).toBe(1);
  expect(open).toBe(0);
  // Every call without a response has reported this exactly once.
  expect(told).toBe(seen.filter((end) => end.endsWith('Error')).length);
  // Every connection whose call was aborted is closed.
  const countUnfinished = async (): Promise<unknown> => {
    server.send('count');
    return (await once(server, 'message'))[0];
  };
  await expect.poll(countUnfinished, { timeout: 20_000 }).toBe(0);
  server.kill();
  await expect.poll(() => countResources('TCPSocketWrap'), { timeout: 20_000 }).toBeLessThanOrEqual(before.sockets);
  await expect.poll(() => countResources('Timeout'), { timeout: 20_000 }).toBeLessThanOrEqual(before.timers + 2);
}, 180_000);
