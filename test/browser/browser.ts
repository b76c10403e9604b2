import { existsSync, readFileSync } from 'node:fs';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { effort } from '../effort.js';

const programs: readonly string[] = JSON.parse(readFileSync(new URL('programs.json', import.meta.url), 'utf8'));

/** The path of Chromium. The headless shell, which has no windows, takes half of the processor time. */
export const chromiumPath: string | undefined = programs.find(existsSync);

/** Whether to run the tests that need a browser. In CI, they always run, and fail if there is none. */
export const hasBrowser: boolean = chromiumPath !== undefined || process.env['CI'] === 'true';

/** Whether to read the pages of further descriptions. `npm test` reads those of the practice API. */
export const readsFurtherPages: boolean = hasBrowser && effort !== 'part';

// Redoc asks for its logo, which the policy of the page refuses.
const refusedLogo = `Loading the image 'https://cdn.redoc.ly/redoc/logo-mini-full.svg' violates`;

/** A profile of the browser, and what its pages requested and complained about. */
export interface Browser {
  readonly context: BrowserContext;
  /**
   * The URLs that pages requested, except for those of the pages themselves, those that need no network (`blob:`,
   * `data:`) and those that a policy refused.
   */
  readonly requests: string[];
  /** The errors and warnings on the console, and uncaught errors. */
  readonly complaints: string[];
  open(address: string): Promise<Page>;
  close(): Promise<void>;
}

/** Returns the URL of the article beside Redoc's page. */
export function addressOfArticle(redoc: string): string {
  return redoc.replace(/index\.html$/, 'article.html');
}

// The test files of a worker share one Chromium. It ends with the worker.
let started: Promise<Chromium> | undefined;

function startChromium(): Promise<Chromium> {
  if (chromiumPath === undefined)
    throw new Error('there is no Chromium; install it: apt-get install chromium-headless-shell');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens an empty profile in Chromium. Chromium has network access only for the requests of a page. */
export async function startBrowser(options: BrowserContextOptions = {}): Promise<Browser> {
  started ??= startChromium();
  const context = await (await started).newContext({ viewport: { width: 1280, height: 1000 }, ...options });
  const requests: string[] = [];
  const complaints: string[] = [];
  return {
    context,
    requests,
    complaints,
    async open(address) {
      const page = await context.newPage();
      // Large pages take long, and other tests run at the same time.
      page.setDefaultTimeout(60_000);
      const note = (request: Request): void => {
        if (!/^(?:blob|data):/.test(request.url()) && !request.isNavigationRequest()) requests.push(request.url());
      };
      page.on('requestfinished', note);
      page.on('requestfailed', (request) => {
        if (request.failure()?.errorText !== 'csp') note(request);
      });
      page.on('console', (message) => {
        const text = message.text();
        if (['error', 'warning'].includes(message.type()) && !text.startsWith(refusedLogo)) complaints.push(text);
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(address);
      return page;
    },
    close: () => context.close(),
  };
}

/** Waits until a page has not changed for 150 ms, because Redoc draws step by step what comes into view. */
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
 * Searches Redoc's page for a word and ends when it is found. Clicks and keys before Redoc listens are lost, so they
 * are repeated.
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

/**
 * Lists the words of an article that are broken inside a part. Parts end only after `/ . _ -` and at a change of case.
 */
export function listBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
  const broken = new Set();
  const range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element.checkVisibility() || element.closest('svg')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}/._-]{2,}/gu)) {
      const topOf = (at) => { range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect().top; };
      if (topOf(index) === topOf(index + word.length - 1)) continue;
      for (let at = index + 1; at < index + word.length; at++)
        if (topOf(at) > topOf(at - 1) + 4 && !/[/._-]$|\\p{Ll}(?=\\p{Lu}$)/u.test(node.data.slice(0, at)))
          broken.add(node.data.slice(index, at) + ' | ' + node.data.slice(at, index + word.length));
    }
  }
  return [...broken];
})()`);
}
