// Generates from the same descriptions with lacuna and with other tools, interleaved. Writes a table of ratios.
//   node test/bench/generation.mjs [--rounds N] [DESCRIPTION ...]      paths of descriptions; those of the corpus by default
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bin, corpus, describeRun, here, programs, writeProject } from './programs.mjs';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, only: { type: 'string', default: '' } },
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

function measure(name, spec, out) {
  mkdirSync(out, { recursive: true });
  const result = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', process.execPath, ...programs[name](spec, out)], {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 28,
    cwd: here,
  });
  const [wall, user, system, memory] = (result.stderr.trim().split('\n').pop() ?? '').split(' ').map(Number);
  const files = listFiles(out).filter((file) => /\.[jt]s$/.test(file));
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
  writeProject(out, { include: ['**/*.ts'], exclude: ['node_modules'] });
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, [bin('typescript/bin/tsc'), '-p', out], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { seconds: (performance.now() - started) / 1000, errors: (stdout.match(/error TS/g) ?? []).length };
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-bench-'));
// Each run has its own folder, because a file system creates files more slowly where many have just been removed.
const folderOf = (name, spec, round) =>
  path.join(place, [name, path.basename(spec), round].join('-').replaceAll(/\W+/g, '-'));
// It has the same types as openapi-typescript alone.
const isNew = (name) => name !== 'openapi-typescript + openapi-fetch';
const names = Object.keys(programs).filter((name) => isNew(name) && new RegExp(values.only).test(name));
const lines = [
  '# Generation, side by side',
  '',
  `Medians of ${values.rounds} interleaved rounds in one run; \`x\` is the ratio to the first row of the same round. Written by \`npm run bench\`.`,
  describeRun(),
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
    '| program | wall s | wall x | spread | CPU s | CPU x | spread | peak MB | files | MB | tsc s | tsc errors |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  );
  for (const name of names) {
    const list = runs.get(name);
    const of = (key) => median(list.map((run) => run[key]));
    const ratios = (key) => list.map((run, index) => run[key] / base[index][key]);
    const ratio = (key) => median(ratios(key)).toFixed(2);
    const spread = (key) => `${Math.min(...ratios(key)).toFixed(2)}–${Math.max(...ratios(key)).toFixed(2)}`;
    if (!list.every((run) => run.ok)) {
      lines.push(`| ${name} | failed | | | | | | | | | | |`);
      continue;
    }
    const { seconds, errors } = compile(folderOf(name, spec, 0));
    lines.push(
      `| ${name} | ${of('wall').toFixed(2)} | ${ratio('wall')} | ${spread('wall')} | ${of('cpu').toFixed(2)} | ${ratio('cpu')} | ${spread('cpu')} | ${of('memory').toFixed(0)} | ${of('files')} | ${(of('bytes') / 1e6).toFixed(2)} | ${seconds.toFixed(1)} | ${errors} |`,
    );
  }
  lines.push('');
  console.log(lines.slice(lines.lastIndexOf(`## ${path.relative(corpus, spec)}`)).join('\n'));
}
rmSync(place, { recursive: true, force: true });
rmSync(path.join(here, 'kubb.config.mjs'), { force: true });
writeFileSync(path.join(here, 'generation.md'), lines.join('\n'));
