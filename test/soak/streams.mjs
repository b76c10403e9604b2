import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate } from '../../dist/index.js';

const lines = 50;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Serves streams, because the practice API has none. `state` counts the open streams, and the items of a stream that is
 * never read.
 */
export async function serveStreams() {
  const api = await buildServer();
  const state = { open: 0, unread: 0 };
  async function* count(make, milliseconds = 1) {
    state.open += 1;
    try {
      for (let index = 0; ; index += 1) {
        const item = make(index);
        if (item === undefined) return;
        yield item;
        if (index % 10 === 9) await pause(milliseconds);
      }
    } finally {
      state.open -= 1;
    }
  }
  const filling = 'x'.repeat(16_384);
  const handlers = {
    listLines: ({ owner }) => ({
      status: 200,
      body: count((index) => (index < lines ? { owner, index } : undefined)),
    }),
    watchEvents: ({ reader }) => {
      const isStalled = reader === 'stalled';
      const make = (index) => {
        if (isStalled) state.unread = Math.max(state.unread, index * filling.length);
        return { data: filling };
      };
      return { status: 200, body: count(make, isStalled ? 1 : 50) };
    },
  };
  const { url } = await api.listen(api.createServer(handlers));
  return { url, state };
}

async function buildServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-soak-'));
  try {
    cpSync(fileURLToPath(new URL('streams.yaml', import.meta.url)), join(folder, 'openapi.yaml'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    await generate({ folder, spec: 'openapi.yaml', out: 'api', only: ['server'] });
    const flags = '--outDir built --module nodenext --target es2022 --types node --skipLibCheck';
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const files = ['api/server/index.ts', 'api/server/node.ts'];
    spawnSync(process.execPath, [tsc, ...flags.split(' '), ...files], { cwd: folder, stdio: 'inherit' });
    const load = (module) => import(pathToFileURL(join(folder, `built/server/${module}.js`)));
    const [{ createServer }, { listen }] = await Promise.all([load('index'), load('node')]);
    return { createServer, listen };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts callers of streams: some read everything, some disconnect, and some do not read. */
export function callStreams(url, counts, isOver) {
  const lane = async (call) => {
    while (!isOver()) await call();
  };
  return [
    ...Array.from({ length: 6 }, (_, index) => lane(() => readAll(url, counts, `lane-${index}-${Date.now()}`))),
    ...Array.from({ length: 6 }, () => lane(() => leave(url, 'leaving', Math.random() * 200, counts))),
    ...Array.from({ length: 4 }, () => lane(() => leave(url, 'stalled', 3_000, counts))),
  ];
}

/** Reads a whole stream. Every item must arrive in order and belong to this stream. */
function readAll(url, counts, owner) {
  const expected = Array.from({ length: lines }, (_, index) => `${JSON.stringify({ owner, index })}\n`).join('');
  return new Promise((done) => {
    const end = (count) => {
      counts[count] += 1;
      done();
    };
    get(`${url}/lines/${owner}`, { agent: false }, (incoming) => {
      let got = '';
      incoming.setEncoding('utf8').on('data', (chunk) => {
        got += chunk;
      });
      incoming.on('error', () => undefined);
      incoming.on('close', () => {
        if (got === expected) end('streamed');
        else end(expected.startsWith(got) ? 'lost' : 'crossed');
      });
    }).on('error', () => end('lost'));
  });
}

/** Disconnects after a time, whether or not it has read what arrived. */
async function leave(url, reader, milliseconds, counts) {
  const request = get(`${url}/events/${reader}`, { agent: false }, (incoming) => {
    incoming.on('error', () => undefined);
    if (reader !== 'stalled') incoming.resume();
  });
  request.on('error', () => undefined);
  await pause(milliseconds);
  request.destroy();
  counts.left += 1;
}
