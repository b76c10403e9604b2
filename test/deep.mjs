// Runs the tests that take too long for `npm test` and CI, one part after the other. CONTRIBUTING.md says what each
// part does.
//   npm run deep [-- PART [OPTION…]]      all parts, or one; the options go to the programs of that part
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const vitest = (environment, ...files) => ({
  environment,
  commands: [['node_modules/vitest/vitest.mjs', 'run', ...files]],
});

const parts = {
  explore: vitest({ SEED: 'random' }, 'test/properties', 'test/agreement', 'test/scaffold', 'test/conformance'),
  corpus: vitest(
    { LACUNA_EFFORT: 'all' },
    ...['test/corpus', 'test/agreement', 'test/coverage', 'test/properties', 'test/hostile', 'test/conformance'],
    ...[
      'test/browser',
      'test/consumers/compile.test.ts',
      'test/scaffold',
      'test/server',
      'test/uses',
      'test/validators',
    ],
    'test/types/types.test.ts',
  ),
  practice: vitest({ LACUNA_EFFORT: 'all' }, 'examples/practice-service'),
  site: vitest({ LACUNA_EFFORT: 'all' }, 'test/docs/site.deep.ts'),
  package: vitest({ LACUNA_EFFORT: 'all' }, 'test/consumers/package.deep.ts', 'test/consumers/package.test.ts'),
  platforms: vitest({ LACUNA_EFFORT: 'all' }, 'test/consumers/platforms.deep.ts'),
  consumers: vitest({ LACUNA_EFFORT: 'all' }, 'test/consumers/repositories.test.ts'),
  large: vitest({ LACUNA_EFFORT: 'all' }, 'test/types/large.deep.ts'),
  load: vitest({ LACUNA_EFFORT: 'all' }, 'test/wire/load.deep.ts'),
  mistakes: vitest({ LACUNA_EFFORT: 'all' }, 'test/wire/mutations.deep.ts'),
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
  watch: { environment: {}, commands: [['test/watching/soak.mjs']] },
  soak: { environment: {}, commands: [['test/soak/server.mjs']] },
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
