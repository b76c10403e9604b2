// Changes one place of the code at a time and counts which changes the tests notice.
//   npm run mutate [-- --count N --seed N --room NAME]      by default a sample of 1,000 of all rooms; --count all: every one
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { listMistakes } from './list-mistakes.mjs';
import { listUnitsOf } from './list-units.mjs';
import { rooms } from './rooms.mjs';
import { Worker } from './worker.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    verbose: { type: 'boolean', default: false },
  },
});
if (values.room !== undefined && !Object.hasOwn(rooms, values.room)) {
  console.error(`There is no room '${values.room}'; there are ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}

function listFiles() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  return files.map((file) => `src/${file}`).sort();
}

function listAll() {
  const own = listFiles().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const chosen = Object.entries(rooms).filter(([name]) => values.room === undefined || name === values.room);
  return chosen.flatMap(([room, { files: pattern }]) =>
    own
      .filter((file) => pattern.test(file))
      .flatMap((file) => listMistakes(file).map((mistake) => ({ room, ...mistake }))),
  );
}

// A small generator of numbers (mulberry32), so that a seed always draws the same sample.
function drawFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sample(all, count, draw) {
  const keyed = all.map((mistake) => ({ mistake, key: draw() })).sort((a, b) => a.key - b.key);
  return keyed.slice(0, count).map(({ mistake }) => mistake);
}

const units = listFiles().filter((file) => file.endsWith('.test.ts'));

function stagesOf({ room, file }) {
  const own = units.filter((test) => rooms[room].units.test(test));
  const reaching = listUnitsOf(file, own);
  return [...(reaching.length > 0 ? [reaching] : []), ...rooms[room].tests];
}

// The mistakes that change nothing, or nothing that a test should pin, each with its reason on the line above.
const argued = new Set(
  readFileSync(new URL('survivors.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);
const describeMistake = ({ file, was, text }) => `${file}: ${squeeze(was)} -> ${squeeze(text)}`;
const squeeze = (text) => text.replace(/\s+/g, ' ').slice(0, 160);

const all = listAll();
// The project may change during a long run; the copies do not.
const texts = new Map(all.map(({ file }) => [file, readFileSync(file, 'utf8')]));
const count = values.count === 'all' ? all.length : Number(values.count);
const queue = sample(all, count, drawFrom(Number(values.seed)));
const tried = queue.length;
const survivors = [];
console.log(`${tried} of ${all.length} mistakes, seed ${values.seed}`);

// A run without a mistake measures how long the tests of a room take on this machine at this time.
const mostSeconds = new Map();

/** Runs the tests without a mistake. They have to pass, or every mistake would count as noticed. */
async function checkBaseline(worker) {
  for (const room of new Set(queue.map((mistake) => mistake.room))) {
    const own = units.filter((test) => rooms[room].units.test(test));
    const start = Date.now();
    const failing = await worker.run('package.json', undefined, [own, ...rooms[room].tests], 3600);
    if (failing !== undefined) throw new Error(`without a mistake ${failing} fails`);
    mostSeconds.set(room, Math.max(60, (5 * (Date.now() - start)) / 1000));
  }
}

async function tryAll(worker) {
  for (let mistake = queue.pop(); mistake; mistake = queue.pop()) {
    const { file, line, start, end, text } = mistake;
    const right = texts.get(file);
    const wrong = right.slice(0, start) + text + right.slice(end);
    const noticedBy = await worker.run(file, wrong, stagesOf(mistake), mostSeconds.get(mistake.room));
    if (values.verbose)
      console.log(`${noticedBy ?? 'nothing'}: ${file}:${line}: ${squeeze(mistake.was)} -> ${squeeze(text)}`);
    if (noticedBy !== undefined) continue;
    survivors.push(mistake);
    const isArgued = argued.has(describeMistake(mistake));
    console.log(`survived${isArgued ? ' (argued)' : ''}: line ${line} of ${describeMistake(mistake)}`);
  }
}

// An interrupted run leaves no copy behind either.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const workers = Array.from({ length: Number(values.workers) }, () => new Worker());
const began = Date.now();
process.once('exit', () => {
  for (const worker of workers) worker.close();
});
await checkBaseline(workers[0]);
await Promise.all(workers.map(tryAll));
const share = (100 * (tried - survivors.length)) / tried;
const arguedCount = survivors.filter((mistake) => argued.has(describeMistake(mistake))).length;
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`${tried - survivors.length} of ${tried} noticed (${share.toFixed(1)} %) in ${seconds} s`);
console.log(`${arguedCount} of ${survivors.length} survivors are in survivors.txt, with a reason`);
process.exit(share < 90 ? 1 : 0);
