// Changes one place of the code at a time and counts which changes the tests notice.
//   npm run mutate [-- --count N --seed N --room NAME]      a sample of 1,000 of all rooms unless told; --count all: every one
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { listMistakes } from './list-mistakes.mjs';

/** The code whose mistakes are tried, and the tests that are asked about them, the quickest first. */
const rooms = {
  wire: { files: /^src\/wire\//, tests: [['src/wire'], ['test/wire/wire.test.ts', 'test/conformance/small-facts']] },
  encoders: {
    files: /^src\/(?:typescript\/encode|text\/)/,
    tests: [['src/typescript', 'src/text', 'test/types/printed'], ['test/cases.test.ts']],
  },
  validators: {
    files: /^src\/emitters\/validators\//,
    tests: [
      ['test/json-schema/keywords', 'test/validators/failures'],
      ['test/validators', 'test/cases.test.ts'],
    ],
  },
  runtime: {
    files: /^src\/runtime\//,
    tests: [
      ['src/runtime'],
      ['test/wire/wire.test.ts', 'test/conformance/small-facts', 'test/json-schema/keywords', 'test/server'],
    ],
  },
};

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
  },
});
if (values.room !== undefined && !Object.hasOwn(rooms, values.room)) {
  console.error(`There is no room '${values.room}'; there are ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}

function listAll() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`);
  const own = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort();
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

/** Copies the project, so that no mistake ever stands in the files of a person. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-mutate-'));
  const parts = [
    'src',
    'test',
    'spec',
    'templates',
    'generated',
    'dist',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ];
  // The tests write the prepared runtime into `dist`.
  for (const part of parts) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

function runTests(folder, tests) {
  const argv = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'together', '--bail', '1', '--maxWorkers', '1'];
  // A mistake may make a loop endless.
  const child = spawn(process.execPath, [...argv, ...tests], { cwd: folder, stdio: 'ignore', timeout: 300_000 });
  return new Promise((done) => child.on('close', (code) => done(code === 0)));
}

async function isNoticed(folder, { room, file, start, end, text }) {
  const path = join(folder, file);
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, right.slice(0, start) + text + right.slice(end));
  try {
    for (const tests of rooms[room].tests) if (!(await runTests(folder, tests))) return true;
    return false;
  } finally {
    writeFileSync(path, right);
  }
}

const all = listAll();
const count = values.count === 'all' ? all.length : Number(values.count);
const queue = sample(all, count, drawFrom(Number(values.seed)));
const tried = queue.length;
const survivors = [];
console.log(`${tried} of ${all.length} mistakes, seed ${values.seed}`);

/** Without a mistake the tests have to pass, or every mistake would count as noticed. */
async function checkBaseline() {
  const folder = copyProject();
  try {
    for (const room of new Set(queue.map((mistake) => mistake.room)))
      for (const tests of rooms[room].tests)
        if (!(await runTests(folder, tests))) throw new Error(`without a mistake these fail: ${tests.join(' ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function work() {
  const folder = copyProject();
  try {
    for (let mistake = queue.pop(); mistake; mistake = queue.pop()) {
      if (await isNoticed(folder, mistake)) continue;
      survivors.push(mistake);
      console.log(`survived: ${mistake.file}:${mistake.line}: ${mistake.was} -> ${mistake.text}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await checkBaseline();
await Promise.all(Array.from({ length: availableParallelism() }, work));
const share = (100 * (tried - survivors.length)) / tried;
console.log(`${tried - survivors.length} of ${tried} noticed (${share.toFixed(1)} %)`);
if (share < 90) process.exitCode = 1;
