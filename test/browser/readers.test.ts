import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readApi } from '../../src/index.js';
import type { Api } from '../../src/model/api.js';
import { chooseSample } from '../effort.js';
import { addressOfArticle, type Browser, hasBrowser, listBrokenWords, searchRedoc, startBrowser } from './browser.js';

/**
 * Tests that readers can use the reference of the practice API in every way: without scripts, on paper, by keyboard,
 * and on a telephone.
 */
if (!hasBrowser) console.log('not run: there is no Chromium');

const address = pathToFileURL(resolve('generated/reference/index.html')).href;
const articleAddress = addressOfArticle(address);

// Line breaks count as white space.
const squeeze = (text: string): string => text.replace(/[\s\u200b]+/g, '');

describe.runIf(hasBrowser)('the reference, for readers', () => {
  let browser: Browser;
  let api: Api;
  /** A page that several tests share, because Redoc draws everything again on each page. */
  let shared: Page;
  let names: string[];

  beforeAll(async () => {
    const run = await readApi({ spec: resolve('spec/openapi.yaml'), out: 'generated' });
    if (!run.api) throw new Error('the description of the practice API has errors');
    api = run.api;
    names = listNames(api);
    browser = await startBrowser();
    shared = await browser.open(address);
  }, 60_000);
  afterAll(() => browser?.close());

  const lacks = (text: string): string[] => {
    const squeezed = squeeze(text);
    return names.filter((name) => !squeezed.includes(squeeze(name)));
  };

  test('breaks words only where their parts end, on a telephone', async () => {
    const page = await browser.open(articleAddress);
    await page.setViewportSize({ width: 375, height: 740 });
    expect(await listBrokenWords(page)).toEqual([]);
    await page.close();
  });

  test('can be used with only the keyboard', async () => {
    const page = await browser.open(articleAddress);
    for (const name of ['Skip to content', api.info.title, 'Redoc', 'Download', 'Not shown']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toContain(name);
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('2px');
    }
    await page.getByRole('button', { name: 'Sources' }).focus();
    expect(await page.locator('.lacuna-source').first().isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    expect(await page.locator('.lacuna-source').first().innerText()).toContain('Source: ');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
    await page.close();
  });

  test('contains everything without scripts, on a page to which Redoc leads, and requests nothing', async () => {
    const page = await browser.open('about:blank');
    const session = await browser.context.newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.goto(articleAddress);
    expect(await page.evaluate('document.documentElement.className')).toBe('');
    expect(lacks(await page.locator('main').innerText())).toEqual([]);
    await page.goto(address);
    await page.waitForURL(articleAddress);
    await page.close();
  });

  test('contains everything on paper', async () => {
    const page = await browser.open(articleAddress);
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })));
    const { text: pages, totalPages } = await extractText(pdf, { mergePages: false });
    const text = pages.join('\n');
    expect(totalPages).toBeGreaterThan(10);
    expect(totalPages).toBeLessThanOrEqual(35);
    const [first] = api.operations;
    expect(pages.slice(0, 4).join('\n')).toContain(first?.path.template);
    expect(lacks(text)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    const sizes = `['.lacuna-route', '.lacuna-badge', 'main p'].map((one) => getComputedStyle(document.querySelector(one)).fontSize)`;
    expect(new Set(await page.evaluate<string[]>(sizes)).size).toBe(1);
    await page.close();
  });

  test('contains everything in Markdown', () => {
    expect(lacks(readFileSync('generated/reference/reference.md', 'utf8').replaceAll(/\\(?=.)/g, ''))).toEqual([]);
  });

  test('has one main region, and headings without a gap', async () => {
    const page = await browser.open(articleAddress);
    const levels: number[] = await page
      .locator(':is(h1, h2, h3, h4, h5, h6)')
      .evaluateAll((list) => list.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps).toEqual([]);
    expect(await page.locator('main').count()).toBe(1);
    await page.close();
  });

  test('lets a small script choose language and theme, copy samples and search', async () => {
    const script = readFileSync('templates/reference/article.js');
    expect(gzipSync(script).length).toBeLessThanOrEqual(15_000);
    const page = await browser.open(`${articleAddress}#get-session`);
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const sample = page.locator('#get-session pre[data-label="TypeScript"]');
    expect(await sample.isVisible()).toBe(false);
    await page.getByLabel('Language of samples').selectOption('TypeScript');
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await sample.locator('code').textContent());
    await page.locator('#get-session > h3').hover();
    await page.locator('#get-session > h3').getByRole('link').click();
    await page.locator('#get-session > h3 > .lacuna-copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${articleAddress}#get-session`);
    const surface = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await surface();
    await page.getByRole('button', { name: 'Theme' }).click();
    expect(await surface()).not.toBe(before);
    for (const word of ['date-bounds', 'meetingbotpage', '/balance']) {
      await page.getByLabel('Search this page').fill(word);
      await page.locator('.lacuna-found a').first().click();
      expect(await page.evaluate('location.hash')).not.toBe('#get-session');
      await page.evaluate("location.hash = '#get-session'");
    }
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByLabel('Language of samples').selectOption('curl');
    await page.close();
  });

  const screens = [
    [360, 'light'],
    [375, 'dark'],
    [768, 'dark'],
    [1280, 'dark'],
    [1920, 'light'],
  ] as const;
  test.each(chooseSample(screens, screens.length, 3))(
    'fits a screen of %i pixels, without layout shifts, in %s',
    async (width, colorScheme) => {
      const page = await browser.open('about:blank');
      await page.setViewportSize({ width, height: width < 500 ? 740 : 1000 });
      await page.emulateMedia({ colorScheme });
      await page.addInitScript(
        'window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => { window.shift += entry.value; })).observe({ type: "layout-shift", buffered: true })',
      );
      const views = ['', '#/sessions/listsessionsv2', '#not-shown-date-bounds', '#article', '#schema-MeetingBotStatus'];
      for (const [index, hash] of chooseSample(views, 5, 2).entries()) {
        const isRedoc = hash === '' || hash.startsWith('#/');
        await page.goto(`${isRedoc ? address : articleAddress}?${index}${hash}`);
        // Redoc draws its button to copy last.
        await page
          .locator(isRedoc ? '[data-testid="page-actions"]:visible' : 'main.lacuna-article h1')
          .first()
          .waitFor();
        await page.waitForTimeout(300);
        expect(await page.evaluate('document.documentElement.scrollWidth'), hash).toBeLessThanOrEqual(width);
        // Redoc scrolls to its address again when it has drawn the success of an operation. A value up to 0.1 counts as
        // good (Cumulative Layout Shift, Web Vitals).
        const most = hash.startsWith('#/') ? 0.1 : 0.01;
        expect(await page.evaluate('window.shift'), hash).toBeLessThan(most);
      }
      await page.close();
    },
  );

  test('finds gaps and properties with the search of Redoc', async () => {
    await shared.goto(`${address}#/`);
    await shared.getByText('Search Ctrl+K').waitFor();
    const gaps = api.gaps.filter((_, index) => index % 13 === 0).map(({ id }) => id);
    const properties = ['ai_instructions', 'meeting_url', 'report_card_topics', 'current_period_end', 'transcript'];
    expect(gaps.length).toBeGreaterThanOrEqual(5);
    for (const word of chooseSample([...gaps.slice(0, 5), ...properties], 12, 4)) {
      await searchRedoc(shared, word);
    }
  });

  test('shows a call in each language in Redoc, without invented values', async () => {
    await shared.goto(`${address}#/scenarios/createscenario`);
    const section = shared.locator('[data-section-id="/scenarios/createscenario"]').last();
    await section.getByRole('tab', { name: '2XX', exact: true }).first().click();
    await section.getByText('"<not shown>"').first().waitFor();
    expect(await section.getByText('--header').count()).toBeGreaterThan(0);
    const panel = section.locator('.panel-request-samples');
    for (const [before, language, text] of [
      ['curl', 'TypeScript', "'create-scenario-request'"],
      ['TypeScript', 'JavaScript', 'await fetch('],
      ['JavaScript', 'Python', 'httpx.request('],
    ] as const) {
      const choose = async (): Promise<boolean> => {
        if ((await panel.textContent())?.includes(text)) return true;
        const item = shared.getByRole('menuitem', { name: language });
        // A second click would close a menu that opens slowly.
        if (!(await item.isVisible())) await panel.getByRole('button', { name: before }).click({ timeout: 2_000 });
        await item.click({ timeout: 2_000 });
        return false;
      };
      // A click is lost while Redoc still draws the section.
      await expect.poll(() => choose().catch(String), { timeout: 45_000, interval: 300 }).toBe(true);
    }
  });

  test('makes no request to the network and causes no error or warning', () => {
    expect(browser.requests).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});

/** Lists everything in the description that has a name, and the words of each gap. */
function listNames(api: Api): string[] {
  const names = new Set<string>();
  for (const { method, path, parameters, responses, summary } of api.operations) {
    for (const name of [method, path.template, summary ?? '']) names.add(name);
    for (const { writtenName } of parameters) names.add(writtenName);
    for (const { status, headers } of responses) {
      names.add(String(status));
      for (const { wireName } of headers) names.add(wireName);
    }
  }
  for (const schema of api.schemas) {
    if (schema.component !== undefined) names.add(schema.component);
    if (schema.kind === 'keywords') for (const { name } of schema.properties ?? []) names.add(name);
  }
  for (const { id, question, source } of api.gaps) for (const text of [id, question, source]) names.add(text);
  return [...names];
}
