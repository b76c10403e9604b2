import type { ServerResponse } from './message.js';

/** Returns the response to a request for a page of the documentation, or `undefined` if the path is another one. */
export type ServeDocs = (method: string, path: string | undefined) => ServerResponse | undefined;

const mediaTypes: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['html', 'text/html; charset=utf-8'],
  ['json', 'application/json'],
  ['md', 'text/markdown; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
]);

/**
 * Returns the option `docs` of `createServer`. It serves the files of the folder `reference` of the output, which are
 * given by name, below a path, and `openapi.json` also as `/openapi.json`. The path itself shows `index.html`, or else
 * `article.html`.
 */
export function serveDocs(files: { readonly [name: string]: string | Uint8Array }, path = '/docs'): ServeDocs {
  const responses = new Map<string, ServerResponse>();
  for (const [name, body] of Object.entries(files)) {
    const type = mediaTypes.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
    const headers: [string, string][] = [['content-type', type]];
    // Each page states its policy, except for frames. This header replaces that of a middleware such as helmet.
    if (name.endsWith('.html')) headers.push(['content-security-policy', "frame-ancestors 'self'"]);
    responses.set(`${path}/${name}`, { code: 200, headers, body });
  }
  const add = (from: string, response: ServerResponse | undefined): unknown =>
    response && responses.set(from, response);
  add('/openapi.json', responses.get(`${path}/openapi.json`));
  add(`${path}/`, responses.get(`${path}/index.html`) ?? responses.get(`${path}/article.html`));
  // The links of the pages are relative to the folder. This one is too, because a framework may have removed a prefix.
  const location = `${path.slice(path.lastIndexOf('/') + 1)}/`;
  add(path, responses.has(`${path}/`) ? { code: 308, headers: [['location', location]] } : undefined);
  return (method, at = '') => (method === 'GET' || method === 'HEAD' ? responses.get(at) : undefined);
}
