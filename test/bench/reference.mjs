// Makes the reference of a large description and Redoc's own page of it, interleaved. Writes a table of ratios.
//   node test/bench/reference.mjs [--rounds N] [DESCRIPTION]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const corpus = process.env.CORPUS_DIR ?? path.join(process.env.LACUNA_SHARED ?? path.join(root, '../shared'), 'corpus');
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const spec = path.resolve(positionals[0] ?? path.join(corpus, 'github/api.github.com.json'));
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-bench-'));
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const cli = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');

/** Each returns the arguments of node and the page that they make. All times are divided by those of the first one. */
const programs = {
  'build-docs': [[cli, 'build-docs', spec, '--inlineBundle', '--output=page.html'], 'page.html'],
  'lacuna reference': [
    [path.join(root, 'dist/cli.js'), 'generate', '--spec', spec, '--out', 'out', '--only', 'reference'],
    'out/reference/index.html',
  ],
};

async function measure([argv, page]) {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const timed = ['-f', '%U %S', process.execPath, ...argv];
  const { stderr, status } = spawnSync('/usr/bin/time', timed, {
    cwd: place,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr.slice(-500));
  const [user, system] = stderr.trim().split('\n').pop().split(' ').map(Number);
  const file = path.join(place, page);
  return { cpu: user + system, megabytes: statSync(file).size / 1e6, firstContent: await paint(file) };
}

// Milliseconds until the first content is painted: the median of three loads.
async function paint(file) {
  const executablePath = JSON.parse(readFileSync(path.join(here, '../browser/programs.json'), 'utf8')).find(existsSync);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const times = [];
  for (let load = 0; load < 3; load++) {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href, { timeout: 120_000 });
    await page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
    times.push(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime'));
    await page.close();
  }
  await browser.close();
  return median(times);
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const runs = new Map(Object.keys(programs).map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, list] of runs) list.push(await measure(programs[name]));
}
const [base] = runs.values();
const cell = (list, key, digits) => {
  const ratio = median(list.map((run, index) => run[key] / base[index][key])).toFixed(2);
  return `${median(list.map((run) => run[key])).toFixed(digits)} | ${ratio}`;
};
const rows = [...runs].map(
  ([name, list]) =>
    `| ${name} | ${cell(list, 'cpu', 2)} | ${cell(list, 'megabytes', 2)} | ${cell(list, 'firstContent', 0)} |`,
);
rmSync(place, { recursive: true, force: true });
const text = `# The reference, side by side

Medians of interleaved rounds in one run; \`x\` is the ratio to the first row of the same round. Written by \`node test/bench/reference.mjs\`.

## ${path.relative(corpus, spec)}

| program | CPU s | CPU x | file MB | file x | first content ms | first content x |
| --- | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}
`;
console.log(text);
writeFileSync(path.join(here, 'reference.md'), text);
