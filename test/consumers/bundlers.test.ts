import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build as buildByEsbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { build as buildByVite } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assume, createServer, unimplemented } from '../../generated/server/index.js';
import { toNodeHandler } from '../../generated/server/node.js';

/** The generated client, from source, in the bundlers that people use. */
let place: string;
let entry: string;
let server: Server;

const program = `import { assume, createClient, createScenario, getBalance, isFailure } from '${resolve('generated/client/index.js')}';
const client = createClient({ baseUrl: process.argv[2], auth: { bearer: 'x' } });
const { balance } = await getBalance(client);
const made = await createScenario(client, { body: assume('create-scenario-request', { name: 'a' }) });
const error = await getBalance({ ...client, auth: { bearer: 'y' } }).catch((thrown) => thrown);
console.log(balance, JSON.stringify(made), isFailure(getBalance, error) && error.outcome.status);
`;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-bundlers-'));
  entry = join(place, 'program.mjs');
  writeFileSync(entry, program);
  const handlers = {
    ...unimplemented,
    getBalance: () => ({ status: '2XX' as const, body: { balance: 4, currency: 'EUR' } }),
    createScenario: ({ body }: { body?: unknown }) => ({
      status: '2XX' as const,
      body: assume('create-scenario-response', { got: body }),
    }),
  };
  const check = (token: string): object | undefined => (token === 'x' ? {} : undefined);
  server = createHttpServer(toNodeHandler(createServer(handlers, { security: { bearer: check } })));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(place, { recursive: true, force: true });
});

const bundlers: { readonly [name: string]: () => Promise<string> } = {
  async esbuild() {
    const { outputFiles } = await buildByEsbuild({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      target: 'es2022',
    });
    return outputFiles[0]?.text ?? '';
  },
  async rolldown() {
    const resolution = { extensionAlias: { '.js': ['.ts', '.js'] } };
    const bundle = await rolldown({ input: entry, resolve: resolution, logLevel: 'silent' });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    return output[0].code;
  },
  async vite() {
    const rollupOptions = { input: entry, output: { format: 'es' } } as const;
    const built = await buildByVite({
      root: place,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: true, target: 'es2022', rollupOptions },
    });
    const [first] = Array.isArray(built) ? built : [built];
    return first && 'output' in first ? first.output[0].code : '';
  },
};

test.each(Object.entries(bundlers))('%s', async (name, bundle) => {
  const code = await bundle();
  // Functions that are not called are left out.
  expect(code).toContain('getBalance');
  for (const foreign of ['listSessions', 'PaginationError', 'UnboundParameterError'])
    expect(code).not.toContain(foreign);
  const file = join(place, `${name}.mjs`);
  writeFileSync(file, code);
  const { port } = server.address() as AddressInfo;
  const { stdout } = await promisify(execFile)(process.execPath, [file, `http://127.0.0.1:${port}`]);
  expect(stdout).toBe('4 {"got":{"name":"a"}} 401\n');
});
