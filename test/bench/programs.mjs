// The programs that the benchmark of generation compares, with pinned versions, and the compiler settings for their
// output.
import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.join(here, '../..');
export const corpus =
  process.env.CORPUS_DIR ?? path.join(process.env.LACUNA_SHARED ?? path.join(root, '../shared'), 'corpus');

if (!existsSync(path.join(here, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}

export const bin = (file) => path.join(here, 'node_modules', file);
const lacuna =
  (only, emit = 'ts') =>
  (spec, out) => [
    path.join(root, 'dist/cli.js'),
    'generate',
    '--spec',
    spec,
    '--out',
    out,
    '--only',
    only,
    '--emit',
    emit,
  ];

/** Each returns the arguments of node. All times are divided by those of the first one. */
export const programs = {
  'openapi-typescript (types)': (spec, out) => [
    bin('openapi-typescript/bin/cli.js'),
    spec,
    '-o',
    path.join(out, 'api.ts'),
  ],
  'lacuna types': lacuna('types'),
  'lacuna types + client': lacuna('types,client'),
  'lacuna + server + validators': lacuna('types,client,server,validators'),
  'lacuna types + client, js': lacuna('types,client', 'js'),
  'lacuna + server + validators, js': lacuna('types,client,server,validators', 'js'),
  'openapi-typescript + openapi-fetch': (spec, out) => programs['openapi-typescript (types)'](spec, out),
  'hey-api (types + sdk)': (spec, out) => [
    bin('@hey-api/openapi-ts/bin/run.js'),
    '-i',
    spec,
    '-o',
    out,
    '--no-log-file',
    '-s',
  ],
  'orval (types + fetch)': (spec, out) => [
    bin('orval/dist/bin/orval.js'),
    '--input',
    spec,
    '--output',
    path.join(out, 'api.ts'),
    '--client',
    'fetch',
  ],
  'kubb (types + fetch)': (spec, out) => [
    bin('@kubb/cli/bin/kubb.cjs'),
    'generate',
    '--config',
    writeKubbConfig(spec, out),
    '--logLevel',
    'silent',
  ],
};

/** Describes what a table measured, and where: the commit, the date, Node, the processors, and what else ran. */
export function describeRun() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const load = os.loadavg()[2]?.toFixed(0);
  return `${date}, commit ${git('rev-parse', '--short', 'HEAD')}, Node ${process.version}, ${os.cpus().length} processors, on average ${load} programs running beside.`;
}

function writeKubbConfig(spec, out) {
  const file = path.join(here, 'kubb.config.mjs');
  writeFileSync(
    file,
    `import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default {
  root: ${JSON.stringify(here)},
  input: { path: ${JSON.stringify(spec)} },
  output: { path: ${JSON.stringify(out)}, clean: true, format: false, lint: false },
  plugins: [pluginOas({ generators: [], validate: false }), pluginTs({ output: { path: 'types' } }), pluginClient({ output: { path: 'clients' }, client: 'fetch', bundle: true })],
};
`,
  );
  return file;
}

/** Turns a folder of output into a project. `include` or `files` selects what is compiled. */
export function writeProject(out, project) {
  const modules = path.join(out, 'node_modules');
  if (!existsSync(modules)) symlinkSync(path.join(here, 'node_modules'), modules);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    // The target for which all programs generate.
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, ...project }));
}
