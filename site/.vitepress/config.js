import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitepress';

const root = resolve(import.meta.dirname, '../..');
const docs = join(root, 'docs');
// Pages only find the packages of the generator if both are in the same folder.
const pages = resolve(import.meta.dirname, '../pages');
rmSync(pages, { recursive: true, force: true });
cpSync(docs, pages, { recursive: true });

/**
 * Reads the sidebar from the list of pages in `docs/README.md`: its headings, and the titles of the pages below each.
 */
function readSidebar() {
  const [, ...sections] = readPage('README').split(/^## /m);
  return sections.map((section) => {
    const links = [...section.matchAll(/\]\(([\w-]+)\.md\)/g)];
    const items = links.map(([, page]) => ({
      text: /^# (.*)$/m.exec(readPage(page))[1].replaceAll('`', ''),
      link: `/${page}`,
    }));
    return { text: section.split('\n')[0], items };
  });
}

function readPage(name) {
  return readFileSync(join(docs, `${name}.md`), 'utf8');
}

export default defineConfig({
  title: 'Lacuna',
  description:
    'Types, a client, server stubs, validators and a reference from an OpenAPI 3 description, and what it does not show.',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: pages,
  // This page is for people who work on Lacuna.
  srcExclude: ['decisions.md'],
  outDir: join(import.meta.dirname, 'dist'),
  rewrites: { 'README.md': 'index.md' },
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { html: false },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: readSidebar(),
    outline: [2, 3],
    nav: [
      { text: 'Start in a browser app', link: '/start-browser' },
      { text: 'Start in a server', link: '/start-server' },
      { text: 'Practice API', link: '/practice-api/article.html', target: '_self' },
    ],
  },
  // Adds the reference of the practice API, and the description that the pages use.
  buildEnd({ outDir }) {
    cpSync(join(root, 'generated/reference'), join(outDir, 'practice-api'), { recursive: true });
    cpSync(join(docs, 'example'), join(outDir, 'example'), { recursive: true });
  },
});
