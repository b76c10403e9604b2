// Measures the practice service and the same service written with Fastify, interleaved, with a million sessions in
// SQLite and in PostgreSQL. Writes the table practice.md.
//   node test/bench/practice.mjs [--sessions N] [--rounds N] [--count N]
// With --minutes N, only loads the service for that time, and fails if its memory grows.
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { ask, start } from './processes.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const service = path.join(root, 'examples/practice-service/test');
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
    count: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const count = Number(values.count);

// The folder is below the packages that the programs import.
const cache = path.join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const place = mkdtempSync(path.join(cache, 'bench-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
await build({
  entryPoints: [path.join(service, 'load/serve.ts'), path.join(service, 'storages.ts')],
  outdir: place,
  outbase: service,
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
});
const startServer = (kind, address) => start(['--expose-gc', path.join(place, 'load/serve.mjs'), kind, address], 0);
const startLoad = () => fork(path.join(here, 'servers/load.mjs'));

/** The requests: one scenario, and a page of the sessions of one scenario since a date, with the total. */
const listRequests = (token) => {
  const get = (target) =>
    `GET ${target} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  return {
    'GET /scenarios/{id}': get('/scenarios/scenario-0'),
    'GET /v2/sessions': get('/v2/sessions?scenario_id=scenario-0&from_date=2025-01-01&limit=20'),
  };
};

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const lines = [];

async function compare(kind) {
  const storage = await kind.create();
  const address = storage.url ?? storage.folder;
  const servers = { lacuna: startServer('lacuna', address) };
  const ports = { lacuna: (await ask(servers.lacuna)).port };
  const { token } = await ask(servers.lacuna, { fill: Number(values.sessions) });
  servers.fastify = startServer('fastify', address);
  ports.fastify = (await ask(servers.fastify)).port;
  const load = startLoad();
  lines.push(`## ${kind.name}`, '');
  lines.push('| request | server | requests per second | p99 ms | throughput to Fastify | p99 to Fastify |');
  lines.push('| --- | --- | --- | --- | --- | --- |');
  for (const [name, text] of Object.entries(listRequests(token))) {
    const rows = { lacuna: [], fastify: [] };
    for (let round = -1; round < rounds; round += 1)
      for (const server of round % 2 === 0 ? ['fastify', 'lacuna'] : ['lacuna', 'fastify']) {
        const ran = await ask(load, { port: ports[server], text, code: 200, count });
        if (ran.wrong > 0) throw new Error(`${server} answered ${name} ${ran.wrong} times with another code`);
        // The first round only warms up.
        if (round >= 0) rows[server].push({ speed: (ran.count / ran.milliseconds) * 1000, p99: ran.p99 });
      }
    const ratio = (key) => median(rows.lacuna.map((row, at) => row[key] / rows.fastify[at][key])).toFixed(2);
    for (const [server, list] of Object.entries(rows)) {
      const speed = median(list.map((row) => row.speed)).toFixed(0);
      const p99 = median(list.map((row) => row.p99)).toFixed(2);
      const ratios = server === 'lacuna' ? `${ratio('speed')} | ${ratio('p99')}` : '1.00 | 1.00';
      lines.push(`| ${name} | ${server} | ${speed} | ${p99} | ${ratios} |`);
    }
  }
  lines.push('');
  console.log(lines.slice(-8).join('\n'));
  const children = [...Object.values(servers), load];
  const ended = children.map((child) => new Promise((done) => child.once('exit', done)));
  for (const child of children) child.kill();
  await Promise.all(ended);
  await kind.close();
}

/** Sends requests for minutes. Compares the memory of the middle third with the memory of the last third. */
async function soak(kind, minutes) {
  const storage = await kind.create();
  const server = startServer('lacuna', storage.url ?? storage.folder);
  const { port } = await ask(server);
  const { token } = await ask(server, { fill: 20_000 });
  const load = startLoad();
  const samples = [];
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    for (const text of Object.values(listRequests(token))) await ask(load, { port, text, code: 200, count });
    samples.push(await ask(server, 'usage'));
  }
  load.kill();
  server.kill();
  await kind.close();
  const third = Math.ceil(samples.length / 3);
  for (const [key, allowed] of [
    ['heap', 1.1],
    ['rss', 1.2],
  ]) {
    const [before, after] = [samples.slice(third, 2 * third), samples.slice(-third)].map(
      (some) => median(some.map((sample) => sample[key])) / 1_048_576,
    );
    console.log(
      `${kind.name}: ${key} ${before.toFixed(1)} MiB, later ${after.toFixed(1)} MiB, ${samples.length} samples`,
    );
    // With too few samples, the result is false.
    if (!(after <= before * allowed + 1)) process.exitCode = 1;
  }
}

const { listStorageKinds } = await import(pathToFileURL(path.join(place, 'storages.mjs')).href);
if (values.minutes) {
  for (const kind of listStorageKinds()) await soak(kind, Number(values.minutes));
} else {
  lines.push(
    '# The practice service, and the same service written with Fastify',
    '',
    `Written by \`node test/bench/practice.mjs\`: medians of ${rounds} rounds of ${count} requests over 16 connections, interleaved, ` +
      `with ${Number(values.sessions).toLocaleString('en')} sessions. Both have the same authentication, checks, queries, log and metrics; ` +
      `Fastify's is \`examples/practice-service/test/load/create-baseline.ts\`. Node ${process.versions.node}; load average of the machine ${os.loadavg()[1].toFixed(1)}.`,
    '',
  );
  for (const kind of listStorageKinds()) await compare(kind);
  writeFileSync(path.join(here, 'practice.md'), `${lines.join('\n').trimEnd()}\n`);
}
