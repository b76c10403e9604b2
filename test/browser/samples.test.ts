import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateWithoutRedoc } from '../emit-without-redoc.js';
import { type Browser, hasBrowser, startBrowser } from './browser.js';

/** How readers choose what the samples of the reference show. `test/conformance/samples.test.ts` runs the samples. */
describe.runIf(hasBrowser)('samples', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-samples-')));
  let browser: Browser;
  beforeAll(async () => {
    const spec = resolve('test/conformance/samples.yaml');
    await generateWithoutRedoc({ folder, spec, out: 'out', only: ['reference'] });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the article shows one language, one server and the examples of a body', async () => {
    const page = await browser.open(`${pathToFileURL(join(folder, 'out/reference/article.html')).href}#post-json`);
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
});
