import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import type { Api } from '../../src/model/api.js';
import { chooseSample } from '../effort.js';
import { type Browser, hasBrowser, searchRedoc, startBrowser } from './browser.js';

/** The reference of the practice API in a real browser, opened from the disk. */
if (!hasBrowser) console.log('not run: there is no Chromium');

const place = mkdtempSync(join(tmpdir(), 'lacuna-reference-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function generateReference(
  spec: string,
  name: string,
  previous?: string,
): Promise<{ api: Api; address: string }> {
  const settings = { folder: place, spec, out: name, ...(previous !== undefined && { previous }) };
  const { api, diagnostics } = await generate({ ...settings, only: ['reference', 'not-shown'] });
  if (api === undefined || diagnostics.hasErrors)
    throw new Error(diagnostics.list.map(({ message }) => message).join());
  return { api, address: pathToFileURL(join(place, name, 'reference/index.html')).href };
}

describe.runIf(hasBrowser)('the reference', () => {
  let browser: Browser;
  let page: Page;
  let api: Api;
  let address: string;

  beforeAll(async () => {
    ({ api, address } = await generateReference(resolve('spec/openapi.yaml'), 'out'));
    browser = await startBrowser();
    page = await browser.open(address);
  }, 60_000);
  afterAll(() => browser?.close());

  const readText = async (locator: Locator): Promise<string> =>
    (await locator.allInnerTexts()).join(' ').replaceAll('\u200b', '').replace(/\s+/g, ' ');
  const readSettledText = async (locator: Locator): Promise<string> => {
    for (let last = ''; ; await page.waitForTimeout(250)) {
      const text = await readText(locator);
      if (text === last) return text;
      last = text;
    }
  };
  // Redoc draws what an address leads to a while after it is there.
  const expectWords = async (locator: Locator, words: readonly string[]): Promise<void> => {
    const findMissing = async (): Promise<string[]> => {
      const text = await readText(locator);
      return words.filter((each) => !text.includes(each));
    };
    await expect.poll(findMissing, { timeout: 30_000 }).toEqual([]);
  };
  const goTo = (hash: string): Promise<void> => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

  test('shows each item of an operation at its place', async () => {
    expect(api.items.some(({ operations }) => operations.length > 0)).toBe(true);
    // What is only listed for other places of the operation does not count.
    await page.setViewportSize({ width: 1280, height: 6000 });
    const style = await page.addStyleTag({ content: '.lacuna-elsewhere { display: none }' });
    for (const operation of chooseSample(api.operations, 5)) {
      const route = `/${operation.tags[0]?.toLowerCase().replaceAll(' ', '-')}/${operation.operationId?.toLowerCase()}`;
      await goTo(`#${route}`);
      const section = page.locator(`[data-section-id="${route}"]`).last();
      await section.locator('h2', { hasText: operation.summary ?? '' }).waitFor();
      const missing = new Set(
        api.items.flatMap(({ id, question, operations, places }) => {
          if (!operations.includes(operation.operationId ?? '')) return [];
          const isElsewhere = places.every(({ pointer }) =>
            /^\/(?:servers|components\/securitySchemes)\//.test(pointer),
          );
          return isElsewhere ? [] : [question, id];
        }),
      );
      // Redoc shows what is inside when it comes into view, step by step.
      const isComplete = async (): Promise<boolean> => {
        for (const { status } of operation.responses) {
          const tab = section.getByRole('tab', { name: String(status), exact: true }).first();
          await tab.click();
          const shown = await readText(section);
          for (const words of missing) if (shown.includes(words)) missing.delete(words);
          if (missing.size === 0) return true;
        }
        return false;
      };
      await expect.poll(isComplete, { timeout: 30_000, message: `${operation.operationId}` }).toBe(true);
    }
    await style.evaluate('(element) => element.remove()');
    await page.setViewportSize({ width: 1280, height: 1000 });
  }, 120_000);

  test('shows each item of a server and of a security scheme in its panel', async () => {
    const shown = (pattern: RegExp) =>
      api.items.filter(({ places }) => places.some(({ pointer }) => pattern.test(pointer)));
    await goTo('#/');
    await page.locator('h1', { hasText: api.info.title }).first().waitFor();
    const ofServers = shown(/^\/servers\//);
    expect(ofServers.length).toBeGreaterThan(0);
    // Without a server Redoc shows the address of the page.
    const urls = api.servers.map(({ url }) => ` ${url} `);
    const words = ofServers.map(({ id, question }) => `${question} (${id};`);
    await expectWords(page.locator('#api-content'), [...words, ...urls]);
    await goTo('#/balance/getbalance');
    await page.locator('[data-section-id="/balance/getbalance"]').last().getByText('View security details').click();
    const ofSecurity = shown(/^\/components\/securitySchemes\//);
    expect(ofSecurity.length).toBeGreaterThan(0);
    const said = ofSecurity.flatMap(({ id, question }) => [question, id]);
    await expectWords(page.locator('body'), said);
    await page.keyboard.press('Escape');
  });

  test('shows in Redoc where each statement is documented, on demand, and which transitions a status has', async () => {
    const operation = api.operations.find(({ operationId }) => operationId === 'listMeetingBots');
    const schemas = api.schemas.filter(
      (schema) => schema.kind !== 'boolean' && /^MeetingBot/.test(schema.component ?? ''),
    );
    const stated = [operation, ...(operation?.parameters ?? []), ...(operation?.responses ?? []), ...schemas];
    await goTo('#/meeting-bots/listmeetingbots');
    const section = page.locator('[data-section-id="/meeting-bots/listmeetingbots"]').last();
    await section.locator('.lacuna-states').first().waitFor();
    expect(await section.locator('.lacuna-source:visible').count()).toBe(0);
    await page.getByRole('button', { name: 'Sources' }).click();
    let shown = '';
    for (const { status } of operation?.responses ?? []) {
      await section
        .getByRole('tab', { name: String(status), exact: true })
        .first()
        .click();
      shown += await readSettledText(section.locator('.lacuna-source:visible'));
    }
    const told = shown.split(/,|Documented in/).map((one) => one.trim());
    expect(stated.flatMap((one) => one?.source ?? []).length).toBeGreaterThan(5);
    for (const one of stated) for (const source of one?.source ?? []) expect(told).toContain(source);
    await page.getByRole('button', { name: 'Sources' }).click();
    const states = section.locator('.lacuna-states').first();
    const words = await states.getByRole('img').getAttribute('aria-label');
    expect(words).toMatch(/^States: pending, scheduled, .*; others are not shown\.$/);
    expect(await states.locator('.lacuna-dashed').first().isVisible()).toBe(true);
    expect(await readText(states)).toMatch(/scheduled deleteMeetingBot removed/);
  });

  test('lists every item in an index that Redoc shows', async () => {
    await goTo('#/section/not-shown');
    const words = api.items.flatMap(({ id, question }) => [id, question]);
    await expectWords(page.locator('#api-content'), words);
  });

  test('finds items by its own search', async () => {
    await goTo('#/');
    await page.getByText('Search Ctrl+K').waitFor();
    const words = ['transcript-timestamp-unit', 'list-sessions-v2-from-date-name', 'token-format'];
    for (const id of chooseSample(words, 3)) {
      await searchRedoc(page, id);
    }
  });

  test('has an address for each item', async () => {
    const ids = chooseSample(api.items, 4).map(({ id }) => `not-shown-${id}`);
    expect(await findAstray(page, ids)).toEqual([]);
    for (const { id, question } of api.items)
      expect(await page.locator(`#not-shown-${id}`).textContent()).toContain(question);
    await goTo('#/');
    expect(await page.locator('#redoc').isVisible()).toBe(true);
    expect(await page.locator('#not-shown').isVisible()).toBe(false);
  });

  test('leads from an item in Redoc to its entry and back', async () => {
    await goTo('#/sessions/listsessionsv2');
    await page.locator('a[href="#not-shown-date-bounds"]').first().click();
    expect(await page.locator('#not-shown-date-bounds').isVisible()).toBe(true);
    await page.goBack();
    await page.locator('h2', { hasText: 'List sessions, enriched' }).waitFor();
  });

  test('opens at the address of an item, and shows Redoc afterwards', async () => {
    const other = await browser.open(`${address}#not-shown-date-bounds`);
    expect(await other.locator('#not-shown-date-bounds').isVisible()).toBe(true);
    await other.getByRole('link', { name: 'Reference' }).click();
    await other.locator('#api-content').getByRole('heading', { name: api.info.title }).waitFor();
    await other.close();
  });

  describe('of a description from which an item, an operation and a schema were removed', () => {
    let less: Api;
    let other: Page;
    beforeAll(async () => {
      const previous = resolve('spec/openapi.yaml');
      const changed = readFileSync(previous, 'utf8')
        .replace(/ {4}get:\n {6}operationId: getBalance\n[\s\S]*?(?=\n {2}\/)/, '    x-empty: true\n')
        .replace(/ +- id: date-bounds\n(?: +(?:kind|question|source):.*\n)+/, '')
        .replace(', date-bounds', '')
        .replace(/ {4}Balance:\n(?: {6}.*\n)+/, '');
      const spec = join(place, 'less.yaml');
      writeFileSync(spec, changed);
      const generated = await generateReference(spec, 'less', previous);
      less = generated.api;
      other = await browser.open(`${generated.address}#/sessions/listsessionsv2`);
    }, 60_000);
    afterAll(() => other?.close());

    test('a removed item disappears everywhere', async () => {
      const listIds = ({ items }: Api): string[] => items.map(({ id }) => id);
      const gone = listIds(api).filter((id) => !listIds(less).includes(id));
      expect(gone).toEqual(['date-bounds']);
      await other.locator('h2', { hasText: 'List sessions, enriched' }).waitFor();
      expect(await readText(other.locator('.lacuna-bar .lacuna-count'))).toBe(String(less.items.length));
      const left = ':is([href="#not-shown-date-bounds"], #not-shown-date-bounds):not(#changes *)';
      expect(await other.locator(left).evaluateAll((list) => list.map(({ outerHTML }) => outerHTML))).toEqual([]);
      expect(await other.locator('[href="#not-shown-page-size-above-maximum"]').count()).toBeGreaterThan(0);
      const mentions = (name: string): boolean =>
        readFileSync(join(place, name, 'not-shown.md'), 'utf8').includes('date-bounds');
      expect([mentions('out'), mentions('less')]).toEqual([true, false]);
      for (const [name, { items }] of Object.entries({ out: api, less })) {
        const text = readFileSync(join(place, name, 'reference/reference.md'), 'utf8');
        expect(text).toContain(`statements are shown, ${items.length} are not.`);
      }
    });

    test('every old address leads to its place, or to the changes since', async () => {
      const anchors: string[] = await page.evaluate(
        '[...document.querySelectorAll("main.lacuna-article [id], main.lacuna-article")].map(({ id }) => id)',
      );
      const summary = await readText(other.locator('#changes').first());
      for (const words of ['Get the wallet balance: operation removed', 'date-bounds: item removed']) {
        expect(`${summary}${await other.locator('#changes').textContent()}`).toContain(words);
      }
      expect(anchors.length).toBeGreaterThan(100);
      expect(await findAstray(other, [...chooseSample(anchors, 8), '/balance/getbalance'])).toEqual([]);
    });
  });

  test('made no request to the network and caused no error or warning', () => {
    expect(browser.requests).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});

/** Goes to each address of a page; returns those that show neither their place nor the summary of changes. */
function findAstray(page: Page, anchors: readonly string[]): Promise<string[]> {
  return page.evaluate(`(async () => {
    const isShown = (anchor) => {
      const { height, top } = (document.getElementById(anchor) ?? document.getElementById('changes')).getBoundingClientRect();
      return height > 0 && top < innerHeight;
    };
    const astray = [];
    for (const anchor of ${JSON.stringify(anchors)}) {
      scrollTo(0, 0);
      location.hash = anchor;
      for (let turn = 0; turn < 2 || (!isShown(anchor) && turn < 300); turn++) await new Promise((done) => setTimeout(done, 10));
      if (!isShown(anchor)) astray.push(anchor);
    }
    return astray;
  })()`);
}
