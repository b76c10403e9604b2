// Generates from the same descriptions with this tool and with others, interleaved, and writes a table of ratios.
//   node test/bench/generation.mjs [--rounds N] [DESCRIPTION ...]      descriptions by path; the corpus' unless told
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const corpus = process.env.CORPUS_DIR ?? path.join(process.env.LACUNA_SHARED ?? path.join(root, '../shared'), 'corpus');
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const descriptions =
  positionals.length > 0
    ? positionals
    : [
        'museum/openapi.yaml',
        'box/openapi.json',
        'github/api.github.com.json',
        'digitalocean/specification/DigitalOcean-public.v2.yaml',
      ]
        .map((file) => path.join(corpus, file))
        .filter(existsSync);

if (!existsSync(path.join(here, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}

const bin = (file) => path.join(here, 'node_modules', file);
const lacuna = (only) => (spec, out) => [
  path.join(root, 'dist/cli.js'),
  'generate',
  '--spec',
  spec,
  '--out',
  out,
  '--only',
  only,
];

/** Each gives the arguments of node; the first is what the others are divided by. */
const programs = {
  'openapi-typescript (types)': (spec, out) => [
    bin('openapi-typescript/bin/cli.js'),
    spec,
    '-o',
    path.join(out, 'api.ts'),
  ],
  'lacuna types': lacuna('types'),
  'lacuna types + client': lacuna('types,client'),
  'lacuna + server + validators': lacuna('types,client,server,validators'),
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

function measure(name, spec, out) {
  mkdirSync(out, { recursive: true });
  const result = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', process.execPath, ...programs[name](spec, out)], {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 28,
    cwd: here,
  });
  const [wall, user, system, memory] = (result.stderr.trim().split('\n').pop() ?? '').split(' ').map(Number);
  const files = listFiles(out).filter((file) => file.endsWith('.ts'));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return {
    ok: result.status === 0 && files.length > 0,
    wall,
    cpu: user + system,
    memory: memory / 1024,
    files: files.length,
    bytes,
  };
}

function compile(out) {
  symlinkOnce(path.join(here, 'node_modules'), path.join(out, 'node_modules'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    // What every program's output is made for.
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    path.join(out, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions,
      include: ['**/*.ts'],
      exclude: ['node_modules'],
    }),
  );
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, [bin('typescript/bin/tsc'), '-p', out], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { seconds: (performance.now() - started) / 1000, errors: (stdout.match(/error TS/g) ?? []).length };
}

function symlinkOnce(target, link) {
  if (!existsSync(link)) symlinkSync(target, link);
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-bench-'));
// A folder of its own for each run: a file system takes longer to make files where many have just been removed.
const folderOf = (name, spec, round) =>
  path.join(place, [name, path.basename(spec), round].join('-').replaceAll(/\W+/g, '-'));
const names = Object.keys(programs).filter((name) => new RegExp(values.only).test(name));
const lines = [
  '# Generation, side by side',
  '',
  `Medians of ${values.rounds} interleaved rounds in one run; \`x\` is the ratio to the first row of the same round. Written by \`npm run bench\`.`,
  `Node ${process.version}, ${os.cpus().length} processors, on average ${os.loadavg()[2]?.toFixed(0)} programs running beside.`,
  '',
];
for (const spec of descriptions) {
  const runs = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of names) runs.get(name).push(measure(name, spec, folderOf(name, spec, round)));
  }
  const base = runs.get(names[0]);
  lines.push(`## ${path.relative(corpus, spec)}`, '');
  lines.push(
    '| program | wall s | wall x | CPU s | CPU x | peak MB | files | MB | tsc s | tsc errors |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  );
  for (const name of names) {
    const list = runs.get(name);
    const of = (key) => median(list.map((run) => run[key]));
    const ratio = (key) => median(list.map((run, index) => run[key] / base[index][key])).toFixed(2);
    if (!list.every((run) => run.ok)) {
      lines.push(`| ${name} | failed | | | | | | | | |`);
      continue;
    }
    const { seconds, errors } = compile(folderOf(name, spec, 0));
    lines.push(
      `| ${name} | ${of('wall').toFixed(2)} | ${ratio('wall')} | ${of('cpu').toFixed(2)} | ${ratio('cpu')} | ${of('memory').toFixed(0)} | ${of('files')} | ${(of('bytes') / 1e6).toFixed(2)} | ${seconds.toFixed(1)} | ${errors} |`,
    );
  }
  lines.push('');
  console.log(lines.slice(lines.lastIndexOf(`## ${path.relative(corpus, spec)}`)).join('\n'));
}
rmSync(place, { recursive: true, force: true });
rmSync(path.join(here, 'kubb.config.mjs'), { force: true });
writeFileSync(path.join(here, 'generation.md'), lines.join('\n'));
