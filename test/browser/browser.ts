import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Whether to run what needs a browser: always in CI, where its absence is a failure. */
export const hasBrowser: boolean = program !== undefined || process.env['CI'] === 'true';

/** A browser with a profile of its own, and what pages asked for and complained about. */
export interface Browser {
  readonly context: BrowserContext;
  /** Addresses beside that of the page, and those that need no network (`blob:`, `data:`). */
  readonly requests: string[];
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: string[];
  open(address: string): Promise<Page>;
  close(): Promise<void>;
}

/** Returns the address of the article beside Redoc's page. */
export function addressOfArticle(redoc: string): string {
  return redoc.replace(/index\.html$/, 'article.html');
}

/** Starts Chromium, with network only for the requests of a page. */
export async function startBrowser(options: BrowserContextOptions = {}): Promise<Browser> {
  if (program === undefined) throw new Error('there is no Chromium; install it: apt-get install chromium');
  const profile = mkdtempSync(join(tmpdir(), 'lacuna-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    viewport: { width: 1280, height: 1000 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  });
  const requests: string[] = [];
  const complaints: string[] = [];
  return {
    context,
    requests,
    complaints,
    async open(address) {
      const page = await context.newPage();
      // A large page, and other tests beside this one.
      page.setDefaultTimeout(60_000);
      page.on('request', (request) => {
        if (!/^(?:blob|data):/.test(request.url()) && !request.isNavigationRequest()) requests.push(request.url());
      });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(address);
      return page;
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Waits until a page has not changed for 150 ms, since Redoc draws what comes into view step by step. */
export function waitUntilDrawn(page: Page): Promise<void> {
  return page.evaluate(`new Promise((resolve) => {
    const finish = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(finish, 150);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(finish, 150);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  })`);
}

/**
 * Searches Redoc's page for a word; ends when it is found. What is pressed or typed before Redoc listens is lost, and
 * done again.
 */
export async function searchRedoc(page: Page, word: string, isClosed = true): Promise<void> {
  const overlay = page.locator('.overlay');
  const input = overlay.locator('input');
  const found = overlay.getByText(word).first();
  while (!(await found.isVisible())) {
    if (!(await input.isVisible())) await page.keyboard.press('Control+k');
    await input.fill('', { timeout: 3_000 }).catch(() => undefined);
    await input.fill(word, { timeout: 3_000 }).catch(() => undefined);
    await found.waitFor({ timeout: 5_000 }).catch(() => undefined);
  }
  if (!isClosed) return;
  await page.keyboard.press('Escape');
  await overlay.waitFor({ state: 'hidden' });
}
