// Compiles a program of five calls, and one of four hundred, against what is generated from GitHub's description, and
// writes a table: the files and instantiations that a compiler needs, and its time beside others' in the same run.
//   node test/bench/calls.mjs [--rounds N] [--only NAME,NAME]    names as they begin: the table is printed, not written
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bin, corpus, here, programs, writeProject } from './programs.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } } });
const spec = path.join(corpus, 'github/api.github.com.json');
const repo = `owner: 'octocat', repo: 'hello'`;
const operations = ['reposGet', 'usersGetAuthenticated', 'issuesListForRepo', 'pullsCreate', 'issuesCreate'];
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** By generator: the program of five calls. */
const callers = {
  'lacuna types + client': () => `import type { Client } from './runtime/client-types.js';
${operations.map((name) => `import { ${name} } from './client/${kebab(name)}.js';`).join('\n')}
declare const client: Client;
export const answers = [
  reposGet(client, { ${repo} }),
  usersGetAuthenticated(client),
  issuesListForRepo(client, { ${repo} }),
  pullsCreate(client, { ${repo}, body: { head: 'a', base: 'b' } }),
  issuesCreate(client, { ${repo}, body: { title: 'a' } }),
];`,
  'openapi-typescript (types)': () => `import type { paths } from './api.js';
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
export type Answers = [
  Json<paths['/repos/{owner}/{repo}']['get']['responses'][200]>,
  Json<paths['/user']['get']['responses'][200]>,
  Json<paths['/repos/{owner}/{repo}/issues']['get']['responses'][200]>,
  Json<paths['/repos/{owner}/{repo}/pulls']['post']['responses'][201]>,
  Json<paths['/repos/{owner}/{repo}/issues']['post']['responses'][201]>,
];
export const login = (answers: Answers): string => answers[0].owner.login + answers[3].title + answers[4].title;`,
  'hey-api (types + sdk)': () => `import { ${operations.join(', ')} } from './sdk.gen';
export const answers = [
  reposGet({ path: { ${repo} } }),
  usersGetAuthenticated(),
  issuesListForRepo({ path: { ${repo} } }),
  pullsCreate({ path: { ${repo} }, body: { head: 'a', base: 'b' } }),
  issuesCreate({ path: { ${repo} }, body: { title: 'a' } }),
];`,
  'kubb (types + fetch)': () => `${operations.map((name) => `import { ${name} } from './clients/${name}';`).join('\n')}
const repo = ['octocat', 'hello'] as const;
export const answers = [
  reposGet(...repo),
  usersGetAuthenticated(),
  issuesListForRepo(...repo),
  pullsCreate(...repo, { head: 'a', base: 'b' }),
  issuesCreate(...repo, { title: 'a' }),
];`,
  'no call: the types of the platform': () => `export const answer: Promise<Response> = fetch('https://api.invalid');`,
};

/** Calls the first four hundred operations through the barrel. */
function manyCalls(out) {
  const rows = readdirSync(path.join(out, 'client'))
    .sort()
    .flatMap((file) => {
      const [, name, args] =
        /export const (\w+): Operation<\s*(\w+)/.exec(readFileSync(path.join(out, 'client', file), 'utf8')) ?? [];
      return name ? [{ name, args }] : [];
    })
    .slice(0, 400);
  return `import { type Client, ${rows.flatMap(({ name, args }) => [name, `type ${args}`]).join(', ')} } from './client/index.js';
declare const client: Client;
${rows.map(({ name, args }, index) => `export const call${index} = (args: ${args}): Promise<unknown> => ${name}(client, args);`).join('\n')}`;
}

// Processor time in microseconds, of all threads: on a busy machine, elapsed time depends on other processes.
const tellEffort = () =>
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    console.error('effort', user + system);
  });

// More stable than any time, but `perf` must be allowed to count them.
const counting = ['stat', '-x,', '-e', 'instructions:u'];
const canCount = spawnSync('perf', [...counting, 'true']).status === 0;

function compile(out, text) {
  writeFileSync(path.join(out, 'program.ts'), text);
  writeProject(out, { files: ['program.ts'] });
  const tsc = [bin('typescript/bin/tsc'), '-p', out, '--extendedDiagnostics', '--listFiles'];
  const program = ['--import', `data:text/javascript,${encodeURIComponent(`(${tellEffort})()`)}`, ...tsc];
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 };
  const { stdout, stderr } = canCount
    ? spawnSync('perf', [...counting, process.execPath, ...program], options)
    : spawnSync(process.execPath, program, options);
  const number = (name) => Number(new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(stdout)?.[1]);
  const files = stdout.split('\n').filter((line) => line.startsWith(out) && !line.endsWith('program.ts'));
  const errors = stdout.match(/error TS/g) ?? [];
  return {
    files: files.length,
    instantiations: number('Instantiations'),
    types: number('Types'),
    seconds: Number(/effort (\d+)/.exec(stderr)?.[1]) / 1e6,
    instructions: Number(/^(\d+),.*instructions/m.exec(stderr)?.[1]) / 1e9,
    errors: errors.length,
  };
}

const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-calls-'));
const rows = [];
const isAsked = (name) => !values.only || values.only.split(',').some((start) => name.startsWith(start));
for (const name of Object.keys(callers).filter(isAsked)) {
  const out = path.join(place, kebab(name).replaceAll(/\W+/g, '-'));
  mkdirSync(out);
  const argv = programs[name]?.(spec, out);
  const { status } = argv ? spawnSync(process.execPath, argv, { cwd: here, timeout: 600_000 }) : { status: 0 };
  if (status === 0) rows.push({ name, out, runs: [] });
  else console.error(`${name} gives nothing`);
}
for (let round = 0; round < Number(values.rounds); round++) {
  const first = round % rows.length;
  for (const { name, out, runs } of [...rows.slice(first), ...rows.slice(0, first)])
    runs.push(compile(out, callers[name]()));
}
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const [own] = rows;
const many = own?.name.startsWith('lacuna') && compile(own.out, manyCalls(own.out));
const lines = [
  "# Calls against GitHub's description, as a compiler sees them",
  '',
  `TypeScript 5.9, everything from source. Medians of ${values.rounds} interleaved rounds in one run: \`cpu s\` is the processor time of a compile, \`x\` its ratio to the first row of the same round; instructions in thousands of millions, of all threads. Written by \`npm run bench\`.`,
  '',
  '| program of five calls | files read | types | instantiations | cpu s | cpu x | instructions | errors |',
  '| --- | --: | --: | --: | --: | --: | --: | --: |',
  ...rows.map(({ name, runs }) => {
    const ratio = median(runs.map((run, index) => run.seconds / own.runs[index].seconds));
    const [first] = runs;
    const counted = canCount ? median(runs.map((run) => run.instructions)).toFixed(2) : '-';
    return `| ${name} | ${first.files} | ${first.types} | ${first.instantiations} | ${median(runs.map((run) => run.seconds)).toFixed(1)} | ${ratio.toFixed(2)} | ${counted} | ${first.errors} |`;
  }),
  '',
  ...(many
    ? [
        `400 calls through the barrel: ${many.instantiations} instantiations, ${many.files} files, ${many.errors} errors.`,
        '',
      ]
    : []),
];
rmSync(place, { recursive: true, force: true });
rmSync(path.join(here, 'kubb.config.mjs'), { force: true });
if (!values.only) writeFileSync(path.join(here, 'calls.md'), lines.join('\n'));
console.log(lines.join('\n'));
