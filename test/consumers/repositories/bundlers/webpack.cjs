// A build by a configuration in CommonJS.
const assert = require('node:assert/strict');
const { resolve } = require('node:path');
const lacuna = require('lacuna/webpack');
const webpack = require('webpack');

for (const name of ['vite', 'rollup', 'rolldown', 'rspack', 'esbuild'])
  assert.equal(typeof require(`lacuna/${name}`)(), 'object', name);
const compiler = webpack({
  mode: 'production',
  entry: './src/main.js',
  output: { path: resolve('dist-cjs') },
  plugins: [lacuna()],
});
compiler.run((error, stats) => {
  assert.ifError(error);
  assert.equal(stats.hasErrors(), false, stats.toString());
});
