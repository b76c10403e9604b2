// Keeps one Vitest warm in a copy of the project. For each message `{ file, text, stages }` it writes the text into the
// file, runs the stages until one fails, restores the file, and answers with the first test file that failed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createVitest } from 'vitest/node';

class InOrder {
  sort(files) {
    return files;
  }
  shard(files) {
    return files;
  }
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['together', 'alone'],
  pool: 'threads',
  maxWorkers: 1,
  bail: 1,
  reporters: [{}],
  sequence: { sequencer: InOrder },
  experimental: { fsModuleCache: false },
});
const specifications = new Map();
const { writeRuntime } = await import(pathToFileURL(resolve('dist/package-build/write-runtime.js')).href);
// Whether the prepared runtime is that of the files as they are.
let isPrepared = false;

/** Generates `generated/` anew, which the tests of conformance import. */
function regenerate() {
  const only = ['--only', 'types,client,server,validators'];
  execFileSync(process.execPath, ['dist/cli.js', 'generate', ...only], { stdio: 'ignore' });
}

/** Prepares the runtime for tests that generate. The unit tests of the runtime import its files themselves. */
function prepareRuntime(file, isUnits) {
  const isOfRuntime = file.startsWith('src/runtime/');
  if (isOfRuntime ? isUnits : isPrepared) return;
  try {
    writeRuntime();
  } finally {
    isPrepared = !isOfRuntime;
  }
}

async function findSpecifications(stage) {
  const key = stage.join();
  if (!specifications.has(key)) specifications.set(key, await vitest.globTestSpecifications(stage));
  return specifications.get(key);
}

/** Runs the stages in order; returns the test file that fails first. */
async function findFailing(file, stages) {
  for (const stage of stages) {
    prepareRuntime(file, stage[0].startsWith('src/'));
    if (stage[0].startsWith('test/conformance/practice-api')) regenerate();
    // The failures of earlier runs would count for `bail`.
    vitest.state.idMap.clear();
    vitest.state.filesMap.clear();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(await findSpecifications(stage));
    const failed = testModules.find((module) => module.state() === 'failed');
    if (failed) return failed.relativeModuleId;
    if (unhandledErrors.length > 0) return stage[0];
  }
  return undefined;
}

async function tryMistake({ file, text, stages }) {
  const path = resolve(file);
  const right = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, text ?? right);
    vitest.invalidateFile(path);
    return await findFailing(file, stages);
  } catch (error) {
    return `an error: ${error}`;
  } finally {
    writeFileSync(path, right);
    vitest.invalidateFile(path);
  }
}

process.on('message', async (message) => {
  process.send({ noticedBy: await tryMistake(message) });
});
process.send({});
