import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { type Browser, listBrokenWords, readsFurtherPages, startBrowser, waitUntilDrawn } from './browser.js';

const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8');

/** The reference of a description with long words, long URLs, wide tables, Arabic texts and deprecated operations. */
describe.runIf(readsFurtherPages)('the reference of a shop', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-shop-')));
  const addressOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const article = addressOf('out/reference/article.html');
  const redoc = addressOf('out/reference/index.html');
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    cpSync('test/browser/shop', folder, { recursive: true });
    await generate({ folder, spec: 'openapi.yaml', out: 'out', only: ['reference'] });
    browser = await startBrowser();
    page = await browser.open(article);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const countProblems = async (): Promise<string[]> => {
    await page.evaluate(axe);
    return page.evaluate(
      'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then(({ violations }) => violations.map(({ id }) => id))',
    );
  };

  test.each([320, 375, 768, 1024])('shows the whole URL of a server at %i pixels', async (width) => {
    await page.goto(article);
    await page.setViewportSize({ width, height: 740 });
    const servers = page.getByRole('combobox', { name: 'Server of samples' });
    const [height, needed] = await servers.evaluate((one) => {
      const copy = one.cloneNode(true) as typeof one;
      copy.style.height = 'auto';
      one.after(copy);
      const heights = [one, copy].map((each) => each.getBoundingClientRect().height);
      copy.remove();
      return heights;
    });
    expect(height).toBeGreaterThanOrEqual(needed ?? Number.NaN);
    const bar = await page.locator('.lacuna-bar').boundingBox();
    const field = await servers.boundingBox();
    expect((field?.y ?? Number.NaN) + (field?.height ?? Number.NaN)).toBeLessThanOrEqual(bar?.height ?? Number.NaN);
    await servers.selectOption({ index: 1 });
    expect(await page.locator('pre[data-label="curl"]').first().textContent()).toContain(
      'https://sandbox.shop.example/v1',
    );
    await servers.selectOption({ index: 0 });
  });

  test('scrolls a wide table, and does not break its words', async () => {
    await page.setViewportSize({ width: 375, height: 740 });
    for (const start of [article, `${redoc}#/`]) {
      await page.goto(start);
      await page.getByRole('group', { name: 'Table' }).focus();
      const [inside, width] = await page
        .locator('.lacuna-table')
        .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      expect(inside).toBeGreaterThan(width ?? Number.NaN);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    }
    await page.goto(article);
    expect(await listBrokenWords(page)).toEqual([]);
  });

  test('breaks a long name in the contents after a part of it', async () => {
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto(article);
    const name = page.locator('.lacuna-contents a', { hasText: 'listAllProducts' });
    expect(await name.innerHTML()).toBe('listAllProducts<wbr>OfTheCatalogue<wbr>ThatAreNot<wbr>SoldOut');
    const [inside, width] = await page
      .locator('.lacuna-contents')
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(inside).toBe(width);
  });

  test('shows Arabic texts from right to left', async () => {
    await page.goto(`${article}#greet`);
    const text = page.locator('#greet p', { hasText: 'يعيد' });
    const right = await text.evaluate((one) => {
      const range = one.ownerDocument.createRange();
      range.setStart(one.firstChild ?? one, 0);
      range.setEnd(one.firstChild ?? one, 1);
      return one.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
    expect(right).toBeLessThan(1);
    const route = page.locator('#greet .lacuna-route');
    expect(
      await route.evaluate(
        (one) => one.getBoundingClientRect().left === one.firstElementChild?.getBoundingClientRect().left,
      ),
    ).toBe(true);
  });

  test('keeps the title of the page of Redoc and its button to copy apart on a telephone', async () => {
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(`${redoc}#/`);
    const copy = page.locator('[data-testid="page-actions"] button').first();
    await copy.waitFor();
    const words = await page
      .locator('h1')
      .first()
      .evaluate((one) => {
        const range = one.ownerDocument.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().right;
      });
    expect(words).toBeLessThanOrEqual((await copy.boundingBox())?.x ?? Number.NaN);
    expect(await copy.textContent()).toBe('Copy');
  });

  test.each([
    [1280, 'light'],
    [375, 'dark'],
  ] as const)(
    'axe finds nothing at deprecated operations and choices of media types, at %i pixels in %s',
    async (width, colorScheme) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const route of ['replaceproducts', 'listallproductsofthecataloguethatarenotsoldout']) {
        await page.goto('about:blank');
        await page.goto(`${redoc}#/products/${route}`);
        await page.locator(`[data-section-id="/products/${route}"] h2`).first().waitFor();
        await waitUntilDrawn(page);
        // Redoc's names of buttons omit the choice.
        expect(
          (await countProblems()).filter((rule) => rule !== 'label-content-name-mismatch'),
          route,
        ).toEqual([]);
      }
    },
  );

  test('makes no request to the network and causes no error or warning', () => {
    expect([...browser.requests, ...browser.complaints]).toEqual([]);
  });
});
