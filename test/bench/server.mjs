// Measures the generated server and other servers, interleaved. Writes the tables server.md and, for GitHub's
// description, server-github.md.
//   node test/bench/server.mjs [--starts N] [--rounds N] [--count N] [--only pets|github]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { ask, canPin, start } from './processes.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const servers = path.join(here, 'servers');
const corpus = process.env.CORPUS_DIR ?? path.join(process.env.LACUNA_SHARED ?? path.join(root, '../shared'), 'corpus');
const github = path.join(corpus, 'github/api.github.com.json');
const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '10' },
    count: { type: 'string', default: '800' },
    only: { type: 'string', default: '' },
  },
});
const starts = Number(values.starts);
const rounds = Number(values.rounds);
const count = Number(values.count);

if (!existsSync(path.join(here, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-bench-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
// Every server would read the extra certificates of the machine at its start, which would hide the differences.
const startAlone = (file, core, env = {}) => start([file], core, { NODE_EXTRA_CA_CERTS: '', ...env });

const canCount = spawnSync('perf', ['stat', '-x', ',', '-e', 'instructions:u', 'true']).status === 0;

/**
 * Counts the instructions of a process while something runs. Other programs on the machine change this less than the
 * time.
 */
async function countInstructions({ pid }, run) {
  if (!canCount) return { ran: await run(), instructions: Number.NaN };
  const perf = spawn('perf', ['stat', '-x', ',', '-e', 'instructions:u', '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  perf.stderr.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((done) => setTimeout(done, 200));
  const ran = await run();
  perf.kill('SIGINT');
  await new Promise((done) => perf.once('close', done));
  return { ran, instructions: Number.parseInt(text, 10) };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
// Other work of the machine can only add to a time, so a low quantile is used.
const lowerQuartile = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 4)];

/** Generates and compiles a server. `bundled`: into one file for each entry. */
async function makeServer(spec, name, { bundled = false } = {}) {
  const source = path.join(place, `${name}-source`);
  const out = path.join(place, name);
  if (!existsSync(source)) {
    const args = ['generate', '--spec', spec, '--out', source, '--only', 'server'];
    execFileSync(process.execPath, [path.join(root, 'dist/cli.js'), ...args], { cwd: place, stdio: 'ignore' });
  }
  const files = readdirSync(source, { recursive: true }).filter((file) => file.endsWith('.ts'));
  const entries = bundled ? ['server/index.ts', 'server/node.ts'] : files;
  await build({
    entryPoints: entries.map((file) => path.join(source, file)),
    outdir: out,
    outbase: source,
    bundle: bundled,
    splitting: bundled,
    minify: bundled,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }');
  return out;
}

const body = JSON.stringify({ name: 'Tom', kind: 'cat', age: 3, tags: ['grey', 'fast'], owner: { name: 'Ann' } });
const head = 'HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n';
const workloads = {
  'GET one': { text: `GET /pets/p17 ${head}\r\n`, code: 200 },
  list: { text: `GET /pets?limit=20&kind=cat ${head}\r\n`, code: 200 },
  POST: {
    text: `POST /pets ${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    code: 201,
  },
};

async function measureThroughput(contestants) {
  const results = new Map(
    Object.keys(contestants).map((name) => [
      name,
      Object.fromEntries(Object.keys(workloads).map((each) => [each, { cpu: [], milliseconds: [], instructions: [] }])),
    ]),
  );
  // Engines compile a program differently at each start.
  for (let turn = 0; turn < starts; turn += 1) await measureStart(contestants, results);
  return results;
}

async function measureStart(contestants, results) {
  const load = startAlone(path.join(servers, 'load.mjs'), 1);
  const running = new Map();
  for (const [name, { file, env }] of Object.entries(contestants)) {
    const child = startAlone(path.join(servers, file), 0, env);
    running.set(name, { child, port: (await ask(child)).port });
  }
  /** Sends requests to each of the servers in turn, one kind of request after the other. */
  const inTurn = async (run) => {
    for (const [workload, { text, code }] of Object.entries(workloads)) {
      for (const [name, { child, port }] of running) {
        const send = async (times) => {
          const ran = await ask(load, { port, text, code, count: times });
          if (ran.wrong > 0) throw new Error(`${name} answered ${workload} ${ran.wrong} times with another code`);
          return ran;
        };
        await run(results.get(name)[workload], send, child);
      }
    }
  };
  // Runs until the engine has compiled everything.
  await inTurn((_row, send) => send(12_000));
  // Turns are short, so that other work of the machine affects all servers alike.
  for (let round = 0; round < rounds; round += 1) {
    await inTurn(async (row, send, child) => {
      // Compiled code that has not run for some time is partly dropped, so it warms up again.
      await send(300);
      const before = await ask(child, 'usage');
      const ran = await send(count);
      const after = await ask(child, 'usage');
      row.cpu.push((after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / ran.count);
      row.milliseconds.push(ran.milliseconds / ran.count);
    });
  }
  await inTurn(async (row, send, child) => {
    await send(2000);
    const { ran, instructions } = await countInstructions(child, () => send(3000));
    row.instructions.push(instructions / ran.count);
  });
  load.kill();
  for (const { child } of running.values()) child.kill();
}

// The most milliseconds for the first complete response. If a server takes longer, this number counts as its time.
const longest = 30_000;

async function startCold({ file, env }, target, wanted) {
  const begin = performance.now();
  const child = startAlone(path.join(servers, file), 0, env);
  const { port } = (await ask(child).catch(() => undefined)) ?? {};
  if (port === undefined) return { milliseconds: Number.NaN, cpu: Number.NaN, memory: Number.NaN };
  let status = 0;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, { signal: AbortSignal.timeout(longest) });
    await answer.arrayBuffer();
    status = answer.status;
  } catch {
    // The loop below reports it.
  }
  const milliseconds = performance.now() - begin;
  if (status !== wanted) console.error(`${file} answered ${status || 'nothing'}`);
  const { cpu, memory } = await ask(child, 'usage');
  child.kill();
  return { milliseconds, cpu: (cpu.user + cpu.system) / 1000, memory: memory / 1_048_576 };
}

async function measureCold(contestants, times, target, wanted) {
  const runs = new Map(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < times; round += 1)
    for (const [name, contestant] of Object.entries(contestants))
      runs.get(name).push(await startCold(contestant, target, wanted));
  const quick = (list, key) => lowerQuartile(list.map((run) => run[key]));
  return new Map(
    [...runs].map(([name, list]) => [
      name,
      { milliseconds: quick(list, 'milliseconds'), cpu: quick(list, 'cpu'), memory: quick(list, 'memory') },
    ]),
  );
}

/**
 * Returns the nanoseconds that finding a route takes in two descriptions that both have the path. They run interleaved.
 */
async function measureRouting(folders, target) {
  const rows = [];
  for (const folder of folders) {
    const load = (module) => import(pathToFileURL(path.join(folder, module)).href);
    const [{ paths }, router] = [await load('server/router.js'), await load('runtime/server.js')];
    const found = router.listRoutes(paths).length;
    const run = () => router.chooseRoute(router.matchPath(paths, target).routes, 'GET', '').operation;
    rows.push({ found, run, times: [] });
  }
  for (let round = 0; round < 20; round += 1)
    for (const { run, times } of rows) {
      const begin = process.cpuUsage();
      for (let turn = 0; turn < 50_000; turn += 1) run();
      const { user, system } = process.cpuUsage(begin);
      times.push((user + system) / 50);
    }
  return rows.map(({ found, times }) => ({ found, time: median(times) }));
}

const number = (value, digits = 2) => (Number.isNaN(value) ? 'does not start' : value.toFixed(digits));
const lines = [];
const table = (header, rows) => {
  const begin = lines.length;
  lines.push(`| ${header.join(' | ')} |`, `|${' --- |'.repeat(header.length)}`);
  for (const row of rows) lines.push(`| ${row.join(' | ')} |`);
  lines.push('');
  console.log(lines.slice(begin).join('\n'));
};

async function benchPets() {
  const pets = await makeServer(path.join(servers, 'pets.yaml'), 'pets');
  const contestants = {
    'node:http by hand': { file: 'raw.mjs' },
    lacuna: { file: 'lacuna.mjs', env: { API_DIR: pets } },
    'fastify + schemas': { file: 'fastify.mjs' },
    'hono + zod': { file: 'hono.mjs' },
    'express + express-openapi-validator': { file: 'express.mjs' },
  };
  const throughput = await measureThroughput(contestants);
  const ours = throughput.get('lacuna');
  lines.push(
    '# The generated server, side by side',
    '',
    `Written by \`node test/bench/server.mjs\`: the lower quartile of ${rounds} rounds of ${count} requests over 16 connections in each of ${starts} starts, interleaved. Other programs on the machine can only add time. ` +
      `${canPin ? 'Server and load run on separate cores' : 'Server and load run on the same cores'}; Node ${process.versions.node}; load average of the machine ${os.loadavg()[1].toFixed(1)}. ` +
      'CPU and instructions are those of the server process for one request. `perf stat` counts the instructions, which other programs affect least. Ratios compare a server with lacuna: above 1, lacuna needs less, or answers more requests per second. ' +
      '"By hand" (`servers/raw.mjs`) checks everything in the description, size, time and UTF-8 of bodies, `Content-Type`, `Accept`, and names such as `__proto__`. ' +
      'It does not check repeated names in a JSON object, the depth of JSON and a second `Host`.',
    '',
  );
  for (const workload of Object.keys(workloads)) {
    lines.push(`## ${workload}`, '');
    table(
      ['server', 'CPU µs', 'ratio', 'instructions, thousands', 'ratio', 'requests per second', 'ratio'],
      [...throughput].map(([name, row]) => {
        const keys = ['cpu', 'milliseconds', 'instructions'];
        const [cpu, milliseconds, instructions] = keys.map((key) => lowerQuartile(row[workload][key]));
        const [cpuRatio, timeRatio, workRatio] = keys.map(
          (key) => lowerQuartile(row[workload][key]) / lowerQuartile(ours[workload][key]),
        );
        const counted = canCount ? [number(instructions / 1000, 1), number(workRatio)] : ['not counted', ''];
        return [name, number(cpu, 1), number(cpuRatio), ...counted, number(1000 / milliseconds, 0), number(timeRatio)];
      }),
    );
  }
  const bundled = await makeServer(path.join(servers, 'pets.yaml'), 'pets-bundled', { bundled: true });
  const starters = { ...contestants, 'lacuna, bundled': { file: 'lacuna.mjs', env: { API_DIR: bundled } } };
  const cold = await measureCold(starters, 15, '/pets/p17', 200);
  const byHand = cold.get('node:http by hand');
  lines.push(
    '## Cold start until the first response',
    '',
    'Lower quartiles of 15 starts; ratios to `node:http` by hand.',
    '',
  );
  table(
    ['server', 'ms', 'ratio', 'CPU ms', 'CPU ratio'],
    [...cold].map(([name, { milliseconds, cpu }]) => [
      name,
      number(milliseconds, 0),
      number(milliseconds / byHand.milliseconds),
      number(cpu, 0),
      number(cpu / byHand.cpu),
    ]),
  );
  write('server.md');
}

async function benchGithub() {
  const target = '/repos/o/r/issues/1';
  const all = await makeServer(github, 'github');
  const whole = await makeServer(github, 'github-bundled', { bundled: true });
  const one = JSON.parse(readFileSync(github, 'utf8'));
  const template = '/repos/{owner}/{repo}/issues/{issue_number}';
  one.paths = { [template]: { get: one.paths[template].get, parameters: one.paths[template].parameters ?? [] } };
  writeFileSync(path.join(place, 'one.json'), JSON.stringify(one));
  const single = await makeServer(path.join(place, 'one.json'), 'one');
  const [many, alone] = await measureRouting([all, single], target);
  const env = { SPEC: github };
  const githubServers = {
    'lacuna, as emitted': { file: 'github-lacuna.mjs', env: { API_DIR: all } },
    'lacuna, bundled': { file: 'github-lacuna.mjs', env: { API_DIR: whole } },
    'express-openapi-validator': { file: 'github-express.mjs', env },
    'openapi-backend': { file: 'github-backend.mjs', env },
    'openapi-backend, checking nothing': { file: 'github-backend.mjs', env: { ...env, VALIDATE: '0' } },
  };
  const started = await measureCold(githubServers, 1, target, 501);
  lines.push(
    "# GitHub's description as a server",
    '',
    `Finding \`GET ${template}\` takes ${number(many.time, 0)} ns among ${many.found} operations and ${number(alone.time, 0)} ns ` +
      `alone: ${number(many.time / alone.time)} times as long. Each server was started once.`,
    '',
  );
  table(
    ['server', 'ms to the first response', 'CPU ms', 'memory MiB'],
    [...started].map(([name, { milliseconds, cpu, memory }]) => [
      name,
      number(milliseconds, 0),
      number(cpu, 0),
      number(memory, 0),
    ]),
  );
  write('server-github.md');
}

function write(file) {
  writeFileSync(path.join(here, file), `${lines.splice(0).join('\n').trimEnd()}\n`);
}

if (values.only !== 'github') await benchPets();
if (values.only !== 'pets' && existsSync(github)) await benchGithub();
