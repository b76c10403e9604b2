// Keeps one Vitest running in a copy of the project. For a message `{ files }`, runs test files and responds with the
// processor time of each and whether it failed. For a message `{ file, text, stages }`, writes the text into the file,
// runs the stages until a test fails, restores the file, and responds with the test file that failed.
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

// Whether this process records the blocks that tests reach.
const isRecording = process.env.LACUNA_BLOCKS !== undefined;
// A test that uses the processor for longer than this is in an endless loop. So is a test that waits longer than
// `testTimeout`.
const mostSeconds = 20;

let lastProgress = process.cpuUsage();
const noteProgress = () => {
  lastProgress = process.cpuUsage();
};
// The processor time of each test file. The files run one after the other. Elapsed time would depend on what else runs.
const secondsOf = new Map();
let lastEnd = process.cpuUsage();
const noteEnd = (module) => {
  noteProgress();
  secondsOf.set(module.relativeModuleId, cpuSeconds(process.cpuUsage(lastEnd)));
  lastEnd = process.cpuUsage();
};
const cpuSeconds = ({ user, system }) => (user + system) / 1e6;
const vitest = await createVitest('test', {
  watch: false,
  pool: 'threads',
  maxWorkers: 1,
  bail: isRecording ? 0 : 1,
  testTimeout: 60_000,
  reporters: [{ onTestModuleCollected: noteProgress, onTestCaseResult: noteProgress, onTestModuleEnd: noteEnd }],
  sequence: { sequencer: InOrder },
  experimental: { fsModuleCache: false },
});
if (isRecording)
  for (const { config } of vitest.projects) config.setupFiles.push(resolve('test/mutate/record-blocks.ts'));

const load = (path) => import(pathToFileURL(resolve(path)).href);
const { writeRuntime } = await load('dist/compiled/package-build/write-runtime.js');
const { generate } = await load('dist/index.js');
// Whether the prepared runtime belongs to the unchanged files.
let isPrepared = false;

/** Prepares the runtime and generates `generated/` again, because the tests of conformance import it. */
async function prepareRuntime() {
  writeRuntime();
  await generate({ only: ['types', 'client', 'server', 'validators'] });
}

async function findSpecification({ file, ids }) {
  const [found] = await vitest.globTestSpecifications([file]);
  return found.project.createSpecification(found.moduleId, ids && { testIds: ids });
}

/** Runs tests in order until one fails. */
async function runTests(tests) {
  // Otherwise failures of earlier runs would count for `bail`.
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  noteProgress();
  lastEnd = lastProgress;
  return vitest.runTestSpecifications(await Promise.all(tests.map(findSpecification)));
}

/** Runs the stages in order. Returns the test file that fails first. */
async function findFailing(file, stages) {
  const isOfRuntime = file.startsWith('src/runtime/');
  for (const tests of stages) {
    // The unit tests of the runtime import its files directly, so they need no prepared runtime.
    const isUnits = tests.every((test) => test.file.startsWith('src/runtime/'));
    if (isOfRuntime ? !isUnits : !isPrepared) {
      isPrepared = false;
      await prepareRuntime();
      isPrepared = !isOfRuntime;
    }
    const { testModules, unhandledErrors } = await runTests(tests);
    const failed = testModules.find((module) => module.state() === 'failed');
    if (failed) return failed.relativeModuleId;
    if (unhandledErrors.length > 0) return 'an unhandled error';
  }
  return undefined;
}

async function tryMistake({ file, text, stages }) {
  const path = resolve(file);
  const right = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
    return { noticedBy: await findFailing(file, stages) };
  } catch (error) {
    return { noticedBy: `an error: ${error}` };
  } finally {
    writeFileSync(path, right);
    vitest.invalidateFile(path);
  }
}

async function measureTests({ files }) {
  await prepareRuntime();
  isPrepared = true;
  const { testModules } = await runTests(files.map((file) => ({ file })));
  return testModules.map((module) => {
    const file = module.relativeModuleId;
    return { file, seconds: secondsOf.get(file) ?? 0, isFailed: module.state() === 'failed' };
  });
}

setInterval(() => {
  if (!isRecording && cpuSeconds(process.cpuUsage(lastProgress)) > mostSeconds) process.exit(3);
}, 500).unref();

process.on('message', async (message) => {
  const before = process.cpuUsage();
  const answer = message.files ? await measureTests(message) : await tryMistake(message);
  process.send({ answer, seconds: cpuSeconds(process.cpuUsage(before)) });
});
process.send({});
