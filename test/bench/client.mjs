// Calls the same two operations through generated clients and plain `fetch`, interleaved. Writes a table of ratios.
//   node test/bench/client.mjs [--rounds N] [--calls N] [--nodes PROGRAM,…]      with this Node, or with each of these
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { pet } from './client-fetch.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const spec = path.join(here, 'client.yaml');
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '80' },
    calls: { type: 'string', default: '150' },
    nodes: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
if (!values.table) {
  const own = [fileURLToPath(import.meta.url), '--table', '--rounds', values.rounds, '--calls', values.calls];
  // Collects the garbage of one program before the next one runs, so that it does not count for the next.
  const args = ['--expose-gc', ...own];
  const tables = (values.nodes ?? process.execPath)
    .split(',')
    .map((node) => execFileSync(node, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
  const text = `# A call, side by side

Processor microseconds of one call, over a \`fetch\` that returns a \`Response\` with a body stream at once. Each is the lower quartile of ${values.rounds} interleaved rounds of
${values.calls} calls in one run, because other programs on the machine can only add time. Garbage is collected between rounds. \`x\` is the ratio to the first row. "Ten at once":
ten calls run at the same time, as in servers. Instructions are those of consecutive calls in a separate process, if \`perf\` can count them. Other programs affect them
less than time.
Written by \`node test/bench/client.mjs\`.

${tables.join('\n')}`;
  console.log(text);
  writeFileSync(path.join(here, 'client.md'), text);
  process.exit();
}
if (!existsSync(path.join(here, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-bench-'));
symlinkSync(path.join(here, 'node_modules'), path.join(place, 'node_modules'));
const bin = (file) => path.join(here, 'node_modules', file);
const run = (...args) => execFileSync(process.execPath, args, { cwd: place, stdio: 'pipe' });

run(
  path.join(root, 'dist/cli.js'),
  'generate',
  '--spec',
  spec,
  '--out',
  path.join(place, 'lacuna'),
  '--only',
  'client',
);
run(bin('orval/dist/bin/orval.js'), '--input', spec, '--output', path.join(place, 'orval/api.ts'), '--client', 'fetch');
run(bin('@hey-api/openapi-ts/bin/run.js'), '-i', spec, '-o', path.join(place, 'hey'), '--no-log-file', '-s');
mkdirSync(path.join(place, 'redocly'));
run(
  path.join(root, 'node_modules/@redocly/cli/bin/cli.js'),
  'generate-client',
  spec,
  '-o',
  path.join(place, 'redocly/api.ts'),
);

/**
 * Each creates a module with `get` and `post`, which resolve to the pet. All times are divided by those of the first
 * one.
 */
const programs = {
  'bare fetch': `
    const read = async (response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    };
    export const get = async (petId) => read(await fetch('https://api.invalid/v1/pets/' + encodeURIComponent(petId), { headers: { accept: 'application/json' } }));
    export const post = async (pet) => read(await fetch('https://api.invalid/v1/pets', { method: 'POST', headers: { accept: 'application/json', 'content-type': 'application/json' }, body: JSON.stringify(pet) }));`,
  // What a careful person would write: one controller, one cleared timer, limits, safe segments, the media type, typed
  // errors.
  'by hand, same duties': `
    class RefusedError extends Error {}
    class TimeoutError extends Error {}
    class SizeError extends Error {}
    class AnswerError extends Error {}
    const decoder = new TextDecoder();
    const segment = (value) => {
      if (typeof value !== 'string' || /\\p{Cs}/u.test(value) || /^(\\.|%2e){0,2}$/i.test(value)) throw new RefusedError('no path segment');
      return encodeURIComponent(value).replace(/[!'()]/g, escape);
    };
    const call = (url, init, expected) => new Promise((resolve, reject) => {
      const controller = new AbortController();
      init.signal = controller.signal;
      const timer = setTimeout(() => {
        reject(new TimeoutError());
        controller.abort();
      }, 30_000);
      const send = async () => {
        try {
          const response = await fetch(url, init);
          const reader = response.body.getReader();
          const chunks = [];
          let size = 0;
          for (;;) {
            const { value } = await reader.read();
            if (!value) break;
            chunks.push(value);
            size += value.length;
            if (size > 10_000_000) throw new SizeError();
          }
          const isJson = /^application\\/json *(;|$)/i.test(response.headers.get('content-type') ?? '');
          if (response.status !== expected || !isJson) throw new AnswerError(String(response.status));
          const bytes = chunks.length === 1 ? chunks[0] : await new Blob(chunks).arrayBuffer();
          clearTimeout(timer);
          resolve(JSON.parse(decoder.decode(bytes)));
        } catch (error) {
          clearTimeout(timer);
          reject(error);
        }
      };
      send();
    });
    export const get = (petId) => call('https://api.invalid/v1/pets/' + segment(petId), { headers: { accept: 'application/json' } }, 200);
    export const post = (pet) => call('https://api.invalid/v1/pets', { method: 'POST', headers: { accept: 'application/json', 'content-type': 'application/json' }, body: JSON.stringify(pet) }, 201);`,
  lacuna: `
    import { addPet, createClient, getPet } from './lacuna/client/index.ts';
    const client = createClient({ baseUrl: 'https://api.invalid/v1' });
    export const get = (petId) => getPet(client, { petId });
    export const post = (body) => addPet(client, { body });`,
  orval: `
    import { addPet, getPet } from './orval/api.ts';
    export const get = async (petId) => (await getPet(petId)).data;
    export const post = async (pet) => (await addPet(pet)).data;`,
  'openapi-fetch': `
    import createClient from 'openapi-fetch';
    const client = createClient({ baseUrl: 'https://api.invalid/v1' });
    export const get = async (petId) => (await client.GET('/pets/{petId}', { params: { path: { petId } } })).data;
    export const post = async (body) => (await client.POST('/pets', { body })).data;`,
  'hey-api': `
    import { addPet, getPet } from './hey/index.ts';
    export const get = async (petId) => (await getPet({ path: { petId } })).data;
    export const post = async (body) => (await addPet({ body })).data;`,
  'redocly generate-client': `
    import { addPet, getPet } from './redocly/api.ts';
    export const get = (petId) => getPet({ path: { petId } });
    export const post = (body) => addPet({ body });`,
};

async function load(name, contents) {
  const file = path.join(place, `${name.replaceAll(/\W+/g, '-')}.mjs`);
  const stdin = { contents, resolveDir: place, loader: 'ts' };
  await build({
    stdin,
    outfile: file,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    logLevel: 'error',
  });
  return { file, module: await import(pathToFileURL(file)) };
}

const names = Object.keys(programs);
const loaded = new Map();
for (const name of names) loaded.set(name, await load(name, programs[name]));
for (const name of names) {
  const { get, post } = loaded.get(name).module;
  for (const answer of [await get('p1'), await post(pet)]) {
    if (JSON.stringify(answer) !== JSON.stringify(pet)) throw new Error(`${name} gave ${JSON.stringify(answer)}`);
  }
}

const calls = Number(values.calls);
async function time(call, argument, together) {
  globalThis.gc({ type: 'minor' });
  // Processor time, because other processes may run too.
  const started = process.cpuUsage();
  for (let index = 0; index < calls; index += together) {
    if (together === 1) await call(argument);
    else await Promise.all(Array.from({ length: together }, () => call(argument)));
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / calls;
}

const quartile = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 4)];
const kinds = ['get', 'post', 'get, ten at once', 'post, ten at once'];
const runs = new Map(names.map((name) => [name, Object.fromEntries(kinds.map((kind) => [kind, []]))]));
for (let round = -5; round < Number(values.rounds); round++) {
  // Each round has another order, so that no program always runs after the same other program.
  const shift = Math.abs(round) % names.length;
  for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
    const { get, post } = loaded.get(name).module;
    for (const kind of kinds) {
      const [call, argument] = kind.startsWith('get') ? [get, 'p1'] : [post, pet];
      const taken = await time(call, argument, kind.endsWith('ten at once') ? 10 : 1);
      if (round >= 0) runs.get(name)[kind].push(taken);
    }
  }
}

const canCount = spawnSync('perf', ['stat', '-x', ',', '-e', 'instructions:u', 'true']).status === 0;
/**
 * Counts the instructions of one call: the difference between two numbers of calls, so that the start of the process
 * does not count.
 */
function countInstructions({ file }, kind) {
  if (!canCount) return Number.NaN;
  const [few, many] = [3_000, 13_000];
  const count = (times) => {
    const program = [path.join(here, 'client-fetch.mjs'), file, kind, String(times)];
    const { stderr } = spawnSync('perf', ['stat', '-x', ',', '-e', 'instructions:u', process.execPath, ...program]);
    return Number.parseInt(String(stderr), 10);
  };
  return (count(many) - count(few)) / (many - few);
}
const counts = new Map(
  names.map((name) => {
    const counted = loaded.get(name);
    return [name, { get: countInstructions(counted, 'get'), post: countInstructions(counted, 'post') }];
  }),
);
const counted = (name, kind) => {
  const count = counts.get(name)[kind];
  return Number.isNaN(count)
    ? '– | –'
    : `${Math.round(count / 1000)}k | ${(count / counts.get(names[0])[kind]).toFixed(2)}`;
};

const base = runs.get(names[0]);
const ratio = (name, kind) => (quartile(runs.get(name)[kind]) / quartile(base[kind])).toFixed(2);
const lines = [
  `## Node ${process.versions.node}`,
  '',
  '| client | GET µs | x | POST µs | x | GET, ten at once, µs | x | POST, ten at once, µs | x | GET instructions | x | POST instructions | x |',
  `| --- |${' --: |'.repeat(12)}`,
  ...names.map((name) => {
    const timed = kinds.map((kind) => `${quartile(runs.get(name)[kind]).toFixed(1)} | ${ratio(name, kind)}`);
    return `| ${[name, ...timed, counted(name, 'get'), counted(name, 'post')].join(' | ')} |`;
  }),
  '',
];
console.log(lines.join('\n'));
rmSync(place, { recursive: true, force: true });
