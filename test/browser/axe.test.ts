import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { chooseSample, effort } from '../effort.js';
import { addressOfArticle, type Browser, hasBrowser, startBrowser, waitUntilDrawn } from './browser.js';

const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8');

/** A description, and the operation that its page of Redoc opens. */
interface Subject {
  readonly name: string;
  readonly spec: string;
  readonly route: string;
  readonly word: string;
}

const practice: Subject = {
  name: 'practice API',
  spec: resolve('spec/openapi.yaml'),
  route: '/sessions/listsessionsv2',
  word: 'session',
};
const parcels: Subject = { name: 'parcels', spec: 'openapi.yaml', route: '/parcels/createparcel', word: 'parcel' };

const views = ['start', 'operation', 'languages', 'security', 'search'] as const;
const looks = ([1440, 1024, 768, 375] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, look: `${width} ${colorScheme}` })),
);
const rows = looks.flatMap((look) => [practice, parcels].map((subject) => ({ ...look, ...subject })));

// Rules that axe recommends beyond WCAG, and that every page of Redoc breaks.
const practices: ReadonlySet<string> = new Set(['heading-order', 'page-has-heading-one', 'region']);

/** The number of elements that break each rule of axe, by view. */
type Inspection = ReadonlyMap<string, Problems>;
interface Problems {
  readonly [rule: string]: number;
}

describe.runIf(hasBrowser)('what axe finds in the pages of a reference', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-axe-')));
  const addresses = new Map<Subject['name'], Record<'ours' | 'plain', string>>();
  const cells = new Map<string, string>();
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    cpSync('test/browser/parcels', folder, { recursive: true });
    browser = await startBrowser();
    // A plain page of Redoc loads its logo from a server.
    page = await browser.context.newPage();
  }, 60_000);
  afterAll(async () => {
    const isRecording = effort === 'all' && process.env['LACUNA_RECORD'] !== undefined;
    if (isRecording) writeFileSync('test/browser/axe.md', printPage(cells));
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function prepare({ name, spec }: Subject): Promise<Record<'ours' | 'plain', string>> {
    const known = addresses.get(name);
    if (known) return known;
    if (spec !== practice.spec) await generate({ folder, spec, out: name, only: ['reference'], style: 'brand.css' });
    const plain = `plain-${name}.html`;
    if (effort !== 'part') buildPlainPage(folder, spec, plain);
    const path = spec === practice.spec ? resolve('generated') : join(folder, name);
    const toAddress = (file: string): string => pathToFileURL(file).href;
    const both = { ours: toAddress(join(path, 'reference/index.html')), plain: toAddress(join(folder, plain)) };
    addresses.set(name, both);
    return both;
  }

  /** Opens a page of Redoc, its operation, and each dialog and menu there. Returns what axe finds in each. */
  async function inspect(address: string, { route, word }: Subject): Promise<Inspection> {
    const found = new Map<string, Problems>();
    const note = async (view: (typeof views)[number]): Promise<void> => {
      await waitUntilDrawn(page);
      found.set(view, await countProblems(page));
      await page.keyboard.press('Escape');
    };
    await page.goto('about:blank');
    await page.goto(`${address}#/`);
    await page
      .getByText(/^Search/)
      .first()
      .waitFor({ state: 'attached' });
    await page.evaluate(axe);
    await note('start');
    await page.evaluate(`location.hash = '#${route}'`);
    const section = page.locator(`[data-section-id="${route}"]`).last();
    await section.getByText('View security details').waitFor();
    await note('operation');
    await section.locator('.panel-request-samples').getByRole('button').last().click();
    await note('languages');
    await section.getByText('View security details').click();
    await note('security');
    await page.keyboard.press('Control+k');
    await page.locator('[data-testid="search-dialog"] input').fill(word);
    await note('search');
    return found;
  }

  // Opens every dialog of two pages, which takes long. CI takes the widest light screen and the narrowest dark one.
  const redocRows = effort === 'part' ? [] : chooseSample(rows, 1, rows.length - 1);
  test.each(redocRows)('Redoc, $name, $look', { timeout: 120_000 }, async (row) => {
    const { ours, plain } = await prepare(row);
    await page.setViewportSize({ width: row.width, height: 900 });
    await page.emulateMedia({ colorScheme: row.colorScheme });
    const found = await inspect(ours, row);
    expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(row.colorScheme === 'dark');
    const before = await inspect(plain, row);
    expect([...found.keys()]).toEqual(views);
    for (const [view, problems] of found) {
      const own = Object.keys(problems).filter((rule) => !practices.has(rule));
      expect(own, view).toEqual([]);
      for (const [rule, count] of Object.entries(problems))
        expect(count, `${view} ${rule}`).toBeLessThanOrEqual(before.get(view)?.[rule] ?? 0);
      cells.set(`${row.name} ${view} ${row.look}`, `${countAll(problems)} / ${countAll(before.get(view) ?? {})}`);
    }
  });

  test.each(chooseSample(rows, rows.length, 5))('the article, $name, $look, including best practices', async (row) => {
    const { ours } = await prepare(row);
    await page.setViewportSize({ width: row.width, height: 900 });
    await page.emulateMedia({ colorScheme: row.colorScheme });
    await page.goto(addressOfArticle(ours));
    await page.evaluate(axe);
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    const menu = page.getByRole('button', { name: 'Contents' });
    if (await menu.isVisible()) await menu.click();
    const problems = await countProblems(page);
    expect(problems).toEqual({});
    cells.set(`${row.name} article ${row.look}`, String(countAll(problems)));
  });
});

function buildPlainPage(folder: string, spec: string, output: string): void {
  const redocly = resolve('node_modules/@redocly/cli/bin/cli.js');
  execFileSync(process.execPath, [redocly, 'build-docs', spec, '--inlineBundle', `--output=${output}`], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: 'ignore',
  });
}

function countProblems(page: Page): Promise<Problems> {
  return page.evaluate(
    'axe.run().then(({ violations }) => Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.length])))',
  );
}

/** Formats the number of elements that break WCAG, and of those that break best practices. */
function countAll(problems: Problems): string {
  const count = (isPractice: boolean): number =>
    Object.entries(problems)
      .filter(([rule]) => practices.has(rule) === isPractice)
      .reduce((sum, [, number]) => sum + number, 0);
  return `${count(false)} + ${count(true)}`;
}

function printPage(cells: ReadonlyMap<string, string>): string {
  const heads = ['page', 'view', ...looks.map(({ look }) => look)];
  const lines = [practice, parcels].flatMap(({ name }) =>
    ['article', ...views].map((view) => [
      name,
      view,
      ...looks.map(({ look }) => cells.get(`${name} ${view} ${look}`) ?? ''),
    ]),
  );
  const table = [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |\n`).join('');
  return `# What axe finds

Each cell is the number of elements that break a rule of WCAG 2.2 (A and AA), and, after the plus, a best practice: in the page of the reference, and
after the slash in the page of \`redocly build-docs\` for the same description. \`LACUNA_RECORD=1 LACUNA_EFFORT=all npx vitest run test/browser/axe.test.ts\`
writes this table.

${table}`;
}
