import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Page } from './start-service.js';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Reads the files of the page that Vite built, by path. The path of `index.html` is `/`. */
export function readWebPages(folder: string): ReadonlyMap<string, Page> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = relative(folder, join(parentPath, name)).split(sep).join('/');
      const type = types[extname(name)] ?? 'application/octet-stream';
      return [
        path === 'index.html' ? '/' : `/${path}`,
        { type, content: readFileSync(join(parentPath, name)), headers },
      ];
    }),
  );
}
