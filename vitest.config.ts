import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';
import { effort } from './test/effort.js';

// CI counts the tests in this file. Without CI, it is not written.
const results = process.env['LACUNA_TEST_RESULTS'];

// The files that take longest begin first. If one of them began last, all cores but one would be idle until it ends.
const longest = [
  'test/consumers/repositories.test.ts',
  'test/corpus/corpus.test.ts',
  'test/consumers/compile.test.ts',
  'test/cases.test.ts',
  'test/browser/reference.test.ts',
  'test/agreement/corpus.test.ts',
  'test/properties/runs-after-edits.test.ts',
  'test/browser/readers.test.ts',
  'test/browser/hostile.test.ts',
  'test/browser/axe.test.ts',
  'test/corpus/reports.test.ts',
  'test/output/interrupted.test.ts',
  'test/validators/format.test.ts',
  'test/uses/settle.test.ts',
  'test/coverage/removal.test.ts',
  'test/scaffold/scaffold.test.ts',
  'test/scaffold/shapes.test.ts',
  'test/scaffold/surroundings.test.ts',
  'test/scaffold/interrupted.test.ts',
  'test/hostile/hostile.test.ts',
  'test/answers/answers.test.ts',
  'test/emitters/emit-javascript.test.ts',
  'test/validators/linear.property.test.ts',
  'test/watching/watch.test.ts',
  'examples/practice-service/test/web.test.ts',
  'src/redocly/render-reference.test.ts',
  'src/redocly/lint-document.test.ts',
  'test/docs/blocks.test.ts',
  'test/consumers/package.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...long, ...sorted.filter((file) => !long.includes(file))];
  }
}

const include = [
  '{src,test}/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
  ...(effort === 'all' ? ['test/**/*.deep.ts'] : []),
];
// Slower tests notice the same mistakes as these tests. `npm run mutate` does not wait for slower tests.
const isMutating = process.env['LACUNA_MUTATE'] !== undefined;
// `npm test` leaves these suites to CI, because faster ones show most of the same.
const slow = [
  // `test/browser/reference.test.ts` and `article.test.ts` open the same pages in a browser. The tests of the encoders
  // and `test/properties/hostile.test.ts` try hostile texts.
  'test/browser/{axe,hostile,readers}.test.ts',
  // `src/files/file-writer.test.ts` stops a write after each of its changes, and `test/uses/settle.test.ts` kills
  // processes.
  'test/output/interrupted.test.ts',
  // The goldens show the layout, and `src/output/layout.test.ts` what a formatter may change.
  'test/validators/format.test.ts',
];
const repeated = effort === 'part' && !isMutating ? ['test/mutate/**', ...slow] : [];
const exclude = ['**/node_modules/**', 'test/{cases,golden,consumers/repositories}/**', ...repeated];

// Without samples, one test can run for long.
const minutes = effort === 'all' ? 20 : 3;

/** Returns the folder that Linux keeps in memory, if it has 2 GiB of room. */
function findFolderInMemory(): string | undefined {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= 2 ** 31 ? folder : undefined;
  } catch {
    return undefined;
  }
}

// Tests create tens of thousands of small files and remove them. On some disks this takes longer than all else.
const temporaryFolder = process.env['TMPDIR'] ?? findFolderInMemory();

// A test generates modules into a new folder each time, so keeping them would only fill the disk.
const keepOwnModules = {
  name: 'keep-own-modules',
  configureVitest({ experimental_defineCacheKeyGenerator }: VitestPluginContext): void {
    experimental_defineCacheKeyGenerator(({ id }) =>
      id.startsWith(import.meta.dirname) && !id.includes('?') ? undefined : false,
    );
  },
};

const config: ViteUserConfig = defineConfig({
  plugins: [keepOwnModules],
  test: {
    include,
    exclude,
    env: temporaryFolder === undefined ? {} : { TMPDIR: temporaryFolder },
    // Files share their workers, because loading the generator again takes longer than most files.
    isolate: false,
    globalSetup: 'test/prepare-runtime.ts',
    setupFiles: process.env['LACUNA_TEST_CPU'] ? ['test/measure-cpu.ts'] : [],
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    // Processes, browsers and Vitest itself use the time in which tests wait for them. More workers take longer.
    maxWorkers: availableParallelism(),
    // Keeps transformed modules in `node_modules/` between runs.
    experimental: { fsModuleCache: true },
    // Imports packages as Node does. By default, Vitest wraps each package in a proxy, which makes compilers slow.
    deps: { interopDefault: false },
    sequence: { sequencer: LongestFirst },
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
  },
});
export default config;
