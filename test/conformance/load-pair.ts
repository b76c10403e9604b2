import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { generate } from '../../src/index.js';
import type { OperationPlan } from '../../src/wire/plan.js';
import { buildEmitInput, readApi } from '../emit-input.js';
import { emit } from '../load-output.js';

/** An operation on the wire, and the names that the client has for it and for its parameters. */
export interface Call {
  readonly id: string;
  readonly plan: OperationPlan;
  readonly names: ReadonlyMap<unknown, string>;
}

/** The arguments that the handler of a call received, or the reason why it received none. */
interface Got {
  readonly seen?: unknown;
  readonly refused?: string;
}

/** A generated client and the generated server that it calls. */
export interface Pair {
  readonly calls: readonly Call[];
  /** The findings of the generation. */
  readonly told: readonly string[];
  readonly send: (id: string, args: object) => Promise<Got>;
  readonly close: () => Promise<void>;
}

const baseUrl = 'https://api.invalid';

/**
 * Generates client and server of a description in a folder. Calls use the fetch adapter. Those that `fetch` refuses use
 * a socket.
 */
export async function loadPair(description: unknown, folder: string): Promise<Pair> {
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(description));
  const run = await generate({ folder, spec: 'openapi.json', out: 'api', only: ['client', 'server'], emit });
  const told = run.diagnostics.list.map(({ message }) => message);
  if (!run.written) throw new Error(told.join('\n'));
  expect(listForeignImports(join(folder, 'api'))).toEqual([]);
  const { client, server, toFetchHandler, listen } = await importPair(folder);
  let got: { seen?: unknown; refused?: string } = {};
  const handler = (args: unknown): never => {
    got.seen = args;
    throw new Error('read');
  };
  const handlers = Object.fromEntries(Object.keys(server.unimplemented).map((name) => [name, handler]));
  const running = server.createServer(handlers, { onError: () => {} });
  const handle = toFetchHandler(running);
  let listening: { readonly url: string; close(timeoutMs: number): Promise<void> } | undefined;
  const transport = async (url: string, init: RequestInit): Promise<Response> => {
    // WHATWG Fetch, 5.4.
    const isRefused = init.body != null && (init.method === 'GET' || init.method === 'HEAD');
    if (isRefused) listening ??= await listen(running);
    const reached = listening ? url.replace(baseUrl, listening.url) : url;
    const response: Response = isRefused ? await sendByNode(reached, init) : await handle(new Request(url, init));
    if (!('seen' in got)) got.refused = `${response.status} ${await response.clone().text()}`;
    return response;
  };
  const api = client.createClient({ baseUrl, transport });
  return {
    calls: listCalls(spec),
    told,
    async send(id, args) {
      got = {};
      try {
        await client[id].outcome(api, args);
      } catch (error) {
        return { refused: String(error) };
      }
      return got;
    },
    close: async () => listening?.close(0),
  };
}

// Bundles the modules, because loading each of them alone takes longer.
async function importPair(folder: string) {
  const outfile = join(folder, 'api.mjs');
  await build({
    stdin: {
      contents: `export * as client from './api/client/index.js'; export * as server from './api/server/index.js';
export { toFetchHandler } from './api/server/fetch.js'; export { listen } from './api/server/node.js';`,
      resolveDir: folder,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  return import(pathToFileURL(outfile).href);
}

/** Lists the imports of modules that are neither beside them nor parts of Node that only the Node adapter needs. */
function listForeignImports(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[jt]s$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const specifiers = [
      ...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom ['"]([^'"]*)['"];$|\bimport\(['"]([^'"]*)['"]\)/gm),
    ];
    const isNode = /^(runtime|server)\/(node|fastify)/.test(file);
    return specifiers
      .map(([, from, dynamic]) => from ?? dynamic ?? '')
      .filter((from) => !(/^\.\.?\/.*\.js$/.test(from) || (isNode && from.startsWith('node:'))))
      .map((from) => `${file}: ${from}`);
  });
}

function listCalls(spec: string): readonly Call[] {
  const { api, diagnostics } = readApi(spec);
  const { names, plans } = buildEmitInput(api, diagnostics);
  return [...plans.values()].flatMap((plan) => {
    const own = names.operations.get(plan.operation);
    return own ? [{ id: own.identifier, plan, names: own.parameters }] : [];
  });
}

async function sendByNode(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  const bytes = new Uint8Array(await new Response(body ?? null).arrayBuffer());
  return new Promise((resolve, reject) => {
    const lines = { ...Object.fromEntries(new Headers(headers)), 'content-length': bytes.length };
    const outgoing = request(url, { method: method ?? 'GET', headers: lines }, async (incoming) => {
      const chunks: Uint8Array[] = await incoming.toArray();
      resolve(new Response(Buffer.concat(chunks), { status: incoming.statusCode ?? 0 }));
    });
    outgoing.on('error', reject).end(bytes);
  });
}
