import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { SourceMap } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build as buildByEsbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { build as buildByVite, createServer as createViteServer } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { assume, createServer, unimplemented } from '../../generated/server/index.js';
import { toNodeHandler } from '../../generated/server/node.js';
import lacuna from '../../src/bundlers/vite.js';
import { hasBrowser, startBrowser } from '../browser/browser.js';
import { makeFolder } from '../make-folder.js';

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

const many = Array.from({ length: 100 }, (_, index) => `getThing${index}`);
const describeThings = (path: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      many.map((operationId) => [
        operationId === 'getThing7' ? path : `/${operationId}`,
        { get: { operationId, responses: { 200: { description: 'Fine.' } } } },
      ]),
    ),
  });

test.runIf(hasBrowser)("Vite's server serves only the operations that a page imports from the index", async () => {
  const page = `import { createClient, getThing7 as get } from './api/client';
import {
  isFailure,
  type Client, // 🦊
} from './api/client/index.js';
export { getThing8 } from './api/client';

const transport = async (url: string): Promise<Response> => {
  document.body.textContent = url + isFailure(get, 1);
  return new Response();
};
const client: Client = createClient({ baseUrl: 'https://things.invalid', transport });
void get(client);
import.meta.hot?.accept();
`;
  const folder = realpathSync(
    makeFolder({
      'index.html': '<link rel="icon" href="data:"><body></body><script type="module" src="/src/main.ts"></script>',
      'src/main.ts': page,
      'openapi.json': describeThings('/first'),
      'lacuna.config.json': '{ "spec": "openapi.json", "out": "src/api", "only": ["client"] }',
    }),
  );
  const vite = await createViteServer({
    root: folder,
    configFile: false,
    logLevel: 'error',
    server: { host: '127.0.0.1' },
    plugins: [lacuna({ folder })],
  });
  const browser = await startBrowser();
  onTestFinished(async () => {
    await browser.close();
    await vite.close();
  });
  await vite.listen();
  const tab = await browser.open(vite.resolvedUrls?.local[0] ?? '');
  await tab.getByText('/firstfalse').waitFor();
  // The module of the page, Vite's client, the client and two operations, and what they share.
  expect(browser.requests.filter((url) => url.startsWith('http')).length).toBeLessThan(12);
  // The source map still shows where code comes from.
  const served = await vite.transformRequest('/src/main.ts');
  const findLine = (code = ''): number => code.split('\n').findIndex((line) => line.startsWith('void get'));
  const map = new SourceMap(JSON.parse(JSON.stringify(served?.map)));
  expect(map.findEntry(findLine(served?.code), 0)).toMatchObject({ originalLine: findLine(page) });
  // An edit of the description replaces modules, and the page stays.
  await tab.evaluate('globalThis.isOld = true');
  writeFileSync(join(folder, 'openapi.json'), describeThings('/second'));
  await tab.getByText('/secondfalse').waitFor();
  expect(await tab.evaluate('globalThis.isOld')).toBe(true);
  expect(browser.complaints).toEqual([]);
});
