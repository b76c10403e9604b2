// Changes one place of the code at a time and counts which changes the tests notice.
//   npm run mutate [-- --count N --seed N --room NAME --file TEXT]      by default a sample of 1,000 from all rooms; --count all: all changes
//   npm run mutate -- --count all --list FILE                           only the changes that a file lists, such as survivors.txt
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Chooser } from './choose-tests.mjs';
import { Compiler } from './compiler.mjs';
import { listMistakes } from './list-mistakes.mjs';
import { listFiles, measureTests } from './measure-tests.mjs';
import { rooms } from './rooms.mjs';
import { Worker } from './worker.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
    file: { type: 'string', default: '' },
    list: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    verbose: { type: 'boolean', default: false },
  },
});
if (values.room !== undefined && !Object.hasOwn(rooms, values.room)) {
  console.error(`There is no room '${values.room}'; there are ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}

function listAll() {
  const own = listFiles('src').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const chosen = Object.entries(rooms).filter(([name]) => values.room === undefined || name === values.room);
  return chosen.flatMap(([room, pattern]) =>
    own
      .filter((file) => pattern.test(file) && file.includes(values.file))
      .flatMap((file) => listMistakes(file).map((mistake) => ({ room, ...mistake }))),
  );
}

// Draws numbers from a seed (mulberry32), so that the same seed always draws the same sample.
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

const readList = (file) =>
  new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
// The mistakes that change nothing, or only things that no test should require. The line above each has the reason.
const argued = readList(new URL('survivors.txt', import.meta.url));
// The line contains the place, so a reason only applies to one place of a file.
const describeMistake = ({ file, start, end, was, text }) => {
  const whole = texts.get(file);
  const before = whole.slice(whole.lastIndexOf('\n', start - 1) + 1, start).trimStart();
  const after = whole.slice(end).split('\n', 1)[0];
  return `${file}: ${before}«${squeeze(was)}»${after} -> ${squeeze(text)}`;
};
const squeeze = (text) => text.replace(/\s+/g, ' ').slice(0, 160);

const ofRooms = listAll();
// The project can change during a long run. The copies do not.
const texts = new Map(ofRooms.map(({ file }) => [file, readFileSync(file, 'utf8')]));
if (values.room === undefined && values.file === '') {
  const possible = new Set(ofRooms.map(describeMistake));
  for (const line of argued) if (!possible.has(line)) console.log(`survivors.txt has a line about other code: ${line}`);
}
const listed = values.list === undefined ? undefined : readList(values.list);
const all = listed ? ofRooms.filter((mistake) => listed.has(describeMistake(mistake))) : ofRooms;
const count = values.count === 'all' ? all.length : Number(values.count);
const queue = sample(all, count, drawFrom(Number(values.seed)));
const sampled = [...queue];
const tried = queue.length;
const survivors = [];
console.log(`${tried} of ${all.length} mistakes, seed ${values.seed}`);

const compiler = new Compiler();
let refusedCount = 0;
let cpuSeconds = 0;

const formatShare = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

function reportProgress() {
  const done = tried - queue.length;
  if (done % 100 !== 0) return;
  console.log(`${done} tried, ${survivors.length} survived, ${Math.round(cpuSeconds)} s of processor time in tests`);
}

async function tryAll(worker, chooser) {
  for (let mistake = queue.pop(); mistake; mistake = queue.pop()) {
    reportProgress();
    const { file, line, start, end, text } = mistake;
    const right = texts.get(file);
    const wrong = right.slice(0, start) + text + right.slice(end);
    if (compiler.isRefused(file, wrong)) {
      refusedCount += 1;
      if (values.verbose) console.log(`the compiler: ${describeMistake(mistake)}`);
      continue;
    }
    const stages = chooser.choose(mistake);
    const { noticedBy, seconds } = await worker.run(file, wrong, stages);
    cpuSeconds += seconds;
    chooser.note(mistake, stages, noticedBy);
    if (values.verbose) console.log(`${seconds.toFixed(1)} s, ${noticedBy ?? 'nothing'}: ${describeMistake(mistake)}`);
    if (noticedBy !== undefined) continue;
    survivors.push(mistake);
    const isArgued = argued.has(describeMistake(mistake));
    const reached = stages.length === 0 ? ', no test reaches it' : '';
    console.log(`survived${isArgued ? ' (argued)' : ''}${reached}: line ${line} of ${describeMistake(mistake)}`);
  }
}

// An interrupted run also removes its copies.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const began = Date.now();
const measured = await measureTests();
for (const file of measured.failing) console.log(`${file} fails without a mistake, and does not count`);
const chooser = new Chooser(measured);
const workers = Array.from({ length: Number(values.workers) }, () => new Worker());
process.once('exit', () => {
  for (const worker of workers) worker.close();
});
await Promise.all(workers.map((worker) => tryAll(worker, chooser)));
const noticedCount = tried - survivors.length;
const compiledCount = tried - refusedCount;
const arguedCount = survivors.filter((mistake) => argued.has(describeMistake(mistake))).length;
const seconds = Math.round((Date.now() - began) / 1000);
cpuSeconds += process.cpuUsage().user / 1e6;
console.log(`${formatShare(noticedCount, tried)} noticed: ${refusedCount} by the compiler; tests noticed
${formatShare(noticedCount - refusedCount, compiledCount)} of the others`);
for (const room of new Set(sampled.map((mistake) => mistake.room))) {
  const count = (list) => list.filter((mistake) => mistake.room === room).length;
  console.log(`  ${room}: ${formatShare(count(sampled) - count(survivors), count(sampled))}`);
}
console.log(`${arguedCount} of ${survivors.length} survivors are in survivors.txt, with a reason`);
console.log(`${seconds} s, ${Math.round(cpuSeconds)} s of processor time`);
process.exit(noticedCount < 0.9 * tried || measured.failing.length > 0 ? 1 : 0);
