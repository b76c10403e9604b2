import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Histogram, Registry } from 'prom-client';
import type { ServerSettings } from '../../generated/sandbox/server/index.js';

/** Receives a line of the log. */
export type WriteLog = (line: string) => void;

/** Logs and counts requests. */
export interface RequestWatch {
  /** The hooks of the API's server. */
  readonly settings: Pick<ServerSettings, 'onResponse' | 'onError'>;
  /** The numbers in the text format of Prometheus. */
  readonly registry: Registry;
  /** Assigns an id to a request, calls `answer`, and logs the request when its response has ended. */
  run(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void;
}

interface Watched {
  readonly id: string;
  operation: string | undefined;
}

/**
 * Creates a log and counters of requests. The log contains neither tokens nor queries, because queries can contain
 * e-mail addresses.
 */
export function createRequestWatch(write: WriteLog): RequestWatch {
  const { registry, count, seconds } = createMetrics();
  const current = new AsyncLocalStorage<Watched>();
  const log = (entry: Readonly<Record<string, unknown>>): void =>
    write(JSON.stringify({ time: new Date().toISOString(), ...entry }).replace(/practice_[\w-]+/g, '[token]'));
  return {
    registry,
    settings: {
      onResponse: ({ operation }) => {
        const watched = current.getStore();
        if (watched) watched.operation = operation;
      },
      onError: (error, { operation }) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        log({ level: 'error', id: current.getStore()?.id, operation, error: text });
      },
    },
    run: (incoming, outgoing, answer) => {
      const watched: Watched = { id: chooseId(incoming), operation: undefined };
      const began = performance.now();
      outgoing.setHeader('x-request-id', watched.id);
      outgoing.once('close', () => {
        const { id, operation } = watched;
        const milliseconds = Math.round((performance.now() - began) * 10) / 10;
        const code = outgoing.headersSent ? outgoing.statusCode : undefined;
        const path = (incoming.url ?? '').split('?')[0];
        count.inc({ operation: operation ?? 'none', code: String(code ?? 'none') });
        seconds.observe({ operation: operation ?? 'none' }, milliseconds / 1000);
        log({ level: 'info', id, method: incoming.method, path, operation, code, milliseconds });
      });
      current.run(watched, answer);
    },
  };
}

function createMetrics(): {
  readonly registry: Registry;
  readonly count: Counter<'operation' | 'code'>;
  readonly seconds: Histogram<'operation'>;
} {
  const registry = new Registry();
  const count = new Counter({
    name: 'practice_requests_total',
    help: 'Requests by operation and status code.',
    labelNames: ['operation', 'code'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'practice_request_seconds',
    help: 'Seconds from a request to the end of its response.',
    labelNames: ['operation'],
    registers: [registry],
  });
  return { registry, count, seconds };
}

// A caller can choose the id, to find a request in both logs.
function chooseId({ headers }: IncomingMessage): string {
  const wished = headers['x-request-id'];
  return typeof wished === 'string' && /^[\w.-]{1,64}$/.test(wished) ? wished : randomUUID();
}
