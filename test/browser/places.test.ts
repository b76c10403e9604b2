import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOperationGaps } from '../../src/emitters/not-shown/contract.js';
import { generate } from '../../src/index.js';
import { type Api, formatOperation, listOperations } from '../../src/model/api.js';
import { addressOfArticle, type Browser, readsFurtherPages, searchRedoc, startBrowser } from './browser.js';

/** Webhooks, callbacks and images, which Redoc draws in its own way, together with our additions. */
const place = mkdtempSync(join(tmpdir(), 'lacuna-places-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const longTitle =
  'Subscribe. Tells [another service](/docs) of events, as long as it answers and nobody ends the subscription';
const states = Array.from({ length: 12 }, (_, index) => `a status with the number ${index}`);

describe.runIf(readsFurtherPages)('the reference of a description with webhooks, callbacks and many states', () => {
  let browser: Browser;
  let page: Page;
  let api: Api;
  let address: string;

  beforeAll(async () => {
    const gone = { get: { tags: ['Old & gone'], 'x-source': '1', responses: { 200: { description: 'Done.' } } } };
    writeFileSync(join(place, 'openapi.json'), JSON.stringify(describeEvents('Events')));
    writeFileSync(
      join(place, 'previous.json'),
      JSON.stringify(describeEvents('Old & gone', { '/gone/now': gone }, { 410: { description: 'Stop.' } })),
    );
    const settings = { folder: place, spec: 'openapi.json', out: 'out', previous: 'previous.json' };
    const run = await generate({ ...settings, only: ['reference'] });
    if (run.api === undefined || run.diagnostics.hasErrors) throw new Error('the description has errors');
    api = run.api;
    address = pathToFileURL(join(place, 'out/reference/index.html')).href;
    browser = await startBrowser({ viewport: { width: 375, height: 740 } });
    page = await browser.open(address);
  }, 60_000);
  afterAll(() => browser?.close());

  test('has a badge at every operation with gaps on both pages', async () => {
    const counted = listOperations(api).map((operation) => ({
      label: formatOperation(operation),
      kind: operation.kind,
      badge: `${listOperationGaps(api, operation).length} not shown`,
    }));
    expect(counted.map(({ badge }) => badge)).toEqual(['1 not shown', '2 not shown', '3 not shown']);
    await page.goto(addressOfArticle(address));
    for (const { label, badge } of counted) {
      const operation = page.locator('.lacuna-operation', { hasText: label }).last();
      await operation.locator('.lacuna-badge', { hasText: badge }).first().waitFor();
    }
    const [path, webhook, callback] = counted.map(({ badge }) => badge);
    await page.goto(`${address}#/events/subscribe`);
    const heading = (text: string): Locator => page.locator('#api-content h2', { hasText: text });
    await heading('Subscribe')
      .locator('.tag-orange', { hasText: path ?? '' })
      .waitFor();
    await page.locator('.panel-response-callback').getByText(`An event came, ${callback}`).waitFor();
    await page.goto(`${address}#/webhooks/paths/ping/post`);
    await heading('Ping')
      .locator('.tag-orange', { hasText: webhook ?? '' })
      .waitFor();
  });

  test('cuts a long title after its first sentence, and shows the whole text below it', async () => {
    await page.goto(`${addressOfArticle(address)}#subscribe`);
    expect(await page.locator('#subscribe > h3').textContent()).toBe('Subscribe.');
    await page.locator('#subscribe').getByText('Tells another service of events').waitFor();
    await page.goto(`${address}#/events/subscribe`);
    const section = page.locator('[data-section-id="/events/subscribe"]').last();
    await section.locator('h2', { hasText: 'Subscribe.' }).first().waitFor();
    expect(await section.locator('h2').first().textContent()).not.toContain('another');
    await section.getByText('Tells another service of events').waitFor();
  });

  test('shows on both start pages how many changes can break callers', async () => {
    for (const start of [`${address}#/`, `${addressOfArticle(address)}#article`]) {
      await page.goto('about:blank');
      await page.goto(start);
      await page
        .getByText(/\d+ changes since the previous version, \d+ of which can break callers/)
        .first()
        .waitFor();
      await page
        .getByRole('link', { name: /changes since/ })
        .first()
        .click();
      await page.locator('#changes').getByText('Breaking:').first().waitFor();
    }
  });

  test('shows text as it is written in the search of Redoc', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${address}#/`);
    await page.getByText('Search Ctrl+K').waitFor();
    await searchRedoc(page, 'Salt & pepper <now> {soon}');
    await page.setViewportSize({ width: 375, height: 740 });
  });

  test('invents no body of a callback, and shows the gaps of that body', async () => {
    await page.goto(`${address}#/events/subscribe`);
    const callback = page.locator('[data-section-id="/events/subscribe"]', { hasText: 'An event came' }).last();
    await callback.getByRole('button', { name: 'An event came' }).click();
    await callback.getByText('"<integer>"').first().waitFor();
    await callback.locator('div.lacuna-call-out', { hasText: 'What is in an event?' }).waitFor();
  });

  test('leads from the article to an operation whose tag has parents', async () => {
    const tags = [{ name: 'Shop' }, { name: 'Old orders', parent: 'Shop' }, { name: 'returns', parent: 'Old orders' }];
    const get = { tags: ['returns'], summary: 'List the returns', responses: { 200: { description: 'Done.' } } };
    const info = { title: 'Tags', version: '1' };
    writeFileSync(
      join(place, 'tags.json'),
      JSON.stringify({ openapi: '3.2.0', info, tags, paths: { '/returns': { get } } }),
    );
    await generate({ folder: place, spec: 'tags.json', out: 'tags', only: ['reference'] });
    await page.goto(`${addressOfArticle(address.replace('/out/', '/tags/'))}#get-returns`);
    await page.getByRole('link', { name: 'Redoc' }).click();
    await page.locator('#api-content h2', { hasText: 'List the returns' }).waitFor();
  });

  test('lists the change of a callback that has no name and was in another file', async () => {
    await page.goto(`${addressOfArticle(address)}#changes`);
    const told = page.locator('#changes li', { hasText: 'An event came' });
    await told.first().waitFor();
    expect((await told.allInnerTexts()).map((text) => text.trim().replace(/\s+/g, ' '))).toEqual([
      'An event came: operation changed: response 410 removed',
    ]);
  });

  test.each([
    ['#/events/subscribe', 'in Redoc'],
    ['#schema-Status', 'in the article'],
  ])('draws states as wide as the space allows, %s', async (hash) => {
    await page.goto(`${hash.startsWith('#/') ? address : addressOfArticle(address)}${hash}`);
    const picture = page.locator('.lacuna-states svg:visible').first();
    await picture.waitFor();
    const { inside, room } = await picture.evaluate((svg) => ({
      inside: svg.querySelector('g')?.getBoundingClientRect().toJSON(),
      room: svg.parentElement?.getBoundingClientRect().toJSON(),
    }));
    expect(inside.right).toBeLessThanOrEqual(room.right);
    expect(inside.width).toBeGreaterThan(0.9 * room.width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    expect(await page.getByRole('link', { name: 'Changes' }).first().isVisible()).toBe(true);
  });
});

function describeEvents(tag: string, more: object = {}, answers: object = {}): object {
  const gap = (id: string, kind: string, question: string): object => ({ id, kind, question, source: '1' });
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
  const status = { $ref: '#/components/schemas/Status' };
  return {
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
    paths: {
      ...more,
      '/subscriptions': {
        post: {
          operationId: 'subscribe',
          summary: longTitle,
          description: 'Salt & pepper <now> {soon}.',
          tags: [tag],
          'x-source': '1',
          responses: { 200: { description: 'Done.', ...json({ type: 'object', properties: { status } }) } },
          callbacks: {
            onEvent: {
              '{$request.query.url}': {
                post: {
                  summary: 'An event came',
                  'x-source': '1',
                  'x-not-shown': [gap('retries', 'policy', 'How often is an event sent again?')],
                  requestBody: json({ type: 'object', properties: { at: { type: 'integer' } } }),
                  responses: {
                    ...answers,
                    200: {
                      description: 'Taken.',
                      'x-not-shown': [gap('event-errors', 'errors', 'Which answer stops the events?')],
                      content: { 'text/plain': { 'x-not-shown': [gap('event', 'shape', 'What is in an event?')] } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    webhooks: {
      ping: {
        post: {
          summary: 'Ping',
          'x-source': '1',
          'x-not-shown': [
            gap('ping-order', 'policy', 'Do pings come in order?'),
            gap('ping-errors', 'errors', 'What when it fails?'),
          ],
          responses: { 200: { description: 'Taken.' } },
        },
      },
    },
    components: {
      schemas: {
        Status: {
          enum: states,
          'x-source': '1',
          'x-not-shown': [gap('status', 'transitions', 'What else leads from one status to another?')],
          'x-transitions': states
            .slice(1)
            .map((to, index) => ({ from: states[index], operation: 'subscribe', to, effect: 'It goes on.' })),
        },
      },
    },
  };
}
