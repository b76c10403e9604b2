import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { chooseSample } from '../effort.js';
import { type Browser, hasBrowser, startBrowser, waitUntilDrawn } from './browser.js';

const axe = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8');
const looks = ([375, 768, 1024] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** The reference of a description with a logo, a style, webhooks, callbacks and links: menus, dialogs and addresses. */
describe.runIf(hasBrowser)('the reference of parcels', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-parcels-')));
  const addressOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const [article, redoc, plain] = ['out/reference/article.html', 'out/reference/index.html', 'plain.html'].map(
    addressOf,
  );
  let browser: Browser;

  beforeAll(async () => {
    cpSync('test/browser/parcels', folder, { recursive: true });
    await generate({ folder, spec: 'openapi.yaml', out: 'out', only: ['reference'], style: 'brand.css' });
    const redocly = resolve('node_modules/@redocly/cli/bin/cli.js');
    execFileSync(process.execPath, [redocly, 'build-docs', 'openapi.yaml', '--inlineBundle', '--output=plain.html'], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: 'ignore',
    });
    browser = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('on a narrow screen, the contents are a menu', async () => {
    const page = await browser.open(article ?? '');
    await page.setViewportSize({ width: 375, height: 740 });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const top = (): Promise<number> => page.evaluate('document.querySelector("h1").getBoundingClientRect().top');
    expect(await contents.isVisible()).toBe(false);
    expect(await top()).toBeLessThan(100);
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

  test('the article with its menu open has no accessibility problem, best practices included', async () => {
    const page = await browser.open(article ?? '');
    await page.evaluate(axe);
    for (const { width, colorScheme } of chooseSample(looks, 4)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: 'Contents' }).click();
      expect(await countProblems(page), `${width} ${colorScheme}`).toEqual({});
      await page.keyboard.press('Escape');
    }
    await page.close();
  });

  /** Opens the operation of a page of Redoc, and each of its dialogs and menus; returns what axe finds in each. */
  async function inspect(page: Page, address: string): Promise<ReadonlyMap<string, Problems>> {
    const found = new Map<string, Problems>();
    await page.goto('about:blank');
    await page.goto(`${address}#/parcels/createparcel`);
    const section = page.locator('[data-section-id="/parcels/createparcel"]').last();
    await section.getByText('View security details').waitFor();
    await waitUntilDrawn(page);
    await page.evaluate(axe);
    const note = async (what: string): Promise<void> => {
      await waitUntilDrawn(page);
      found.set(what, await countProblems(page));
      await page.keyboard.press('Escape');
    };
    await note('page');
    await section.locator('.panel-request-samples').getByRole('button').last().click();
    await note('languages');
    await section.getByText('View security details').click();
    await note('security');
    await page.keyboard.press('Control+k');
    await page.locator('[data-testid="search-dialog"] input').fill('parcel');
    await note('search');
    return found;
  }

  test("the dialogs of Redoc's page have fewer accessibility problems than those of plain Redoc", {
    timeout: 120_000,
  }, async () => {
    // A plain page of Redoc requests its logo from a server.
    const other = await startBrowser();
    const page = await other.open('about:blank');
    for (const { width, colorScheme } of chooseSample(looks, 6, 2)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const before = await inspect(page, plain ?? '');
      for (const [what, problems] of await inspect(page, redoc ?? '')) {
        const look = `${what} ${width} ${colorScheme}`;
        expect(
          Object.keys(problems).filter((rule) => !practices.has(rule)),
          look,
        ).toEqual([]);
        for (const [rule, count] of Object.entries(problems))
          expect(count, `${look} ${rule}`).toBeLessThanOrEqual(before.get(what)?.[rule] ?? 0);
      }
    }
    await other.close();
  });

  test('the dialogs of Redoc have names and take the focus', async () => {
    const page = await browser.open(`${redoc}#/parcels/createparcel`);
    const opener = page.locator('[data-section-id="/parcels/createparcel"]').getByText('View security details').last();
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Security' });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).getByLabel('Search').waitFor();
    await page.close();
  });

  test('a long value in an example breaks instead of being cut', async () => {
    const page = await browser.open(`${redoc}#/parcels/getparcel`);
    const code = page.locator('[data-section-id="/parcels/getparcel"] .panel-response-samples pre').last();
    await code.getByText('callback_url').waitFor();
    const [inside, width] = await code.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(inside).toBeLessThanOrEqual(width ?? 0);
    await page.close();
  });

  test('both pages have the logo and the style, and show notes as notes', async () => {
    for (const address of [article ?? '', redoc ?? '']) {
      const page = await browser.open(address);
      const logo = page.getByRole('img', { name: 'Parcel' });
      expect(await logo.evaluate((image) => image.getBoundingClientRect().width)).toBeGreaterThan(20);
      expect(
        await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--lacuna-link")'),
      ).toContain('#0a5c36');
      const note = page.locator('blockquote').first();
      expect((await note.innerText()).replaceAll('\u200b', '').trim()).toBe('Note: Times are in UTC.');
      expect(await page.getByText('[!').count()).toBe(0);
      await page.close();
    }
  });

  test('the style colours the links of both pages', async () => {
    const page = await browser.open(`${article}#create-parcel`);
    const colour = "getComputedStyle(document.querySelector('.lacuna-article p a')).color";
    expect(await page.evaluate(colour)).toBe('rgb(10, 92, 54)');
    await page.goto(`${redoc}#/`);
    await waitUntilDrawn(page);
    expect(await page.evaluate("getComputedStyle(document.body).getPropertyValue('--link-color-primary')")).toContain(
      '#0a5c36',
    );
    await page.close();
  });

  test('an address of fields leads to them in the article, from both files, and says if they have changed', async () => {
    const page = await browser.open(article ?? '');
    const id = await page.evaluate<string>("document.querySelector('[id^=text-]').id");
    await page.goto('about:blank');
    await page.goto(`${redoc}#${id}`);
    await page.waitForURL(`${article}#${id}`);
    expect(await page.locator(`#${id}`).innerText()).toContain('postal_code');
    expect(await page.evaluate(`document.getElementById('${id}').getBoundingClientRect().top < innerHeight`)).toBe(
      true,
    );
    expect(await page.getByRole('status').isVisible()).toBe(false);
    await page.goto('about:blank');
    await page.goto(`${redoc}#text-0000000000`);
    await page.waitForURL(`${article}#text-0000000000`);
    expect(await page.getByRole('status').innerText()).toContain('have changed');
    await page.close();
  });

  test('a webhook stands with its tag, and a callback with its operation', async () => {
    const page = await browser.open(article ?? '');
    expect(await page.locator('#tag-events #webhook-parcel-delivered').innerText()).toContain('Webhook POST');
    expect(await page.locator('#create-parcel #callback-on-scan').innerText()).toContain('A parcel was scanned');
    expect(await page.locator('#get-parcel dd').first().innerText()).toContain('Example "7b0f7c52');
    await page.close();
  });

  test('made no request to the network and caused no error or warning', () => {
    expect([...browser.requests, ...browser.complaints]).toEqual([]);
  });
});

/** The number of elements that break each rule of axe. */
interface Problems {
  readonly [rule: string]: number;
}

// What axe recommends beyond WCAG, and every page of Redoc lacks.
const practices: ReadonlySet<string> = new Set(['heading-order', 'page-has-heading-one', 'region']);

function countProblems(page: Page): Promise<Problems> {
  return page.evaluate(
    'axe.run().then(({ violations }) => Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.length])))',
  );
}
