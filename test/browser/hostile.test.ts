import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { chooseSample, effort } from '../effort.js';
import { addressOfArticle, type Browser, hasBrowser, startBrowser } from './browser.js';
import { probes } from './probes.js';

/** A description with active content in every place that allows text, on its pages. */
const place = mkdtempSync(join(tmpdir(), 'lacuna-probes-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const kit = resolve(process.env['LACUNA_SHARED'] ?? '../shared', 'hostile/cases');

async function makePage(spec: string, name: string): Promise<string | undefined> {
  const { written } = await generate({ folder: place, spec, out: name, only: ['reference'] });
  return written && pathToFileURL(join(place, name, 'reference/index.html')).href;
}

describe.runIf(hasBrowser)('hostile text', () => {
  let browser: Browser;
  let page: Page;
  let dialogs: string[];

  beforeAll(async () => {
    browser = await startBrowser();
    dialogs = [];
    page = await browser.open('about:blank');
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.context().on('page', () => dialogs.push('another page'));
  }, 60_000);
  afterAll(() => browser?.close());

  /** Opens both pages and every operation, so that everything runs that can run by itself. */
  async function read(address: string, routes: readonly string[]): Promise<void> {
    await page.goto(address);
    await page.locator('#api-content').waitFor();
    for (const route of routes) {
      await page.goto(`${address}#${route}`);
      await page.waitForTimeout(250);
    }
    await page.goto(addressOfArticle(address));
    await page.locator('main.lacuna-article').waitFor();
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    await page.evaluate(
      'document.querySelectorAll("main.lacuna-article *").forEach((one) => ["mouseover", "focus"].forEach((type) => one.dispatchEvent(new Event(type, { bubbles: true }))))',
    );
  }

  test('in every field: 50 texts and more', { timeout: 180_000 }, async () => {
    expect(probes.length).toBeGreaterThanOrEqual(50);
    writeFileSync(join(place, 'probes.json'), JSON.stringify(describeProbes()));
    const address = await makePage('probes.json', 'probes');
    expect(address).toBeDefined();
    await read(address ?? '', ['/operations/probe0', '/operations/probe1', '/section/not-shown']);
    const text = (await page.locator('main.lacuna-article').textContent()) ?? '';
    expect(text).toContain('<script>alert(1)</script>');
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(
      addresses.filter((one) => !/^(?:#|(?:index\.html|openapi\.json)$|https?:|mailto:)/i.test(one ?? '')),
    ).toEqual([]);
    // An empty script lets the browser pause.
    const inside =
      'main.lacuna-article :is(script:not(:empty), script[src], iframe, object, embed, form, input, style, link, meta, base, img, video)';
    expect(await page.locator(inside).count()).toBe(0);
    const attributes = await page.evaluate(
      '[...document.querySelectorAll("main.lacuna-article *")].flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith("on"))',
    );
    expect(attributes).toEqual([]);
  });

  // `npm test` reads every field, with the same texts, in one page.
  test.skipIf(effort === 'part')('in the descriptions of the kit', { timeout: 300_000 }, async () => {
    for (const file of chooseSample(readdirSync(kit), 1, 8)) {
      const address = await makePage(join(kit, file), file.replace(/\W/g, '-'));
      if (address !== undefined) await read(address, []);
    }
  });

  test('runs no script, requests nothing, and triggers no policy', () => {
    expect(dialogs).toEqual([]);
    expect(browser.requests).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});

function describeProbes(): object {
  const text = (index: number): string => probes[index % probes.length] ?? '';
  const operation = (index: number): object => ({
    operationId: `probe${index}`,
    summary: text(index),
    description: probes.join('\n\n'),
    tags: [text(index + 1)],
    externalDocs: { url: text(index), description: text(index + 2) },
    parameters: [
      {
        name: `x ${text(index + 3)}`,
        in: 'query',
        description: text(index + 4),
        schema: { type: 'string', example: text(index) },
      },
    ],
    requestBody: {
      description: text(index + 5),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Probes' } } },
    },
    responses: {
      200: {
        description: text(index + 6),
        headers: { 'X-Probe': { description: text(index + 7), schema: { type: 'string', enum: [text(index)] } } },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Probes' },
            examples: { [text(index)]: { summary: text(index), description: text(index), value: text(index) } },
          },
        },
        links: {
          link: { operationId: 'probe0', description: text(index + 8), parameters: { [text(index)]: text(index) } },
        },
      },
    },
    'x-codeSamples': [{ lang: text(index), label: text(index), source: text(index) }],
  });
  return {
    openapi: '3.1.0',
    info: {
      title: text(0),
      version: text(1),
      summary: text(2),
      description: probes.map((probe, index) => `# ${index} ${probe}\n\n${probe}`).join('\n\n'),
      contact: { name: text(3), url: text(4), email: text(5) },
      license: { name: text(6), url: text(7) },
      termsOfService: text(8),
    },
    servers: [
      { url: 'https://a.invalid', description: text(9) },
      { url: 'javascript:alert(1)//', description: text(10) },
    ],
    tags: probes.map((probe) => ({
      name: probe,
      description: probe,
      externalDocs: { url: probe, description: probe },
    })),
    paths: Object.fromEntries(probes.map((_, index) => [`/p${index}`, { get: undefined, post: operation(index) }])),
    components: {
      securitySchemes: { probe: { type: 'apiKey', in: 'header', name: 'X-P', description: text(11) } },
      schemas: {
        Probes: {
          type: 'object',
          title: text(12),
          properties: Object.fromEntries(
            probes.map((probe) => [
              probe,
              { type: 'string', title: probe, description: probe, default: probe, examples: [probe] },
            ]),
          ),
        },
      },
    },
    'x-not-shown': probes.slice(0, 5).map((probe, index) => ({
      id: `probe-${index}`,
      kind: 'policy',
      question: probe,
      source: probe,
      known: probe,
      guess: probe,
    })),
  };
}
