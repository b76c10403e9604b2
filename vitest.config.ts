import { defineConfig, type ViteUserConfig } from 'vitest/config';

// CI counts the tests from this file; a person does not need it.
const results = process.env['LACUNA_TEST_RESULTS'];

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/cases/**'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    reporters: results ? ['default', ['json', { outputFile: results }]] : ['default'],
  },
});
export default config;
