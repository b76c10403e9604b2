import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
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

// Rules that Redoc's own elements break: about names (WCAG), and rules that axe recommends beyond WCAG.
const exceptions: ReadonlySet<string> = new Set([
  'aria-dialog-name',
  'button-name',
  'label',
  'label-content-name-mismatch',
  'link-name',
  'heading-order',
  'page-has-heading-one',
  'region',
]);

describe.runIf(hasBrowser)('what axe finds in the pages of a reference', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-axe-')));
  const addresses = new Map<Subject['name'], string>();
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    cpSync('test/browser/parcels', folder, { recursive: true });
    browser = await startBrowser();
    page = await browser.open('about:blank');
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the address of Redoc's page. */
  async function prepare({ name, spec }: Subject): Promise<string> {
    const known = addresses.get(name);
    if (known !== undefined) return known;
    if (spec !== practice.spec) await generate({ folder, spec, out: name, only: ['reference'], style: 'brand.css' });
    const path = spec === practice.spec ? resolve('generated') : join(folder, name);
    const address = pathToFileURL(join(path, 'reference/index.html')).href;
    addresses.set(name, address);
    return address;
  }

  /** Opens a page of Redoc, its operation, and each dialog and menu there. Returns the rules broken in each. */
  async function inspect(address: string, { route, word }: Subject): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    const note = async (view: (typeof views)[number]): Promise<void> => {
      await waitUntilDrawn(page);
      found.set(view, await listProblems(page));
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
    const address = await prepare(row);
    await page.setViewportSize({ width: row.width, height: 900 });
    await page.emulateMedia({ colorScheme: row.colorScheme });
    const found = await inspect(address, row);
    expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(row.colorScheme === 'dark');
    expect([...found.keys()]).toEqual(views);
    for (const [view, problems] of found)
      expect(
        problems.filter((rule) => !exceptions.has(rule)),
        view,
      ).toEqual([]);
  });

  test.each(chooseSample(rows, rows.length, 9))('the article, $name, $look, including best practices', async (row) => {
    const address = await prepare(row);
    await page.setViewportSize({ width: row.width, height: 900 });
    await page.emulateMedia({ colorScheme: row.colorScheme });
    await page.goto(addressOfArticle(address));
    await page.evaluate(axe);
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    const menu = page.getByRole('button', { name: 'Contents' });
    if (await menu.isVisible()) await menu.click();
    expect(await listProblems(page)).toEqual([]);
  });
});

function listProblems(page: Page): Promise<string[]> {
  return page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
}
