// Measures runs of the installed package: runs that change nothing, runs after one edit and cold runs. Writes a table
// of ratios.
//   node test/bench/build-step.mjs [--rounds N] [DESCRIPTION ...]      museum and GitHub by default
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { corpus, describeRun, here, programs, root } from './programs.mjs';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '7' } },
  allowPositionals: true,
});
const descriptions =
  positionals.length > 0
    ? positionals
    : ['museum/openapi.yaml', 'github/api.github.com.json'].map((file) => path.join(corpus, file));
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-build-step-'));

// A checkout always does a whole run, because its code changes without its version.
const installed = path.join(place, 'package');
for (const part of ['dist', 'templates', 'package.json'])
  cpSync(path.join(root, part), path.join(installed, part), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(installed, 'node_modules'));
const lacuna = path.join(installed, 'dist/cli.js');

// Reads and hashes every file that the manifest lists, and the description.
const bare = path.join(place, 'bare.mjs');
writeFileSync(
  bare,
  `import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const manifest = JSON.parse(readFileSync('out/lacuna.json', 'utf8'));
let wrong = 0;
for (const [file, { hash: known }] of Object.entries(manifest.files))
  if (hash('sha256', readFileSync('out/' + file)).slice(0, 16) !== known) wrong++;
for (const file of Object.keys(manifest.inputs)) hash('sha256', readFileSync('out/' + file));
process.exitCode = wrong;`,
);

function measure(folder, argv) {
  const run = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', process.execPath, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const [wall, user, system, memory] = (run.stderr.trim().split('\n').pop() ?? '').split(' ').map(Number);
  if (run.status !== 0) throw new Error(`${argv.join(' ')}: ${run.stderr}`);
  return { wall, cpu: user + system, memory: memory / 1024 };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const spread = (list) => `${Math.min(...list).toFixed(2)}–${Math.max(...list).toFixed(2)}`;
const lines = [
  '# A build step, beside a bare script and beside openapi-typescript',
  '',
  `Medians of ${values.rounds} interleaved rounds in one run; \`x\` is the ratio to the row that the table names, in the same round, with its spread. Rows generate types, client, server and validators if they name no kinds. Written by \`npm run bench\`.`,
  describeRun(),
  '',
];

function addTable(title, base, runs) {
  lines.push(
    `## ${title}`,
    '',
    `| run | wall s | wall x ${base} | spread | CPU s | CPU x ${base} | spread | peak MB |`,
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
  );
  for (const [name, list] of runs) {
    const ratios = (key) => list.map((run, index) => run[key] / runs.get(base)[index][key]);
    const columns = ['wall', 'cpu'].flatMap((key) => [
      median(list.map((run) => run[key])).toFixed(2),
      median(ratios(key)).toFixed(2),
      spread(ratios(key)),
    ]);
    lines.push(`| ${[name, ...columns, median(list.map((run) => run.memory)).toFixed(0)].join(' | ')} |`);
  }
  lines.push('');
}

/** Runs each row once per round. Each round begins with another row. */
function interleave(rows) {
  const runs = new Map(rows.map(([name]) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    const first = round % rows.length;
    for (const [name, run] of [...rows.slice(first), ...rows.slice(0, first)]) runs.get(name).push(run(round));
  }
  return runs;
}

function makeProject(name, spec) {
  const folder = path.join(place, name);
  mkdirSync(folder);
  cpSync(spec, path.join(folder, path.basename(spec)));
  measure(folder, [lacuna, 'generate', '--spec', path.basename(spec), '--out', 'out']);
  return folder;
}

// Adds a word to the first description in the text, which changes few modules.
function edit(file, round) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(description"?: ["']?)(?=\w)/, `$1Edit ${round}. `));
}

for (const spec of descriptions) {
  const name = path.relative(corpus, spec);
  const base = path.basename(spec);
  const unchanged = makeProject(`unchanged ${base}`, spec);
  const edited = makeProject(`edited ${base}`, spec);
  const configured = ['json', 'ts'].map((kind) => {
    const folder = makeProject(`${kind} ${base}`, spec);
    const options = JSON.stringify({ spec: base, out: 'out' });
    writeFileSync(
      path.join(folder, `lacuna.config.${kind}`),
      kind === 'ts' ? `export default ${options} as const;` : options,
    );
    return [`nothing changed, configuration in ${kind}`, () => measure(folder, [lacuna, 'generate'])];
  });
  addTable(
    `${name}: nothing changed`,
    'bare script',
    interleave([
      ['bare script', () => measure(unchanged, [bare])],
      ['generate', () => measure(unchanged, [lacuna, 'generate', '--out', 'out'])],
      ['check', () => measure(unchanged, [lacuna, 'check', '--out', 'out'])],
      ...configured,
    ]),
  );
  // The folders are only removed at the end. When ext4 creates files, it searches past those that were removed in the
  // last minutes, which would take a quarter of the time of the next run.
  const cold = (program) => (round) => {
    const out = path.join(place, [program, base, round].join('-').replaceAll(/\W+/g, '-'));
    mkdirSync(out);
    return measure(here, programs[program](spec, out));
  };
  const first = 'openapi-typescript (types)';
  addTable(
    `${name}: one edit, and cold`,
    first,
    interleave([
      [first, cold(first)],
      [
        'one edit',
        (round) => {
          edit(path.join(edited, base), round);
          return measure(edited, [lacuna, 'generate', '--out', 'out']);
        },
      ],
      ...[
        'lacuna types + client',
        'lacuna + server + validators',
        'lacuna types + client, js',
        'lacuna + server + validators, js',
      ].map((program) => [program, cold(program)]),
    ]),
  );
}
rmSync(place, { recursive: true, force: true });
if (positionals.length === 0) writeFileSync(path.join(here, 'build-step.md'), lines.join('\n'));
console.log(lines.join('\n'));
