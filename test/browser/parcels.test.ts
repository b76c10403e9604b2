import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { type Browser, listBrokenWords, readsFurtherPages, startBrowser } from './browser.js';

/** The reference of a description with a logo, a style, webhooks, callbacks and links: its menus, dialogs and URLs. */
describe.runIf(readsFurtherPages)('the reference of parcels', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-parcels-')));
  const addressOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const article = addressOf('out/reference/article.html');
  const redoc = addressOf('out/reference/index.html');
  let browser: Browser;
  /** Redoc's page, which several tests share, because Redoc draws everything again on each page. */
  let shared: Page;

  beforeAll(async () => {
    cpSync('test/browser/parcels', folder, { recursive: true });
    await generate({ folder, spec: 'openapi.yaml', out: 'out', only: ['reference'], style: 'brand.css' });
    browser = await startBrowser();
    shared = await browser.open(`${redoc}#/parcels/createparcel`);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has its contents in a menu on a narrow screen', async () => {
    const page = await browser.open(article);
    await page.setViewportSize({ width: 375, height: 740 });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const top = (): Promise<number> => page.evaluate('document.querySelector("h1").getBoundingClientRect().top');
    expect(await contents.isVisible()).toBe(false);
    expect(await top()).toBeLessThan(100);
    expect(await listBrokenWords(page)).toEqual([]);
    await page.getByRole('button', { name: 'Contents' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Search this page');
    await page.keyboard.press('Escape');
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await contents.getByRole('link', { name: 'Return a parcel' }).click();
    expect(page.url()).toBe(`${article}#get-parcel`);
    expect(await contents.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 740 });
    expect(await contents.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Contents' }).isVisible()).toBe(false);
    await page.close();
  });

  test.each([320, 375, 768, 960])('shows the whole bar and the URL of each server at %i pixels', async (width) => {
    const page = await browser.open(article);
    await page.setViewportSize({ width, height: 740 });
    const servers = page.getByRole('combobox', { name: 'Server of samples' });
    // Without a width of its own, the field is as wide as the longest URL.
    const [field, needed] = await servers.evaluate((one) => {
      const copy = one.cloneNode(true) as typeof one;
      copy.style.cssText = 'position: fixed; width: max-content; max-width: none';
      one.after(copy);
      const widths = [one, copy].map((each) => each.getBoundingClientRect().width);
      copy.remove();
      return widths;
    });
    expect(field).toBeGreaterThanOrEqual(needed ?? Number.NaN);
    for (const part of await page.locator('.lacuna-bar').locator('a, button, select').all()) {
      const { x, width: own } = (await part.boundingBox()) ?? { x: 0, width: 0 };
      expect(x + own).toBeLessThanOrEqual(width);
    }
    await page.getByRole('button', { name: 'Contents' }).click();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const bar = await page.locator('.lacuna-bar').boundingBox();
    expect((await contents.boundingBox())?.y).toBe(bar?.height);
    await page.close();
  });

  test('keeps common errors apart from the example above', async () => {
    const page = await browser.open(article);
    const errors = page.locator('#get-parcel p', { hasText: 'Common errors' });
    const bottom = await errors.evaluate((one) => one.previousElementSibling?.getBoundingClientRect().bottom);
    expect((await errors.boundingBox())?.y).toBeGreaterThanOrEqual((bottom ?? Number.NaN) + 12);
    await page.close();
  });

  test('names a webhook once, its further tags and the type of items, and shows a copy link only below the pointer', async () => {
    const page = await browser.open(article);
    expect(await page.locator('#webhook-parcel-delivered .lacuna-route').innerText()).toBe(
      'Webhook POST parcelDelivered',
    );
    expect(await page.locator('#webhook-post-parcel-lost .lacuna-route').innerText()).toBe(
      'Webhook POST parcelLost Parcels',
    );
    const opacities = `[...new Set([...document.querySelectorAll('.lacuna-anchor')].map((one) => getComputedStyle(one).opacity))]`;
    expect(await page.locator('dt', { hasText: 'causes' }).innerText()).toBe('causes array, ≤ 3 items');
    await page.mouse.move(0, 500);
    expect(await page.evaluate(opacities)).toEqual(['0']);
    await page.getByRole('heading', { name: 'A parcel was scanned' }).hover();
    expect(await page.evaluate<string[]>(opacities)).toContain('1');
    await page.close();
  });

  test('shows on paper what is folded, without the marks of folding, and each URL once', async () => {
    const page = await browser.open(article);
    await page.emulateMedia({ media: 'print' });
    const folded = page.locator('main details summary').first();
    expect(await folded.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).listStyleType)).toBe(
      'none',
    );
    const urls = `[...document.querySelectorAll('main a[href^="http"]')].map((one) => [one.textContent, getComputedStyle(one, '::after').content])`;
    expect(await page.evaluate(urls)).toEqual([
      ['Help', '" <https://parcels.example/help>"'],
      ['https://parcels.example/terms', 'none'],
    ]);
    await page.close();
  });

  test('shows the links of a response on both pages, which lead to the operation in the article', async () => {
    const words = 'Links getParcel to getParcel, id = "$response.body#/id" The new parcel.';
    const page = await browser.open(`${article}#create-parcel`);
    const expectWords = async (place: Locator): Promise<void> =>
      expect((await place.innerText()).replaceAll('\u200b', '').replace(/\s+/g, ' ')).toContain(words);
    await expectWords(page.locator('#create-parcel'));
    await page.goto(`${redoc}#/parcels/createparcel`);
    await expectWords(page.locator('[data-section-id="/parcels/createparcel"]').last());
    await page.locator('li', { hasText: 'The new parcel.' }).getByRole('link', { name: 'getParcel' }).click();
    await page.waitForURL(`${article}#get-parcel`);
    await page.close();
  });

  test('breaks a long value in an example instead of cutting it', async () => {
    await shared.goto(`${redoc}#/parcels/getparcel`);
    const code = shared.locator('[data-section-id="/parcels/getparcel"] .panel-response-samples pre').last();
    await code.getByText('callback_url').waitFor();
    const [inside, width] = await code.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(inside).toBeLessThanOrEqual(width ?? 0);
  });

  test('shows the logo, the style and alerts on both pages', async () => {
    const other = await browser.open(`${article}#create-parcel`);
    await shared.goto(`${redoc}#/`);
    for (const page of [other, shared]) {
      await page.bringToFront();
      const logo = page.getByRole('img', { name: 'Parcel' });
      expect(await logo.evaluate((image) => image.getBoundingClientRect().width)).toBeGreaterThan(20);
      const note = page.locator('blockquote').first();
      expect((await note.innerText()).replaceAll('\u200b', '').trim()).toBe('Note: Times are in UTC.');
      expect(await page.getByText('[!').count()).toBe(0);
    }
    expect(await other.locator('.lacuna-facts').first().innerText()).toMatch(/Licence\s+MIT(?!,)/);
    const colour = "getComputedStyle(document.querySelector('.lacuna-article p a')).color";
    expect(await other.evaluate(colour)).toBe('rgb(10, 92, 54)');
    const variable = "getComputedStyle(document.body).getPropertyValue('--link-color-primary')";
    expect(await shared.evaluate(variable)).toContain('#0a5c36');
    await other.close();
  });

  test('leads from the URL of fields to them in the article, and says if they have changed', async () => {
    const page = await browser.open(article);
    const id = await page.evaluate<string>("document.querySelector('[id^=text-]').id");
    await page.goto('about:blank');
    await page.goto(`${article}#${id}`);
    expect(await page.locator(`#${id}`).innerText()).toContain('postal_code');
    expect(await page.evaluate(`document.getElementById('${id}').getBoundingClientRect().top < innerHeight`)).toBe(
      true,
    );
    expect(await page.getByRole('status').isVisible()).toBe(false);
    await page.goto(`${article}#text-0000000000`);
    expect(await page.getByRole('status').innerText()).toContain('have changed');
    await page.close();
  });

  test('lists a webhook below its tag, and a callback below its operation', async () => {
    const page = await browser.open(article);
    expect(await page.locator('#tag-events #webhook-parcel-delivered').innerText()).toContain('Webhook POST');
    expect(await page.locator('#create-parcel #callback-on-scan').innerText()).toContain('A parcel was scanned');
    expect(await page.locator('#get-parcel dd').first().innerText()).toContain('Example "7b0f7c52');
    await page.close();
  });

  test('makes no request to the network and causes no error or warning', () => {
    expect([...browser.requests, ...browser.complaints]).toEqual([]);
  });
});
