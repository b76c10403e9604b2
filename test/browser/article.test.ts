import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateWithoutRedoc } from '../emit-without-redoc.js';
import { type Browser, hasBrowser, startBrowser } from './browser.js';

// Lists the fonts of what is drawn, each with its size and weight.
const listFonts = `(() => {
  const shown = [...document.querySelectorAll('body, body *')].filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
  return [...new Set(shown.map((one) => getComputedStyle(one)).map(({ fontFamily, fontSize, fontWeight }) => [fontFamily, fontSize, fontWeight].join(' ')))];
})()`;

describe.runIf(hasBrowser)('the article', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-article-')));
  const addressOf = (out: string): string => pathToFileURL(join(folder, out, 'reference/article.html')).href;
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // `test/conformance/samples.test.ts` runs the samples.
  test('shows one language, one server and the examples of a body', async () => {
    const spec = resolve('test/conformance/samples.yaml');
    await generateWithoutRedoc({ folder, spec, out: 'samples', only: ['reference'] });
    const page = await browser.open(`${addressOf('samples')}#post-json`);
    const shown = page.locator('#post-json pre[data-label]:visible code');
    expect(await shown.count()).toBe(1);
    expect(await shown.textContent()).toContain('curl --request POST "https://example.com/api/json"');
    for (const [label, start] of [
      ['TypeScript', 'import { createClient, postJson }'],
      ['JavaScript', "const response = await fetch('https://example.com/api/json'"],
      ['Python', 'import os'],
    ] as const) {
      await page.getByLabel('Language of samples').selectOption(label);
      expect((await shown.textContent())?.slice(0, start.length)).toBe(start);
    }
    await page.getByLabel('Server of samples').selectOption('https://test.example.com');
    expect(await shown.textContent()).toContain('"https://test.example.com/json"');
    const other = page.locator('#put-text details').filter({ has: page.locator('pre[data-label]') });
    expect(await other.locator('pre:visible').count()).toBe(0);
    await other.locator('summary').click();
    expect(await other.locator('pre:visible').textContent()).toContain('content="@file"');
    expect(browser.complaints).toEqual([]);
    await page.close();
  });

  test('shows the whole of a long URL in the closed choice of a server', async () => {
    const url = `https://${'a-long-name.of-a-tenant.'.repeat(5)}example.com/v1`;
    const servers = [{ url: 'https://example.com' }, { url }];
    writeFileSync(
      join(folder, 'long.json'),
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Long', version: '1' }, servers, paths: {} }),
    );
    await generateWithoutRedoc({ folder, spec: 'long.json', out: 'long', only: ['reference'] });
    const page = await browser.open(addressOf('long'));
    await page.setViewportSize({ width: 1440, height: 900 });
    const [width, needed] = await page.getByLabel('Server of samples').evaluate((one) => {
      const copy = one.cloneNode(true) as typeof one;
      Object.assign(copy.style, { width: 'max-content', maxWidth: 'none', whiteSpace: 'nowrap' });
      one.after(copy);
      return [one, copy].map((each) => each.getBoundingClientRect().width);
    });
    expect(width).toBeGreaterThanOrEqual(needed ?? Number.NaN);
    await page.close();
  });

  test('of a large description is parsed and drawn in parts, and each address leads to its place', async () => {
    const description = `“Once”: ${'a **long** *text* about `what` this operation does. '.repeat(80)}`;
    const parameters = [{ name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } }];
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => {
        const responses = { 200: { description: 'Done.' } };
        const get = { operationId: `read${index}`, description, parameters, responses };
        return [`/things/${index}`, { get }];
      }),
    );
    writeFileSync(
      join(folder, 'large.json'),
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths }),
    );
    const { files } = await generateWithoutRedoc({ folder, spec: 'large.json', out: 'large', only: ['reference'] });
    // A browser pauses after a script.
    const article = files.get('reference/article.html') ?? '';
    const parts = article.split('</script>');
    expect(parts.length).toBeGreaterThan(4);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(600_000);
    // One wide character makes a browser read a part of the page more slowly.
    expect(article).toContain('&#8220;Once&#8221;');
    expect(article).not.toMatch(/[^\0-\u00ff]/);
    // The system is asked for each font before the first text is drawn.
    const page = await browser.open(addressOf('large'));
    await expect.poll(() => page.evaluate(listFonts)).toHaveLength(8);
    await page.goto(`${addressOf('large')}#read300`);
    const operation = page.locator('#read300');
    await expect.poll(() => operation.evaluate((one) => Math.round(one.getBoundingClientRect().top))).toBe(60);
    const visibility = "getComputedStyle(document.getElementById('read300')).contentVisibility";
    expect(await page.evaluate(visibility)).toBe('auto');
    expect(browser.complaints).toEqual([]);
    await page.close();
  });
});
