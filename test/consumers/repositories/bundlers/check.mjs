// Each bundler builds, reports a mistake in the description, and builds again if the description changes while it
// watches.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rspack } from '@rspack/core';
import { context } from 'esbuild';
import lacunaEsbuild from 'lacuna/esbuild';
import lacunaRolldown from 'lacuna/rolldown';
import lacunaRollup from 'lacuna/rollup';
import lacunaRspack from 'lacuna/rspack';
import lacunaWebpack from 'lacuna/webpack';
import { watch as watchRolldown } from 'rolldown';
import { watch as watchRollup } from 'rollup';
import webpack from 'webpack';

const inWebpack = (bundle, plugin) => async (told) => {
  const compiler = bundle({
    mode: 'development',
    devtool: false,
    entry: './src/main.js',
    output: { path: resolve('dist'), filename: 'main.cjs' },
    plugins: [plugin()],
  });
  const watching = compiler.watch({ aggregateTimeout: 20 }, (error, stats) => {
    told(
      error?.message ??
        stats
          .toJson({ errors: true })
          .errors.map(({ message }) => message)
          .join('\n'),
    );
  });
  return () => new Promise((done) => watching.close(() => compiler.close(done)));
};

const inRollup = (watch, plugin) => async (told) => {
  const watcher = watch({
    input: 'src/main.js',
    output: { file: 'dist/main.cjs', format: 'cjs' },
    plugins: [plugin()],
    watch: { buildDelay: 20 },
  });
  let mistake = '';
  watcher.on('event', ({ code, error, result }) => {
    if (code === 'BUNDLE_END') void result.close();
    if (code === 'START') mistake = '';
    if (code === 'ERROR') mistake = error.message;
    if (code === 'END') told(mistake); // also after an error
  });
  return () => watcher.close();
};

async function inEsbuild(told) {
  const report = {
    name: 'report',
    setup: (build) => build.onEnd(({ errors }) => void told(errors.map(({ text }) => text).join('\n'))),
  };
  const built = await context({
    entryPoints: ['src/main.js'],
    outfile: 'dist/main.cjs',
    bundle: true,
    platform: 'node',
    logLevel: 'silent',
    plugins: [lacunaEsbuild(), report],
  });
  await built.watch();
  return () => built.dispose();
}

const bundlers = {
  webpack: inWebpack(webpack, lacunaWebpack),
  rspack: inWebpack(rspack, lacunaRspack),
  rollup: inRollup(watchRollup, lacunaRollup),
  rolldown: inRollup(watchRolldown, lacunaRolldown),
  esbuild: inEsbuild,
};

const text = readFileSync('openapi.yaml', 'utf8');
const edit = (change) => writeFileSync('openapi.yaml', change(text));
const run = () => spawnSync('node', ['dist/main.cjs'], { encoding: 'utf8' }).stdout;

for (const [name, start] of Object.entries(bundlers)) {
  rmSync('dist', { recursive: true, force: true });
  rmSync('src/api', { recursive: true, force: true });
  writeFileSync('openapi.yaml', text);
  let told = 'nothing';
  const wait = async (isTrue, what) => {
    const end = Date.now() + 120_000;
    while (!isTrue()) {
      assert.ok(Date.now() < end, `${name}: ${what}; the last build said: ${told}; the bundle says: ${run()}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  const close = await start((message) => {
    told = message;
  });
  await wait(() => told === '' && run() === 'Shop function function\n', 'the first build');
  edit((old) => old.replace('title: Shop', 'title: Market'));
  await wait(() => told === '' && run() === 'Market function function\n', 'a change of the description');
  edit((old) => old.replace('$ref: "#/components/schemas/Line"', '$ref: "#/components/schemas/Lin"'));
  await wait(() => /error reference-not-found: '#\/components\/schemas\/Lin' does not exist/.test(told), 'a mistake');
  edit((old) => old.replace('title: Shop', 'title: Fair'));
  await wait(() => told === '' && run() === 'Fair function function\n', 'the mended description');
  await close();
  console.log(`${name} built, reported and rebuilt`);
}
