// Watches descriptions while they are edited, and prints how long each edit takes and how much memory is used.
//   node test/watching/soak.mjs [--edits 20] [--long 1000] [--only NAME]
// Another process watches, so that the edits cost it nothing. The time of an edit is that from the moment when
// its text replaces the file until all files are written. After each edit, a new process generates the same description
// into an empty folder. The program prints the watch's time and processor time as ratios to those of this cold run, and
// exits with 1 if the output differs. soak.md contains the output of an earlier run.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '20' },
    long: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
});
const shared = process.env.LACUNA_SHARED ?? resolve('../shared');
const box = join(shared, 'corpus/box/openapi.json');
const github = join(shared, 'corpus/github/api.github.com.json');
// `bar` is the most processor time of an edit, as a ratio to that of a cold run.
const descriptions = [
  { name: 'practice API as YAML', path: 'spec/openapi.yaml', bar: 1 },
  { name: 'practice API as YAML, its reference', path: 'spec/openapi.yaml', withReference: true },
  { name: 'Box as YAML', path: box, bar: 1 },
  { name: 'Box as JSON', path: box, bar: 1 },
  { name: 'GitHub as YAML', path: github, bar: 1.3 },
  { name: 'GitHub as JSON', path: github, bar: 1.3 },
].filter(({ name }) => values.only === undefined || name.startsWith(values.only));

// The output is written to memory if the system has a file system in memory.
const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
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

// The processor time, in milliseconds, of the children of this process that have ended.
function readChildTime() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Generates in a new process. Returns its time and processor time, and whether its output is that of the watch. */
function runCold(folder, file, only) {
  const copy = mkdtempSync(join(memoryFolder, 'lacuna-cold-'));
  cpSync(join(folder, file), join(copy, file));
  const argv = [resolve('dist/cli.js'), 'generate', '--spec', file, '--out', 'out', '--only', only.join()];
  const [started, used] = [performance.now(), readChildTime()];
  const { status } = spawnSync(process.execPath, argv, { cwd: copy });
  const [milliseconds, cpu] = [performance.now() - started, readChildTime() - used];
  const [warm, cold] = [readTree(join(folder, 'out')), readTree(join(copy, 'out'))];
  rmSync(copy, { recursive: true, force: true });
  const isSame = status === 0 && warm.size === cold.size && [...cold].every(([path, text]) => warm.get(path) === text);
  return { milliseconds, cpu, isSame };
}

async function measure({ name, path, bar, withReference = false }) {
  const folder = mkdtempSync(join(memoryFolder, 'lacuna-watch-'));
  const isYaml = name.includes('YAML');
  const file = isYaml ? 'api.yaml' : 'api.json';
  const write = (api) => (isYaml ? stringify(api, { aliasDuplicateObjects: false }) : JSON.stringify(api, null, 2));
  const api = parse(readFileSync(path, 'utf8'), { maxAliasCount: -1 });
  writeFileSync(join(folder, file), write(api));
  const only = ['types', 'client', 'server', 'validators', ...(withReference ? ['reference'] : [])];
  const watching = fork(watchedProcess, [folder, file, ...only]);
  let take = () => undefined;
  watching.on('message', (message) => take(message));
  const receive = (isWanted) =>
    new Promise((resolve) => {
      take = (message) => isWanted(message) && resolve(message);
    });
  let { cpu: used } = await receive(({ isReady }) => isReady);
  const edit = async (before, n) => {
    const after = edits[n % edits.length](before, n);
    writeFileSync(join(folder, 'next'), write(after));
    const started = performance.now();
    renameSync(join(folder, 'next'), join(folder, file));
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
    const warm = await edit(timed.at(-1)?.after ?? api, n);
    const cold = runCold(folder, file, only);
    timed.push({ ...warm, cold });
    if (!cold.isSame) differences.push(n);
  }
  // The memory of many edits is compared for descriptions of the same size, so each edit changes the first one.
  const memory = [];
  const count = name === 'practice API as YAML' ? Number(values.long) : 0;
  for (let n = 1; n <= count; n++) {
    await edit(api, n);
    if (n !== 50 && n !== count) continue;
    watching.send('memory');
    memory.push((await receive(({ memory: answer }) => answer)).memory);
  }
  watching.send('close');
  await once(watching, 'exit');
  rmSync(folder, { recursive: true, force: true });
  const takeMedian = (read) => timed.map(read).sort((a, b) => a - b)[Math.floor(timed.length / 2)];
  const compare = (member) => {
    const [warm, cold] = [takeMedian((one) => one[member]), takeMedian((one) => one.cold[member])];
    return `${(warm / 1000).toFixed(2)} s, ${(warm / cold).toFixed(2)} x a cold run`;
  };
  const growth =
    memory.length === 2
      ? `; memory after ${count} edits ${(memory[1].rss / memory[0].rss).toFixed(2)} x that after 50, in use ${(memory[1].heapUsed / memory[0].heapUsed).toFixed(2)} x`
      : '';
  // The reference comes from another process, whose processor time is not known.
  const cpu = withReference ? '' : `; processor ${compare('cpu')} (bar ${bar} x)`;
  console.log(
    `- ${name}: ${timed.length} edits, median ${compare('milliseconds')}${cpu}${growth}; ` +
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
