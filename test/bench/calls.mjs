// Compiles programs that call five, four hundred and all operations of the client for GitHub's description. Writes a
// table of the files and instantiations that a compiler needs, and of its time compared with other generators in the
// same run.
//   node test/bench/calls.mjs [--rounds N] [--only NAME,NAME]    the beginnings of names; the table is printed instead of written
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bin, corpus, describeRun, here, programs, writeProject } from './programs.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } } });
const spec = path.join(corpus, 'github/api.github.com.json');
const repo = `owner: 'octocat', repo: 'hello'`;
const operations = ['reposGet', 'usersGetAuthenticated', 'issuesListForRepo', 'pullsCreate', 'issuesCreate'];
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const openFetch = `import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: 'https://api.invalid' });`;

const callLacuna = (moduleOf) => `import type { Client } from './runtime/client.js';
${operations.map((name) => `import { ${name} } from './client/${moduleOf(name)}.js';`).join('\n')}
declare const client: Client;
export const answers = [
  reposGet(client, { ${repo} }),
  usersGetAuthenticated(client),
  issuesListForRepo(client, { ${repo} }),
  pullsCreate(client, { ${repo}, body: { head: 'a', base: 'b' } }),
  issuesCreate(client, { ${repo}, body: { title: 'a' } }),
];`;

/** The program of five calls, by generator. Programs of many calls are generated for the generators in `declared`. */
const callers = {
  'lacuna types + client': () => callLacuna(kebab),
  'lacuna types + client, js': () => callLacuna(kebab),
  'lacuna types + client, barrel': () => callLacuna(() => 'index'),
  'openapi-typescript + openapi-fetch': () => `${openFetch}
const params = { path: { ${repo} } };
export const answers = [
  client.GET('/repos/{owner}/{repo}', { params }),
  client.GET('/user'),
  client.GET('/repos/{owner}/{repo}/issues', { params }),
  client.POST('/repos/{owner}/{repo}/pulls', { params, body: { head: 'a', base: 'b' } }),
  client.POST('/repos/{owner}/{repo}/issues', { params, body: { title: 'a' } }),
];`,
  'orval (types + fetch)': () => `import { ${operations.join(', ')} } from './api';
const repo = ['octocat', 'hello'] as const;
export const answers = [
  reposGet(...repo),
  usersGetAuthenticated(),
  issuesListForRepo(...repo),
  pullsCreate(...repo, { head: 'a', base: 'b' }),
  issuesCreate(...repo, { title: 'a' }),
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

const declaredByLacuna = (from) => ({
  files: /^client\/(?!index|client|check-calls|schemas)[^/]+\.ts$/,
  from,
  pattern: /^export const (\w+): Operation</gm,
});

/** The functions that each generator declares: by the module that exports them, and in the order of the files. */
const declared = {
  'lacuna types + client': declaredByLacuna((file) => `./${file.slice(0, -3)}.js`),
  'lacuna types + client, js': {
    files: /^client\/(?!index|client|check-calls|schemas)[^/]+\.d\.ts$/,
    from: (file) => `./${file.slice(0, -5)}.js`,
    pattern: /^export declare const (\w+): Operation</gm,
  },
  'lacuna types + client, barrel': declaredByLacuna(() => './client/index.js'),
  'hey-api (types + sdk)': { files: /^sdk\.gen\.ts$/, from: () => './sdk.gen', pattern: /^export const (\w+) = </gm },
  'orval (types + fetch)': {
    files: /^api\.ts$/,
    from: () => './api',
    pattern: /^export const (?!get\w+Url\b)(\w+) = async/gm,
  },
  'kubb (types + fetch)': {
    files: /^clients\/.+\.ts$/,
    from: (file) => `./${file.slice(0, -3)}`,
    pattern: /^export async function (\w+)/gm,
  },
};

const canCallMany = (name) => Object.hasOwn(declared, name) || name === 'openapi-typescript + openapi-fetch';

/** Passes the arguments of the first operations on, so that a compiler must read the types of each. */
function callMany(name, out, most) {
  if (name === 'openapi-typescript + openapi-fetch') return fetchMany(out, most);
  const { files, from, pattern } = declared[name];
  const all = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((file) => files.test(file))
    .sort();
  const rows = all.flatMap((file) =>
    [...readFileSync(path.join(out, file), 'utf8').matchAll(pattern)].map(([, operation]) => [from(file), operation]),
  );
  const chosen = rows.slice(0, most);
  const modules = new Map();
  for (const [module, operation] of chosen) modules.set(module, [...(modules.get(module) ?? []), operation]);
  const imports = [...modules].map(([module, list]) => `import { ${list.join(', ')} } from '${module}';`);
  const calls = chosen.map(
    ([, operation], index) =>
      `export const call${index} = (...args: Parameters<typeof ${operation}>): Promise<unknown> => ${operation}(...args);`,
  );
  return { count: chosen.length, text: [...imports, ...calls].join('\n') };
}

function fetchMany(_out, most) {
  const { paths } = JSON.parse(readFileSync(spec, 'utf8'));
  const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];
  const calls = Object.entries(paths)
    .flatMap(([route, item]) => methods.filter((method) => item[method]).map((method) => [route, method]))
    .slice(0, most)
    .map(
      ([route, method], index) =>
        `export const call${index} = (args: never): Promise<unknown> => client.${method.toUpperCase()}('${route}', args);`,
    );
  return { count: calls.length, text: [openFetch, ...calls].join('\n') };
}

// Processor time of all threads in microseconds. On a busy machine, elapsed time depends on other processes.
const tellEffort = () =>
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    console.error('effort', user + system);
  });

// The number of instructions is more stable than any time, but `perf` must be allowed to count them.
const counting = ['stat', '-x,', '-e', 'instructions:u'];
const canCount = spawnSync('perf', [...counting, 'true']).status === 0;

function compile(out, text) {
  writeFileSync(path.join(out, 'program.ts'), text);
  writeProject(out, { files: ['program.ts'] });
  const tsc = [bin('typescript/bin/tsc'), '-p', out, '--extendedDiagnostics', '--listFiles'];
  // Allows more memory than Node's default, because a program that ends for lack of memory says nothing about the
  // compiler.
  const program = [
    '--max-old-space-size=6000',
    '--import',
    `data:text/javascript,${encodeURIComponent(`(${tellEffort})()`)}`,
    ...tsc,
  ];
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
  const argv = programs[name.replace(', barrel', '')]?.(spec, out);
  const { status } = argv ? spawnSync(process.execPath, argv, { cwd: here, timeout: 600_000 }) : { status: 0 };
  if (status === 0) rows.push({ name, out, runs: {}, counts: {} });
  else console.error(`${name} gives nothing`);
}
const sizes = [
  { title: 'Five calls', write: (name) => ({ count: 5, text: callers[name]() }) },
  { title: 'Four hundred calls', write: (name, out) => callMany(name, out, 400) },
  { title: 'Every operation', write: (name, out) => callMany(name, out, Infinity) },
];
for (let round = 0; round < Number(values.rounds); round++) {
  const first = round % rows.length;
  for (const { name, out, runs, counts } of [...rows.slice(first), ...rows.slice(0, first)]) {
    for (const { title, write } of sizes) {
      if (title !== 'Five calls' && !canCallMany(name)) continue;
      const { count, text } = write(name, out);
      counts[title] = count;
      runs[title] = [...(runs[title] ?? []), compile(out, text)];
    }
  }
}
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const spread = (list) => `${Math.min(...list).toFixed(2)}–${Math.max(...list).toFixed(2)}`;
const [own] = rows;
const number = (value, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '-');
const lines = [
  "# Calls of GitHub's API, for a compiler",
  '',
  `TypeScript 5.9, everything from source. Medians of ${values.rounds} interleaved rounds in one run, each of which begins with another row. \`cpu s\` is the processor time of a compile, \`x\` its ratio to the first row of the same round, with its spread. Instructions are billions, of all threads. Written by \`npm run bench\`.`,
  describeRun(),
  '',
];
for (const size of sizes) {
  lines.push(
    `## ${size.title}`,
    '',
    '| program | calls | files read | types | instantiations | cpu s | cpu x | spread of x | instructions | errors |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.flatMap(({ name, runs, counts }) => {
      const list = runs[size.title];
      if (!list) return [];
      const ratios = list.map((run, index) => run.seconds / own.runs[size.title][index].seconds);
      const [first] = list;
      return `| ${name} | ${counts[size.title]} | ${first.files} | ${first.types} | ${first.instantiations} | ${number(median(list.map((run) => run.seconds)))} | ${median(ratios).toFixed(2)} | ${spread(ratios)} | ${canCount ? number(median(list.map((run) => run.instructions)), 2) : '-'} | ${first.errors} |`;
    }),
    '',
  );
}
rmSync(place, { recursive: true, force: true });
rmSync(path.join(here, 'kubb.config.mjs'), { force: true });
if (!values.only) writeFileSync(path.join(here, 'calls.md'), lines.join('\n'));
console.log(lines.join('\n'));
