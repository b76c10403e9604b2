import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate, readApi } from '../../src/index.js';
import type { Api } from '../../src/model/api.js';
import { toFastifyPlugin } from '../../src/runtime/fastify.js';
import { serveDocs } from '../../src/runtime/server/docs.js';
import { buildServer } from '../../src/runtime/server/server.js';
import { chooseSample } from '../effort.js';
import {
  addressOfArticle,
  type Browser,
  hasBrowser,
  readsFurtherPages,
  startBrowser,
  waitUntilDrawn,
} from './browser.js';

/** The reference of the practice API in a real browser, opened from disk. */
if (!hasBrowser) console.log('not run: there is no Chromium');

const place = mkdtempSync(join(tmpdir(), 'lacuna-reference-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.runIf(hasBrowser)('the reference', () => {
  let browser: Browser;
  let page: Page;
  let api: Api;
  let address: string;
  /** The article, on its own page. */
  let article: Page;

  beforeAll(async () => {
    const run = await readApi({ spec: resolve('spec/openapi.yaml'), out: 'generated' });
    if (run.api === undefined) throw new Error('the description of the practice API has errors');
    api = run.api;
    address = pathToFileURL(resolve('generated/reference/index.html')).href;
    browser = await startBrowser();
    page = await browser.open(address);
    article = await browser.open(addressOfArticle(address));
  }, 60_000);
  afterAll(() => browser?.close());

  const readText = async (locator: Locator): Promise<string> =>
    (await locator.allInnerTexts()).join(' ').replaceAll('\u200b', '').replace(/\s+/g, ' ');
  const readDrawnText = async (locator: Locator): Promise<string> => {
    await waitUntilDrawn(page);
    return readText(locator);
  };
  // Redoc draws the target of an address with a delay.
  const expectWords = async (locator: Locator, words: readonly string[]): Promise<void> => {
    const findMissing = async (): Promise<string[]> => {
      const text = await readText(locator);
      return words.filter((each) => !text.includes(each));
    };
    await expect.poll(findMissing, { timeout: 30_000 }).toEqual([]);
  };
  // A page behind another page draws only once a second.
  const goTo = async (hash: string): Promise<void> => {
    await page.bringToFront();
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  };

  const openArticle = async (hash: string): Promise<void> => {
    await article.bringToFront();
    await article.goto(`${addressOfArticle(address)}${hash}`);
  };

  test('shows each gap of an operation at its place', { timeout: 300_000 }, async () => {
    expect(api.gaps.some(({ operations }) => operations.length > 0)).toBe(true);
    // Skips gaps that are only listed for other places of the operation.
    await page.setViewportSize({ width: 1280, height: 2500 });
    await waitUntilDrawn(page);
    const style = await page.addStyleTag({ content: '.lacuna-elsewhere { display: none }' });
    for (const operation of chooseSample(api.operations, 20, 10)) {
      const route = `/${operation.tags[0]?.toLowerCase().replaceAll(' ', '-')}/${operation.operationId?.toLowerCase()}`;
      await goTo(`#${route}`);
      const section = page.locator(`[data-section-id="${route}"]`).last();
      await section.locator('h2', { hasText: operation.summary ?? '' }).waitFor();
      const missing = new Set(
        api.gaps.flatMap(({ id, question, operations, places }) => {
          if (!operations.includes(operation.operationId ?? '')) return [];
          const isElsewhere = places.every(({ pointer }) =>
            /^\/(?:servers|components\/securitySchemes)\//.test(pointer),
          );
          return isElsewhere ? [] : [question, id];
        }),
      );
      // If a page is drawn slowly, this tries again.
      const tabs = operation.responses.map(({ status }) =>
        section.getByRole('tab', { name: String(status), exact: true }).first(),
      );
      for (const tab of [undefined, ...tabs, ...tabs]) {
        await tab?.click();
        const shown = await readDrawnText(section);
        for (const words of missing) if (shown.includes(words)) missing.delete(words);
        if (missing.size === 0) break;
      }
      expect([...missing], operation.operationId).toEqual([]);
    }
    await style.evaluate('(element) => element.remove()');
    await page.setViewportSize({ width: 1280, height: 1000 });
  });

  test('shows each gap of a server and of a security scheme in its panel', async () => {
    const shown = (pattern: RegExp) =>
      api.gaps.filter(({ places }) => places.some(({ pointer }) => pattern.test(pointer)));
    await goTo('#/');
    await page.locator('h1', { hasText: api.info.title }).first().waitFor();
    const ofServers = shown(/^\/servers\//);
    expect(ofServers.length).toBeGreaterThan(0);
    // Redoc would resolve a URL that begins with a variable.
    const urls = api.servers.flatMap(({ variables }) => variables.map((one) => ` ${one.default} `));
    const words = ofServers.map(({ id, question, source }) => `${question} Source: ${source}. (${id})`);
    await expectWords(page.locator('#api-content'), [...words, ...urls]);
    await goTo('#/balance/getbalance');
    await page.locator('[data-section-id="/balance/getbalance"]').last().getByText('View security details').click();
    const ofSecurity = shown(/^\/components\/securitySchemes\//);
    expect(ofSecurity.length).toBeGreaterThan(0);
    const said = ofSecurity.flatMap(({ id, question }) => [question, id]);
    await expectWords(page.locator('body'), said);
    await page.keyboard.press('Escape');
  });

  test('shows in Redoc, on demand, where each statement is documented and which transitions a status has', async () => {
    const operation = api.operations.find(({ operationId }) => operationId === 'listMeetingBots');
    const schemas = api.schemas.filter(
      (schema) => schema.kind !== 'boolean' && /^MeetingBot/.test(schema.component ?? ''),
    );
    const stated = [operation, ...(operation?.parameters ?? []), ...(operation?.responses ?? []), ...schemas];
    await goTo('#/meeting-bots/listmeetingbots');
    const section = page.locator('[data-section-id="/meeting-bots/listmeetingbots"]').last();
    await section.locator('.lacuna-states').first().waitFor();
    expect(await section.locator('.lacuna-source:visible').count()).toBe(0);
    await page.getByLabel('Sources').check();
    let shown = '';
    for (const { status } of operation?.responses ?? []) {
      await section
        .getByRole('tab', { name: String(status), exact: true })
        .first()
        .click();
      shown += await readDrawnText(section.locator('.lacuna-source:visible'));
    }
    const told = shown.split(/,|Source:/).map((one) => one.trim());
    expect(stated.flatMap((one) => one?.source ?? []).length).toBeGreaterThan(5);
    for (const one of stated) for (const source of one?.source ?? []) expect(told).toContain(source);
    await page.getByLabel('Sources').uncheck();
    const states = section.locator('.lacuna-states').first();
    const words = await states.getByRole('img').getAttribute('aria-label');
    expect(words).toMatch(/^States: pending, scheduled, .*; others are not shown\.$/);
    expect(await states.locator('.lacuna-dashed').first().isVisible()).toBe(true);
    expect(await readText(states)).toMatch(/scheduled deleteMeetingBot removed/);
  });

  test('shows the rules of pages and headers, and fields that can be missing, on both pages', async () => {
    const rules = ['returns its results in pages', 'other than the default, also send the header X-Organization-ID'];
    const doubt = 'Whether they are always present is not shown.';
    await goTo('#/sessions/listsessionsv2');
    const section = page.locator('[data-section-id="/sessions/listsessionsv2"]').last();
    await expectWords(section, [...rules, doubt]);
    expect(await section.locator('.schema-property-item', { hasText: /^analytics_url.*required/ }).count()).toBe(0);
    await openArticle('#list-sessions-v2');
    await expectWords(article.locator('#list-sessions-v2'), rules);
    await expectWords(article.locator('#schema-enriched-session'), [doubt]);
  });

  test('shows the schemas in Redoc, without invented values', async () => {
    await goTo('#/schemas/sessiondetail');
    const section = page.locator('[data-section-id="/schemas/sessiondetail"]').last();
    await expectWords(section, ['duration_seconds', 'What is the scale of scores?']);
    expect(await readText(section)).not.toContain('2019');
    await openArticle('#schema-session-detail');
    const back = article.getByRole('link', { name: 'Redoc' });
    expect(await back.getAttribute('href')).toBe('index.html#/schemas/sessiondetail');
  });

  test('lists every gap in an index that Redoc shows', async () => {
    await goTo('#/section/not-shown');
    const words = api.gaps.flatMap(({ id, question }) => [id, question]);
    await expectWords(page.locator('#api-content'), words);
  });

  test('has an address for each gap', async () => {
    const ids = chooseSample(api.gaps, 4).map(({ id }) => `not-shown-${id}`);
    await article.bringToFront();
    expect(await findAstray(article, ids)).toEqual([]);
    for (const { id, question } of api.gaps)
      expect(await article.locator(`#not-shown-${id}`).textContent()).toContain(question);
  });

  test('leads from a gap in Redoc to its entry in the article, and back', async () => {
    await goTo('#/sessions/listsessionsv2');
    await page.locator('a[href="article.html#not-shown-date-bounds"]').first().click();
    await page.waitForURL(/article\.html#not-shown-date-bounds$/);
    expect(await page.locator('#not-shown-date-bounds').isVisible()).toBe(true);
    await page.goBack();
    await page.locator('h2', { hasText: 'List sessions, enriched' }).waitFor();
  });

  const addresses = [
    ['#get-session', 'Get session details', 'an operation'],
    ['#schema-session-detail', 'SessionDetail', 'a schema'],
    ['#tag-sessions', 'Sessions', 'a tag'],
    ['#security-bearer', 'bearer', 'a security scheme'],
    ['#not-shown-date-bounds', 'date-bounds', 'a gap'],
    ['#kind-policy', 'policy', 'a kind of gaps'],
    ['#items-of-get-session', 'By operation', 'the gaps of an operation'],
    ['#operation-getSession', 'Get session details', 'an operation, in earlier versions'],
    ['#schema-SessionDetail', 'SessionDetail', 'a schema, in earlier versions'],
    ['#items-of-operation-getSession', 'By operation', 'the gaps of an operation, in earlier versions'],
    ['#article', 'Conversation practice API', 'the article'],
  ] as const;
  test.each(chooseSample(addresses, 3, 1))('%s is the address of %s, %s', async (hash, heading) => {
    await article.bringToFront();
    await article.goto('about:blank');
    await article.goto(`${addressOfArticle(address)}${hash}`);
    const title = hash === '#article' ? heading : `${heading} – ${api.info.title}`;
    await expect.poll(() => article.title()).toBe(title);
    expect(await isInView(article, hash.slice(1))).toBe(true);
  });

  test('reports that an address is unknown', async () => {
    await article.goto('about:blank');
    await openArticle('#schema-gone');
    await article.getByText('There is no “schema-gone” in this reference.').waitFor();
    await article.evaluate("location.hash = '#get-session'");
    await article.getByText('There is no “schema-gone” in this reference.').waitFor({ state: 'hidden' });
  });

  test('leads from the article to the same place on the page of Redoc, and back to the article', async () => {
    await openArticle('#get-session');
    await article.getByRole('link', { name: 'Redoc' }).click();
    await article.waitForURL(`${address}#/sessions/getsession`);
    await article.locator('h2', { hasText: 'Get session details' }).first().waitFor();
    await article.getByRole('link', { name: 'Article', exact: true }).click();
    await article.waitForURL(addressOfArticle(address));
  });

  test.runIf(readsFurtherPages)('begins with the article if the run asks for it', async () => {
    const settings = { folder: place, spec: 'start.json', out: 'start', only: ['reference'] as const };
    const get = { operationId: 'listPets', tags: ['Pets'], responses: { 200: { description: 'The pets.' } } };
    const description = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get } } };
    writeFileSync(join(place, 'start.json'), JSON.stringify(description));
    writeFileSync(join(place, 'brand.css'), ':root { --lacuna-link: rgb(1, 2, 3); } /* </style> */');
    await generate({ ...settings, only: ['types'], start: 'article', style: 'brand.css' });
    // The manifest records it.
    await generate(settings);
    const start = pathToFileURL(join(place, 'start/reference/index.html')).href;
    const other = await browser.open(`${start}#list-pets`);
    expect(await other.locator('#list-pets').isVisible()).toBe(true);
    expect(await other.evaluate('getComputedStyle(document.querySelector("#list-pets > h3 > a")).color')).toBe(
      'rgb(1, 2, 3)',
    );
    await other.evaluate("location.hash = '#/pets/listpets'");
    await other.waitForURL(/redoc\.html#\/pets\/listpets$/);
    await other.getByRole('link', { name: 'Article', exact: true }).click();
    await other.waitForURL(start);
    await other.close();
  });

  describe.runIf(readsFurtherPages)('of a description from which a gap, an operation and a schema were removed', () => {
    let less: Api;
    let other: Page;
    let changed: Page;
    beforeAll(async () => {
      const previous = resolve('spec/openapi.yaml');
      const text = readFileSync(previous, 'utf8')
        .replace(/ {4}get:\n {6}operationId: getBalance\n[\s\S]*?(?=\n {2}\/)/, '    x-empty: true\n')
        .replace(/ +- id: date-bounds\n(?: +(?:kind|question|source):.*\n)+/, '')
        .replace(', date-bounds', '')
        .replace(/ {4}Balance:\n(?: {6}.*\n)+/, '');
      const spec = join(place, 'less.yaml');
      writeFileSync(spec, text);
      const settings = { folder: place, spec, out: 'less', previous };
      const run = await generate({ ...settings, only: ['reference', 'not-shown'] });
      if (run.api === undefined || run.diagnostics.hasErrors)
        throw new Error(run.diagnostics.list.map(({ message }) => message).join());
      less = run.api;
      const start = pathToFileURL(join(place, 'less/reference/index.html')).href;
      other = await browser.open(`${start}#/sessions/listsessionsv2`);
      changed = await browser.open(addressOfArticle(start));
    }, 60_000);
    afterAll(async () => {
      await other?.close();
      await changed?.close();
    });

    test('does not contain a removed gap anywhere', async () => {
      const listIds = ({ gaps }: Api): string[] => gaps.map(({ id }) => id);
      const gone = listIds(api).filter((id) => !listIds(less).includes(id));
      expect(gone).toEqual(['date-bounds']);
      await other.locator('h2', { hasText: 'List sessions, enriched' }).waitFor();
      expect(await readText(other.locator('.lacuna-bar .lacuna-count'))).toBe(String(less.gaps.length));
      const left = ':is([href$="#not-shown-date-bounds"], #not-shown-date-bounds):not(#changes *)';
      for (const one of [other, changed])
        expect(await one.locator(left).evaluateAll((list) => list.map(({ outerHTML }) => outerHTML))).toEqual([]);
      expect(await other.locator('[href$="#not-shown-page-size-above-maximum"]').count()).toBeGreaterThan(0);
      const mentions = (folder: string): boolean =>
        readFileSync(join(folder, 'not-shown.md'), 'utf8').includes('date-bounds');
      const folders = [resolve('generated'), join(place, 'less')] as const;
      expect(folders.map(mentions)).toEqual([true, false]);
      for (const [folder, { gaps }] of [
        [folders[0], api],
        [folders[1], less],
      ] as const) {
        const text = readFileSync(join(folder, 'reference/reference.md'), 'utf8');
        expect(text).toContain(`[${gaps.length} open questions.](#not-shown)`);
      }
    });

    test('leads from every old URL to its place, or to the changes since', async () => {
      const anchors: string[] = await article.evaluate(
        '[...document.querySelectorAll("main [id], main")].map(({ id }) => id)',
      );
      const summary = await readText(changed.locator('#changes'));
      expect(summary).toContain('Breaking: Get the wallet balance: operation removed');
      expect(summary).toContain('date-bounds: question removed');
      expect(summary.indexOf('Breaking')).toBeLessThan(summary.indexOf('date-bounds'));
      expect(await readText(changed.locator('main'))).toMatch(
        /\d+ changes since the previous version, \d+ of which can break/,
      );
      expect(anchors.length).toBeGreaterThan(100);
      // The URLs of long texts depend on what the texts state.
      const kept = anchors.filter((anchor) => !anchor.startsWith('text-'));
      expect(await findAstray(changed, chooseSample(kept, 8))).toEqual([]);
    });
  });

  test('works behind helmet if the generated server sends it', async () => {
    const folder = 'generated/reference';
    const files = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
    const errors = { other: { mediaType: 'application/json', body: (message: string) => ({ message }) } };
    const app = fastify();
    await app.register(helmet);
    const server = buildServer({ paths: {}, errors }, { handlers: {}, docs: serveDocs(files) });
    await app.register(toFastifyPlugin(server), { prefix: '/api' });
    app.get('/alone', (_, reply) => reply.type('text/html').send(files['index.html']));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const other = await startBrowser();
    try {
      const served = await other.open(`${url}/api/docs`);
      await served.getByText('Search Ctrl+K').waitFor();
      await served.getByRole('link', { name: 'Article', exact: true }).click();
      await served.getByRole('heading', { level: 1 }).waitFor();
      expect(served.url()).toBe(`${url}/api/docs/article.html`);
      expect((await served.goto(`${url}/api/openapi.json`))?.status()).toBe(200);
      expect(other.complaints).toEqual([]);
      // The policy of helmet alone blocks the scripts.
      await other.open(`${url}/alone`);
      expect(other.complaints.join()).toContain('Content Security Policy');
    } finally {
      await other.close();
      await app.close();
    }
  });

  test('makes no request to the network and causes no error or warning', () => {
    expect(browser.requests).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});

/** Returns whether a place of a page is in view. */
function isInView(page: Page, id: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const { top, height } = document.getElementById(${JSON.stringify(id)}).getBoundingClientRect();
    return top >= 0 && top < innerHeight && top + height >= 0;
  })()`);
}

/** Goes to each URL of a page. Returns those that show neither their place nor the summary of changes. */
function findAstray(page: Page, anchors: readonly string[]): Promise<string[]> {
  return page.evaluate(`(async () => {
    const isShown = (anchor) => {
      const place = document.getElementById(anchor) ?? document.getElementById('changes');
      const { top } = place.getBoundingClientRect();
      return place.checkVisibility() && top < innerHeight;
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
