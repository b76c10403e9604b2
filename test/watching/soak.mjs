// Watches descriptions while they are edited, and prints how long each edit takes and how much memory is used.
//   node test/watching/soak.mjs [--edits 50] [--long 1000] [--every 10] [--only NAME]
// Another process watches, so that the edits cost it nothing. The time of an edit is that from the moment when
// its text replaces the file until all files are written.
// Compares the output with that of a cold run after every n-th edit (`--every`), and exits with 1 at a difference.
// soak.md contains the output of an earlier run.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '50' },
    long: { type: 'string', default: '1000' },
    every: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const shared = process.env.LACUNA_SHARED ?? resolve('../shared');
const descriptions = [
  { name: 'practice API', path: 'spec/openapi.yaml', bar: 200 },
  { name: 'practice API, its reference', path: 'spec/openapi.yaml', bar: 2000, withReference: true },
  { name: 'Box', path: join(shared, 'corpus/box/openapi.json'), bar: 700 },
  { name: 'GitHub', path: join(shared, 'corpus/github/api.github.com.json'), bar: 2500 },
].filter(({ name }) => values.only === undefined || values.only === name);

const watchedProcess = fileURLToPath(new URL('watched-process.mjs', import.meta.url));

/** Edits of different kinds. Each takes a description and returns it after the n-th edit. */
const edits = [
  (api, n) => ({ ...api, info: { ...api.info, title: `Title ${n}` } }),
  (api, n) => withOperation(api, (operation) => ({ ...operation, summary: `Summary ${n}.` }), n),
  (api, n) => withSchema(api, (schema) => ({ ...schema, description: `Description ${n}.` }), n),
  (api, n) =>
    withSchema(
      api,
      (schema) => ({ ...schema, 'x-note': n, properties: { ...schema.properties, [`extra${n}`]: { type: 'string' } } }),
      n,
    ),
  (api, n) => ({
    ...api,
    components: { ...api.components, schemas: { ...api.components.schemas, [`Added${n}`]: { type: 'integer' } } },
  }),
  (api, n) => ({
    ...api,
    paths: {
      ...api.paths,
      [`/added-${n}`]: { get: { operationId: `added${n}`, responses: { 200: { description: 'OK' } } } },
    },
  }),
];

function withOperation(api, change, n) {
  const routes = Object.keys(api.paths);
  const route = routes[n % routes.length];
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const method = methods.find((name) => api.paths[route][name]);
  if (method === undefined) return { ...api, info: { ...api.info, title: `Other ${n}` } };
  return {
    ...api,
    paths: { ...api.paths, [route]: { ...api.paths[route], [method]: change(api.paths[route][method]) } },
  };
}

function withSchema(api, change, n) {
  const objects = Object.entries(api.components.schemas).filter(([, { properties }]) => properties);
  const [name, schema] = objects[n % objects.length];
  return { ...api, components: { ...api.components, schemas: { ...api.components.schemas, [name]: change(schema) } } };
}

function readTree(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );
}

function isAsCold(folder, only) {
  const copy = mkdtempSync(join(tmpdir(), 'lacuna-cold-'));
  cpSync(join(folder, 'api.json'), join(copy, 'api.json'));
  const argv = [resolve('dist/cli.js'), 'generate', '--spec', 'api.json', '--out', 'out', '--only', only.join()];
  const { status } = spawnSync(process.execPath, argv, { cwd: copy });
  const [warm, cold] = [readTree(join(folder, 'out')), readTree(join(copy, 'out'))];
  rmSync(copy, { recursive: true, force: true });
  return status === 0 && warm.size === cold.size && [...cold].every(([path, text]) => warm.get(path) === text);
}

async function measure({ name, path, bar, withReference = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-watch-'));
  const api = extname(path) === '.json' ? JSON.parse(readFileSync(path, 'utf8')) : parse(readFileSync(path, 'utf8'));
  const file = join(folder, 'api.json');
  writeFileSync(file, JSON.stringify(api, null, 2));
  const only = ['types', 'client', 'server', 'validators', ...(withReference ? ['reference'] : ['not-shown'])];
  const watching = fork(watchedProcess, [folder, ...only]);
  let take = () => undefined;
  watching.on('message', (message) => take(message));
  const receive = (isWanted) =>
    new Promise((resolve) => {
      take = (message) => isWanted(message) && resolve(message);
    });
  const next = join(folder, '..', `${basename(folder)}-next.json`);
  let { cpu: used } = await receive(({ isReady }) => isReady);
  const edit = async (before, n) => {
    const after = edits[n % edits.length](before, n);
    writeFileSync(next, JSON.stringify(after, null, 2));
    const started = performance.now();
    renameSync(next, file);
    const { error, cpu } = await receive(({ isReady }) => isReady === false);
    const milliseconds = performance.now() - started;
    if (error) throw new Error(`edit ${n} of ${name}: ${error}`);
    const usedBefore = used;
    used = cpu;
    return { after, milliseconds, cpu: cpu - usedBefore };
  };
  const timed = [];
  const differences = [];
  // Each edit changes the result of the one before, as a person does.
  for (let n = 1; n <= Number(values.edits); n++) {
    timed.push(await edit(timed.at(-1)?.after ?? api, n));
    if (n % Number(values.every) === 0 && !isAsCold(folder, only)) differences.push(n);
  }
  // The memory of many edits is compared for descriptions of the same size, so each edit changes the first one.
  const memory = [];
  const count = name === 'practice API' ? Number(values.long) : 0;
  for (let n = 1; n <= count; n++) {
    await edit(api, n);
    if (n !== 50 && n !== count) continue;
    watching.send('memory');
    memory.push((await receive(({ memory: answer }) => answer)).memory);
  }
  watching.send('close');
  await once(watching, 'exit');
  rmSync(folder, { recursive: true, force: true });
  const at = (member, share) => {
    const sorted = timed.map((one) => one[member]).sort((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  };
  const growth =
    memory.length === 2
      ? `, memory after ${count} edits ${(memory[1].rss / memory[0].rss).toFixed(2)} x that after 50, in use ${(memory[1].heapUsed / memory[0].heapUsed).toFixed(2)} x`
      : '';
  console.log(
    `${name}: ${timed.length} edits, median ${at('milliseconds', 0.5)} ms, p95 ${at('milliseconds', 0.95)} ms (bar ${bar} ms), processor ${at('cpu', 0.5)} ms${growth}; ` +
      (differences.length === 0
        ? 'the bytes of cold runs'
        : `other bytes than a cold run after edits ${differences.join(', ')}`),
  );
  return differences.length === 0;
}

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const load = loadavg()[0].toFixed(1);
console.log(
  `${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${cpus().length} cores, load ${load} at the start`,
);
for (const description of descriptions) if (!(await measure(description))) process.exitCode = 1;
