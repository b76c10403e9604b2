import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../browser/browser.js';

const dist = 'site/.vitepress/dist';
const mediaTypes: { readonly [extension: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'site'], { stdio: 'ignore' });
}, 300_000);

/** Finds the file that a static host would serve for a path. */
function findFile(path: string): string | undefined {
  return [path, `${path}.html`, posix.join(path, 'index.html')]
    .map((file) => join(dist, file))
    .find((file) => extname(file) && existsSync(file));
}

test('every link of every page leads to a page, and to a place on it', () => {
  const pages = readdirSync(dist).filter((name) => name.endsWith('.html') && name !== '404.html');
  expect(pages.length).toBeGreaterThan(30);
  let count = 0;
  for (const page of pages) {
    for (const [, href = ''] of readFileSync(join(dist, page), 'utf8').matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://site/${page}`);
      const file = findFile(pathname === '/' ? '/index.html' : pathname);
      expect(file, `${page}: ${href}`).toBeDefined();
      const id = decodeURIComponent(hash.slice(1));
      if (id !== '') expect(readFileSync(file ?? '', 'utf8'), `${page}: ${href}`).toContain(`id="${id}"`);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(1000);
});

test('search finds a word of a page, and the result leads there', async () => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = findFile(decodeURIComponent(pathname));
    response.writeHead(file ? 200 : 404, {
      'content-type': mediaTypes[extname(file ?? '')] ?? 'application/octet-stream',
    });
    response.end(file && readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const browser = await startBrowser();
  try {
    const page = await browser.open(`http://127.0.0.1:${port}/`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('followEvents');
    await page.getByRole('option').filter({ hasText: 'The client' }).first().click();
    await page.waitForURL(/\/client\.html#streams$/);
    expect(await page.title()).toBe('The client | Lacuna');
    expect(browser.requests.filter((url) => !url.startsWith(`http://127.0.0.1:${port}/`))).toEqual([]);
    expect(browser.complaints).toEqual([]);
    await page.goto(`http://127.0.0.1:${port}/practice-api/article.html`);
    expect(await page.title()).toContain('API');
  } finally {
    await browser.close();
    server.close();
  }
});
