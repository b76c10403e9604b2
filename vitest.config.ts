import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';
import { effort } from './test/effort.js';

// CI counts the tests from this file; a person does not need it.
const results = process.env['LACUNA_TEST_RESULTS'];

// The files that take longest begin first, since one that begins last keeps a single core busy while the others idle.
const longest = [
  'test/corpus/corpus.test.ts',
  'test/consumers/compile.test.ts',
  'test/hostile/hostile.test.ts',
  'test/browser/reference.test.ts',
  'test/browser/readers.test.ts',
  'test/agreement/corpus.test.ts',
  'test/scaffold/shapes.test.ts',
  'test/scaffold/scaffold.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const include = [
  '{src,test}/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
  ...(effort === 'all' ? ['test/**/*.deep.ts'] : []),
];
// What these notice slower tests notice too, which `npm run mutate` does not wait for.
const isMutating = process.env['LACUNA_MUTATE'] !== undefined;
const repeated = effort === 'part' && !isMutating ? ['test/mutate/**'] : [];
const exclude = ['**/node_modules/**', 'test/cases/**', 'test/golden/**', ...repeated];

// Without samples, one test can run for long.
const minutes = effort === 'all' ? 20 : 3;

// Modules that a test generated are in a new folder each time, so keeping them would only fill the disk.
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
    // Files share their workers, since to load the generator anew for each takes longer than most of them.
    isolate: false,
    globalSetup: 'test/prepare-runtime.ts',
    setupFiles: process.env['LACUNA_TEST_CPU'] ? ['test/measure-cpu.ts'] : [],
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    // One more than there are cores, since a third of the time tests wait for processes, browsers and clocks.
    maxWorkers: availableParallelism() + 1,
    // Keeps transformed modules in `node_modules/` between runs.
    experimental: { fsModuleCache: true },
    // Imports packages as Node does. By default Vitest puts a proxy before each, which slows the tests that use a compiler.
    deps: { interopDefault: false },
    sequence: { sequencer: LongestFirst },
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
  },
});
export default config;
