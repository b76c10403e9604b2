import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import type { Transport } from '../../src/runtime/client/contract.js';
import { bundleOutput, emit } from '../load-output.js';

/** Certificates belong to the platform. The client needs no credential and uses the caller's transport. */
const description = `openapi: 3.1.0
info: { title: Vault, version: '1' }
security: [{ certificate: [] }]
paths:
  /secret: { get: { operationId: getSecret, responses: { '200': { description: ok, content: { application/json: { schema: { type: string } } } } } } }
components: { securitySchemes: { certificate: { type: mutualTLS } } }
`;

let folder: string;
let server: Server;
let key: string;
let cert: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacuna-tls-'));
  writeFileSync(join(folder, 'openapi.yaml'), description);
  await generate({ folder, spec: 'openapi.yaml', out: 'api', only: ['client'], emit });
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
    stdio: 'ignore',
  });
  [key = '', cert = ''] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(folder, file), 'utf8'));
  const options = { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true };
  server = createServer(options, ({ socket, headers }, response) => {
    const { subject } = (socket as TLSSocket).getPeerCertificate();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(`${subject.CN} ${headers.authorization}`));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

test('the transport of the caller sends a client certificate', async () => {
  const load = await bundleOutput(join(folder, 'api'));
  const { createClient, getSecret }: { createClient(options: object): unknown; getSecret(client: unknown): unknown } =
    await load('client/index');
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = (certificates: object): unknown => {
    const transport: Transport = (url, { method, headers, signal }) =>
      new Promise((resolve, reject) => {
        const sent = request(url, { method, headers, signal, ca: cert, ...certificates }, (answer) => {
          const { 'content-type': contentType = '' } = answer.headers;
          const head = { status: answer.statusCode ?? 0, headers: { 'content-type': contentType } };
          resolve(new Response(Readable.toWeb(answer) as ReadableStream, head));
        });
        sent.on('error', reject).end();
      });
    return createClient({ baseUrl, transport });
  };
  expect(await getSecret(connect({ key, cert }))).toBe('127.0.0.1 undefined');
  await expect(getSecret(connect({}))).rejects.toMatchObject({ name: 'NetworkError' });
});
