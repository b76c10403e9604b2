import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Page } from './start-service.js';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const headers = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** The policy of the page that Vite built. The pages of the reference contain their own. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Reads the files of a folder as pages, by path. `index.html` also has the path of the folder, which ends with a slash.
 */
export function readWebPages(folder: string, base: string, policy?: string): ReadonlyMap<string, Page> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.flatMap(({ parentPath, name }) => {
      const path = relative(folder, join(parentPath, name)).split(sep).join('/');
      const page: Page = {
        type: types[extname(name)] ?? 'application/octet-stream',
        content: readFileSync(join(parentPath, name)),
        headers: { ...headers, ...(policy !== undefined && { 'content-security-policy': policy }) },
      };
      return [path, ...(path === 'index.html' ? [''] : [])].map((each): [string, Page] => [base + each, page]);
    }),
  );
}
