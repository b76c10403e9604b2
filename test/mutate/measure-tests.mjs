import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { markBlocks } from './mark-blocks.mjs';
import { tests } from './rooms.mjs';
import { Worker } from './worker.mjs';

const cache = 'node_modules/.cache/mutate';

/**
 * The blocks that the tests of a file reach: all tests (`always`), or the test with an id. `hash` is the hash of the
 * file's text.
 * @typedef {{ file: string, hash: string, isFailed: boolean, seconds: number, always: number[], tests: Record<string,
 * number[]> }} TestFile
 */

/**
 * Runs the tests with marks in every block of `src/`. `failing` lists the files that fail both with and without marks.
 * They do not count. The result for any other test file is kept until that file changes, or any file that is not a
 * test.
 * @returns {Promise<{ files: TestFile[], failing: string[], numberOf: (file: string, position: number) => number |
 * undefined }>}
 */
export async function measureTests() {
  const all = ['src', 'test', 'spec', 'templates'].flatMap(listFiles);
  const isTest = (file) => file.endsWith('.test.ts');
  const sources = all.filter((file) => /^src\/.*\.ts$/.test(file) && !isTest(file));
  const blocks = markAll(sources);
  const path = join(
    cache,
    `${hashFiles(all.filter((file) => !isTest(file) && !file.startsWith('test/mutate/')))}.json`,
  );
  const kept = new Map(readKept(path).map((one) => [`${one.file} ${one.hash}`, one]));
  const chosen = all
    .filter((file) => isTest(file) && tests.test(file))
    .map((file) => ({ file, hash: hashFiles([file]) }));
  const isKept = ({ file, hash }) => kept.has(`${file} ${hash}`);
  const found = chosen.filter(isKept).map(({ file, hash }) => kept.get(`${file} ${hash}`));
  const missing = chosen.filter((one) => !isKept(one));
  found.push(...(await measureInParts(blocks, missing)).flat());
  mkdirSync(cache, { recursive: true });
  const files = found.filter(({ isFailed }) => !isFailed);
  writeFileSync(path, JSON.stringify(files));
  const failing = found.filter(({ isFailed }) => isFailed).map(({ file }) => file);
  return { files, failing, numberOf: (file, position) => blocks.get(file).numberOf(position) };
}

function markAll(sources) {
  const blocks = new Map();
  let first = 0;
  for (const file of sources) {
    const marked = markBlocks(file, readFileSync(file, 'utf8'), first);
    first = marked.end;
    blocks.set(file, marked);
  }
  return blocks;
}

// Runs as many parts at once as the machine has cores.
function measureInParts(blocks, missing) {
  const parts = Array.from({ length: availableParallelism() }, (_, part) =>
    missing.filter((_file, index) => index % availableParallelism() === part),
  );
  return Promise.all(parts.filter((part) => part.length > 0).map((part) => measureFiles(blocks, part)));
}

async function measureFiles(blocks, chosen) {
  const records = join(mkdtempSync(join(tmpdir(), 'lacuna-blocks-')), 'blocks.txt');
  const worker = new Worker();
  const recorder = new Worker({ LACUNA_BLOCKS: records });
  try {
    for (const [file, { text }] of blocks) writeFileSync(join(recorder.folder, file), text);
    const measured = await recorder.measure(chosen.map(({ file }) => file));
    // Tests that compare the text of the runtime fail if it has marks.
    const suspects = measured.files.filter(({ isFailed }) => isFailed).map(({ file }) => file);
    const again = suspects.length > 0 ? await worker.measure(suspects) : { files: [] };
    const failing = again.files.filter(({ isFailed }) => isFailed).map(({ file }) => file);
    const secondsOf = new Map(measured.files.map(({ file, seconds }) => [file, seconds]));
    const lines = existsSync(records) ? readFileSync(records, 'utf8').trim().split('\n') : [];
    const reached = new Map(lines.map((line) => JSON.parse(line)).map((one) => [one.file, one]));
    return chosen
      .filter(({ file }) => secondsOf.has(file))
      .map((one) => ({
        ...one,
        isFailed: failing.includes(one.file),
        seconds: secondsOf.get(one.file),
        always: reached.get(one.file)?.always ?? [],
        tests: reached.get(one.file)?.tests ?? {},
      }));
  } finally {
    worker.close();
    recorder.close();
    rmSync(join(records, '..'), { recursive: true });
  }
}

function readKept(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Lists the files below a folder, in order. */
export function listFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
}
