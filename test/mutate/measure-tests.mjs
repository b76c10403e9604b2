import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markBlocks } from './mark-blocks.mjs';
import { tests } from './rooms.mjs';
import { Worker } from './worker.mjs';

const cache = 'node_modules/.cache/mutate';

/**
 * Which blocks the tests of a file reach: any of them (`always`), or a test by its id.
 * @typedef {{ file: string, seconds: number, always: number[], tests: Record<string, number[]> }} TestFile
 */

/**
 * Runs the tests with marks in every block of `src/`. Files that fail with marks and without them do not count. The result is
 * kept until a file changes.
 * @returns {Promise<{ files: TestFile[], numberOf: (file: string, position: number) => number | undefined }>}
 */
export async function measureTests() {
  const sources = listFiles('src').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const blocks = markAll(sources);
  const path = join(cache, `${hashProject()}.json`);
  const files = readKept(path) ?? (await measureFiles(blocks));
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, JSON.stringify(files));
  return { files, numberOf: (file, position) => blocks.get(file).numberOf(position) };
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

async function measureFiles(blocks) {
  const chosen = [...listFiles('src'), ...listFiles('test')].filter(
    (file) => file.endsWith('.test.ts') && tests.test(file),
  );
  const records = join(mkdtempSync(join(tmpdir(), 'lacuna-blocks-')), 'blocks.txt');
  const worker = new Worker();
  const recorder = new Worker({ LACUNA_BLOCKS: records });
  try {
    for (const [file, { text }] of blocks) writeFileSync(join(recorder.folder, file), text);
    const measured = await recorder.measure(chosen);
    // Tests that compare the text of the runtime fail with marks.
    const suspects = measured.files.filter(({ isFailed }) => isFailed).map(({ file }) => file);
    const again = suspects.length > 0 ? await worker.measure(suspects) : { files: [] };
    const failing = again.files.filter(({ isFailed }) => isFailed).map(({ file }) => file);
    for (const file of failing) console.log(`${file} fails without a mistake, and does not count`);
    const secondsOf = new Map(measured.files.map(({ file, seconds }) => [file, seconds]));
    const reached = readFileSync(records, 'utf8').trim().split('\n');
    return reached
      .map((line) => JSON.parse(line))
      .filter(({ file }) => secondsOf.has(file) && !failing.includes(file))
      .map((one) => ({ ...one, seconds: secondsOf.get(one.file) }));
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
    return undefined;
  }
}

function hashProject() {
  const hash = createHash('sha256');
  for (const folder of ['src', 'test', 'spec', 'templates'])
    for (const file of listFiles(folder)) hash.update(`${file}\n`).update(readFileSync(file));
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
