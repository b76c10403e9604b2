import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '../../generated/sandbox/server/node.js';
import { createApi, type Variant } from '../create-api.js';
import type { Database } from '../database/schema.js';

/** What a service needs. */
export interface ServiceOptions {
  readonly database: Database;
  readonly variant: Variant;
  readonly host?: string;
  readonly port?: number;
  /** The address that callers use, if it is not the one that the service listens on. */
  readonly publicUrl?: string;
  /** Pages beside the API: their type and text by path. */
  readonly pages?: ReadonlyMap<string, Page>;
}

/** A page beside the API. */
export interface Page {
  readonly type: string;
  readonly text: string;
}

/** A service that accepts requests. */
export interface Service {
  readonly url: string;
  /** Accepts no more requests and resolves once the pending ones are answered. */
  close(): Promise<void>;
}

/** Starts the service on this machine; on a free port by default. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { database, variant, pages, host = '127.0.0.1', port = 0 } = options;
  const server = createHttpServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address() as AddressInfo;
  const url = `http://${host}:${address.port}`;
  const answerApi = toNodeHandler(createApi({ database, variant, publicUrl: options.publicUrl ?? url }));
  server.on('request', (incoming, outgoing) => {
    const page = pages?.get((incoming.url ?? '').split('?')[0] ?? '');
    if (page && (incoming.method === 'GET' || incoming.method === 'HEAD')) sendPage(page, incoming, outgoing);
    else answerApi(incoming, outgoing);
  });
  return {
    url,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeIdleConnections()),
  };
}

function sendPage({ type, text }: Page, { method }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  outgoing.end(method === 'HEAD' ? undefined : text);
}
