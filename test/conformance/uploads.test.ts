import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type Server, unimplemented } from '../../generated/server/index.js';
import { toNodeHandler } from '../../generated/server/node.js';
import { chooseSample, effort } from '../effort.js';
import { chooseAdapter, type Reached, reach } from './adapters.js';

/**
 * A caller whose large upload is refused can read the reason, although the response comes before the upload has ended.
 */
const large = new Uint8Array(4 * 1_048_576).fill(0x61);
const together = 2;

interface Upload {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array<ArrayBuffer> | globalThis.ReadableStream;
  readonly duplex: 'half';
}
type Send = (url: string, upload: Upload) => Promise<Response>;

interface Refused {
  readonly code: number;
  readonly path: string;
  readonly contentType: string;
  readonly authorization?: string;
  readonly isChunked?: boolean;
}

const refusals: readonly Refused[] = [
  { code: 401, path: '/test', contentType: 'application/json', authorization: '' },
  { code: 404, path: '/nowhere', contentType: 'application/json' },
  { code: 413, path: '/test', contentType: 'application/json' },
  { code: 413, path: '/test', contentType: 'application/json', isChunked: true },
  { code: 415, path: '/test', contentType: 'application/xml' },
];

describe.each(['node', 'https', 'express', 'fastify', 'fetch', 'http2'] as const)('through %s', (adapter) => {
  const many = { part: 2, most: 4, all: 30 }[effort];
  const uploads = adapter === 'node' || effort === 'all' ? many : 2;
  let reached: Reached & { readonly send?: Send };
  beforeAll(async () => {
    const server = createServer(unimplemented, { security: { bearer: (token) => token } });
    if (adapter !== 'https') chooseAdapter(adapter);
    reached = adapter === 'https' ? await reachOverTls(server) : await reach(server);
  });
  afterAll(() => reached.close(0));

  const tried = adapter === 'node' ? refusals : chooseSample(refusals, 2);
  test.each(tried)('every upload receives the response $code of $path, chunked: $isChunked', async (refused) => {
    const { code, path, contentType, authorization = 'Bearer t', isChunked = false } = refused;
    const upload = async (): Promise<number | string> => {
      const body = isChunked ? new Blob([large]).stream() : large;
      const headers = { authorization, 'content-type': contentType };
      try {
        const init = { method: 'POST', headers, body, duplex: 'half' as const };
        const response = await (reached.send ?? fetch)(reached.url + path, init);
        await response.json();
        return response.status;
      } catch (error) {
        return String(error instanceof Error ? (error.cause ?? error) : error);
      }
    };
    const answers: (number | string)[] = [];
    for (let sent = 0; sent < uploads; sent += together)
      answers.push(...(await Promise.all(Array.from({ length: together }, upload))));
    expect(answers).toEqual(Array(uploads).fill(code));
  });
});

async function reachOverTls(server: Server): Promise<Reached & { readonly send: Send }> {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-uploads-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const trusted = readFileSync(cert);
  const https = createHttpsServer({ key: readFileSync(key), cert: trusted }, toNodeHandler(server));
  rmSync(folder, { recursive: true });
  await new Promise<void>((done) => https.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}`,
    send: (url, init) => sendOverTls(url, init, trusted),
    close: () => new Promise((done) => https.close(() => done())),
  };
}

// The certificates that `fetch` trusts are a setting of the whole process.
function sendOverTls(url: string, { method, headers, body }: Upload, ca: Buffer): Promise<Response> {
  return new Promise((done, fail) => {
    const sent = request(url, { method, headers, ca, agent: false }, (answer) => {
      text(answer).then((read) => done(new Response(read, { status: answer.statusCode ?? 0 })), fail);
    });
    sent.on('error', fail);
    if (body instanceof Uint8Array) sent.setHeader('content-length', body.length).end(body);
    else Readable.fromWeb(body as ReadableStream).pipe(sent);
  });
}
