// Runs what takes too long for `npm test` and CI, one part after the other.
//   npm run deep [-- PART [OPTION…]]      all parts, or one; the options go to the programs of that part
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const vitest = (environment, ...files) => ({
  environment,
  commands: [['node_modules/vitest/vitest.mjs', 'run', ...files]],
});

const parts = {
  // The property tests, each with a new seed.
  explore: vitest({ SEED: 'random' }, 'test/properties', 'test/agreement', 'test/scaffold', 'test/conformance'),
  // All of the suites of which CI runs a sample, with the large descriptions.
  corpus: vitest(
    { LACUNA_EFFORT: 'all' },
    ...['test/corpus', 'test/agreement', 'test/coverage', 'test/properties', 'test/hostile', 'test/conformance'],
    ...['test/browser', 'test/consumers/compile.test.ts', 'test/scaffold', 'test/server'],
  ),
  // Two thousand drawn orders of answers, in every layout of a description, and their undoing.
  answers: vitest({ LACUNA_EFFORT: 'all' }, 'test/answers/answers.test.ts'),
  // The practice service with 500 drawn worlds of users and data.
  practice: vitest({ LACUNA_EFFORT: 'all' }, 'examples/practice-service'),
  // The site of the documentation, in a browser.
  site: vitest({ LACUNA_EFFORT: 'all' }, 'test/docs/site.deep.ts'),
  // The package as other tools see it.
  package: vitest({ LACUNA_EFFORT: 'all' }, 'test/consumers/package.deep.ts', 'test/consumers/tarball.test.ts'),
  // All tests in other versions of Node, and the client's tests in Deno and Bun.
  platforms: vitest({ LACUNA_EFFORT: 'all' }, 'test/consumers/platforms.deep.ts'),
  // Small repositories that install the package from its tarball; two of them have 200 descriptions.
  consumers: vitest({ LACUNA_EFFORT: 'all' }, 'test/consumers/repositories.test.ts'),
  // The output for very large descriptions, with every compiler.
  large: vitest({ LACUNA_EFFORT: 'all' }, 'test/types/large.deep.ts'),
  // Ten thousand calls of the client at once.
  load: vitest({ LACUNA_EFFORT: 'all' }, 'test/wire/load.deep.ts'),
  // Mistakes of one line in the runtime. The suite of the wire has to notice each.
  mistakes: vitest({ LACUNA_EFFORT: 'all' }, 'test/wire/mutations.deep.ts'),
  // Measures Lacuna beside other programs, which npm installs below `test/bench`, and writes the tables there.
  peers: {
    environment: {},
    commands: [
      'generation',
      'build-step',
      'calls',
      'validators',
      'client',
      'server',
      'reference',
      'pages',
      'practice',
    ].map((name) => [`test/bench/${name}.mjs`]),
  },
  // Edits under `generate --watch`: how long each takes, memory, and the bytes of cold runs.
  watch: { environment: {}, commands: [['test/watching/soak.mjs']] },
  // Ten minutes of everything at once for the generated server.
  soak: { environment: {}, commands: [['test/soak/server.mjs']] },
  // Ten minutes of requests for the practice service, with each database.
  'practice-soak': { environment: {}, commands: [['test/bench/practice.mjs', '--minutes', '10']] },
};

const [name, ...options] = process.argv.slice(2);
if (name !== undefined && !Object.hasOwn(parts, name)) {
  console.error(`There is no part '${name}'; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const part of name === undefined ? Object.keys(parts) : [name]) {
  console.log(`deep: ${part}`);
  const { environment, commands } = parts[part];
  const env = { ...process.env, ...environment };
  for (const command of commands) {
    const { status } = spawnSync(process.execPath, [...command, ...options], { stdio: 'inherit', env });
    if (status !== 0) process.exit(status ?? 1);
  }
}
