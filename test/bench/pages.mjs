// Opens the reference of a description and the pages that other tools make from it. Writes a table. node
// test/bench/pages.mjs [--rounds N] [DESCRIPTION]…
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { parse } from 'yaml';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const corpus = process.env.CORPUS_DIR ?? path.join(process.env.LACUNA_SHARED ?? path.join(root, '../shared'), 'corpus');
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const specs =
  positionals.length > 0
    ? positionals
    : [path.join(root, 'spec/openapi.yaml'), path.join(corpus, 'github/api.github.com.json')];
const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-pages-'));
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

function run(argv, cwd) {
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr.slice(-500));
}

const read = (file) => readFileSync(path.join(here, 'node_modules', file), 'utf8').replaceAll('</script', '<\\/script');

/** Makes the page of each tool. Each page is one file that contains the description. */
function makePages(spec, folder) {
  mkdirSync(folder, { recursive: true });
  const description = parse(readFileSync(spec, 'utf8'));
  const json = JSON.stringify(description).replaceAll('<', '\\u003c');
  const page = (name, html) => {
    const file = path.join(folder, `${name}.html`);
    writeFileSync(file, `<!DOCTYPE html><meta charset="utf-8"><title>${name}</title>${html}`);
    return file;
  };
  run([path.join(root, 'dist/cli.js'), 'generate', '--spec', spec, '--out', 'out', '--only', 'reference'], folder);
  run(
    [
      path.join(root, 'node_modules/@redocly/cli/bin/cli.js'),
      'build-docs',
      spec,
      '--inlineBundle',
      '--output=redoc.html',
    ],
    folder,
  );
  const [id, tag] = findOperation(description);
  const words = id
    .replaceAll('/', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const slug = (text) => text.toLowerCase().replaceAll(' ', '-');
  return {
    'Lacuna, article': [path.join(folder, 'out/reference/article.html'), words],
    'Lacuna, Redoc page': [path.join(folder, 'out/reference/index.html'), `/${slug(tag)}/${id.toLowerCase()}`],
    'plain Redoc': [path.join(folder, 'redoc.html'), `/${slug(tag)}/${id.toLowerCase()}`],
    Scalar: [
      page(
        'scalar',
        `<div id="app"></div><script>${read('@scalar/api-reference/dist/browser/standalone.js')}</script><script>Scalar.createApiReference('#app', { content: ${json} })</script>`,
      ),
      `tag/${slug(tag)}`,
    ],
    'Swagger UI': [
      page(
        'swagger',
        `<style>${read('swagger-ui-dist/swagger-ui.css')}</style><div id="app"></div><script>${read('swagger-ui-dist/swagger-ui-bundle.js')}</script><script>SwaggerUIBundle({ dom_id: '#app', deepLinking: true, spec: ${json} })</script>`,
      ),
      `/${encodeURIComponent(tag)}/${id.replaceAll('/', '_')}`,
    ],
  };
}

// Finds an operation in the middle, so that reaching it takes some time.
function findOperation({ paths }) {
  const all = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter((one) => one?.operationId && one.tags?.length > 0);
  const { operationId, tags } = all[Math.floor(all.length / 2)];
  return [operationId, tags[0]];
}

const watch = `window.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true });`;

// The page is ready when it has had no long task for a second.
async function settle(page) {
  for (let last = -1, now = 0; now !== last; ) {
    last = now;
    await page.waitForTimeout(1000);
    now = await page.evaluate('tasks.length');
  }
}

async function measure(browser, file, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(watch);
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  let requests = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest() && !/^(?:data|blob):/.test(request.url())) requests++;
  });
  const takeTasks = () => page.evaluate('tasks.splice(0)');
  const sum = (list) => list.reduce((all, one) => all + one, 0);
  await page.goto(pathToFileURL(file).href, { timeout: 180_000 });
  await page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
  await settle(page);
  const firstContent = await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime');
  const load = Math.max(0, ...(await takeTasks()));
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  await settle(page);
  const reach = sum(await takeTasks());
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 1500);
    await page.waitForTimeout(50);
  }
  await settle(page);
  const scroll = Math.max(0, ...(await takeTasks()));
  await context.close();
  return { requests, firstContent, load, reach, scroll };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const tables = [];
const made = specs.map((spec, number) => makePages(path.resolve(spec), path.join(place, String(number))));
for (const [number, spec] of specs.entries()) {
  const pages = made[number];
  const runs = new Map(Object.keys(pages).map((name) => [name, []]));
  const executablePath = JSON.parse(readFileSync(path.join(here, '../browser/programs.json'), 'utf8')).find(existsSync);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, [file, address]] of Object.entries(pages)) {
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
      runs.get(name).push(await measure(browser, file, address).catch((error) => ({ failed: error.message })));
      await browser.close();
    }
  }
  const rows = [...runs].map(([name, list]) => {
    const whole = list.filter(({ failed }) => failed === undefined);
    const cells = ['firstContent', 'load', 'reach', 'scroll'].map((key) =>
      whole.length === 0 ? '' : Math.round(median(whole.map((one) => one[key]))),
    );
    const requests = whole.length === 0 ? '' : median(whole.map((one) => one.requests));
    return `| ${[name, (statSync(pages[name][0]).size / 1e6).toFixed(2), requests, ...cells].join(' | ')} |`;
  });
  tables.push(`## ${path.relative(path.resolve(spec).startsWith(corpus) ? corpus : root, path.resolve(spec))}

| page | MB | requests | first content ms | longest task on load ms | tasks to an address ms | longest task on scroll ms |
| --- | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}
`);
}
rmSync(place, { recursive: true, force: true });
const text = `# The pages of a reference, side by side

Medians of interleaved rounds, each in a new browser. Tasks of less than 50 ms do not count. The address is that of an operation in the
middle, opened from the page. Written by \`node test/bench/pages.mjs\`.

${tables.join('\n')}`;
console.log(text);
writeFileSync(path.join(here, 'pages.md'), text);
