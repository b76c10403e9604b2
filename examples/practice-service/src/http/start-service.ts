import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { toNodeHandler } from '../../generated/sandbox/server/node.js';
import { createApi, type Variant } from '../create-api.js';
import type { Database } from '../database/schema.js';
import { limitRate, type RateLimit } from '../rate-limiter.js';
import { setCorsHeaders } from './allow-origins.js';
import { createRequestWatch, type WriteLog } from './watch-requests.js';
import { admitWebSessions, answerSession, type WebCallers } from './web-sessions.js';

/** The input of a service. */
export interface ServiceOptions {
  readonly database: Database;
  readonly variant: Variant;
  readonly host?: string;
  readonly port?: number;
  /** The URL that callers use, if it differs from the one on which the service listens. */
  readonly publicUrl?: string | undefined;
  /** Pages in addition to the API: their type and content by path. */
  readonly pages?: ReadonlyMap<string, Page>;
  /** The origins whose pages can call the API. */
  readonly corsOrigins?: readonly string[];
  readonly rateLimit?: RateLimit | undefined;
  readonly writeLog?: WriteLog;
}

/** A page in addition to the API. */
export interface Page {
  readonly type: string;
  readonly content: string | Uint8Array;
  /** The status code, by default 200. */
  readonly code?: number;
  readonly headers?: { readonly [name: string]: string };
}

/** A service that accepts requests. */
export interface Service {
  readonly url: string;
  /**
   * Accepts no more requests. Resolves when the pending ones have their responses. After `milliseconds`, closes the
   * connections of the others.
   */
  close(milliseconds?: number): Promise<void>;
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Starts the service on this machine, by default on a free port. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { corsOrigins = [], host = '127.0.0.1', port = 0, writeLog = () => undefined } = options;
  const server = createHttpServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  const watch = createRequestWatch(writeLog);
  const { database, variant, publicUrl = url, rateLimit } = options;
  const admitted: WebCallers = new WeakMap();
  const { settings } = watch;
  const limiting = rateLimit && limitRate(database, rateLimit, variant);
  const answerApi = toNodeHandler(createApi({ database, variant, publicUrl, settings: { ...settings, ...limiting } }));
  const admitPage = admitWebSessions(database, admitted);
  const answerPage = toNodeHandler(
    createApi({ database, variant, publicUrl, admitted, settings: { ...settings, admit: admitPage } }),
  );
  const isSecure = publicUrl.startsWith('https:');
  const own = new Map<string, Answer>([
    ['/health', (_, outgoing) => sendPage({ type: 'application/json', content: '{"status":"ok"}' }, outgoing)],
    ['/ready', (_, outgoing) => void sendReadiness(database, server.listening, outgoing)],
    [
      '/metrics',
      (_, outgoing) =>
        void watch.registry
          .metrics()
          .then((content) => sendPage({ type: watch.registry.contentType, content }, outgoing)),
    ],
    ...Array.from(options.pages ?? [], ([path, page]): [string, Answer] => [
      path,
      (_, outgoing) => sendPage(page, outgoing),
    ]),
  ]);
  server.on('request', (incoming, outgoing) => {
    // An open connection would delay the end of a service that stops.
    if (!server.listening) outgoing.setHeader('connection', 'close');
    outgoing.once('close', () => server.listening || server.closeIdleConnections());
    watch.run(incoming, outgoing, () => {
      const path = (incoming.url ?? '').split('?')[0] ?? '';
      if (path.startsWith('/web/api/')) return answerPage(incoming, outgoing);
      if (path === '/web/session')
        return void answerSession(database, isSecure, incoming, outgoing).catch(() => outgoing.destroy());
      if (setCorsHeaders(incoming, outgoing, corsOrigins)) return;
      const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
      const answer = isRead ? own.get(path) : undefined;
      (answer ?? answerApi)(incoming, outgoing);
    });
  });
  return { url, close: (milliseconds = 10_000) => closeServer(server, milliseconds) };
}

function closeServer(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function sendReadiness(database: Database, isOpen: boolean, outgoing: ServerResponse): Promise<void> {
  const isReady =
    isOpen &&
    (await sql`select 1`.execute(database).then(
      () => true,
      () => false,
    ));
  if (isReady) return sendPage({ type: 'application/json', content: '{"status":"ready"}' }, outgoing);
  const error = isOpen ? 'the database does not answer' : 'the service stops';
  sendPage({ type: 'application/json', content: JSON.stringify({ error, details: {} }), code: 503 }, outgoing);
}

function sendPage({ type, content, code, headers = {} }: Page, outgoing: ServerResponse): void {
  if (code !== undefined) outgoing.statusCode = code;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.setHeader('content-type', type);
  outgoing.setHeader('content-length', Buffer.byteLength(content));
  outgoing.end(content);
}
