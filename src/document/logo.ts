import { realpathSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { isBelow } from '../files/paths.js';
import type { Logo } from '../model/api.js';
import { isObject } from '../model/element.js';
import type { Document } from './document.js';
import type { Limits } from './limits.js';
import { SourceFiles } from './source-files.js';
import { findWritten } from './written.js';

// The formats that every browser shows as a picture and in which no script runs.
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
]);

const embedded = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp)[;,]/i;
const address = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Returns the absolute path of the file that the description names as its logo. The file may not exist. Returns
 * `undefined` if the description names no file, or one that may not be read.
 */
export function findLogoFile(document: Document): string | undefined {
  const path = resolvePath(document, readStated(document)?.url ?? '');
  if (path === undefined || !isInside(document, path)) return undefined;
  try {
    return isInside(document, realpathSync.native(path)) ? path : undefined;
  } catch {
    return path;
  }
}

function isInside({ roots }: Document, path: string): boolean {
  return roots.some((root) => isBelow(path, root));
}

function resolvePath({ folder }: Document, url: string): string | undefined {
  if (url === '' || address.test(url)) return undefined;
  const [path = ''] = url.split(/[?#]/);
  return resolve(folder, decode(path));
}

/**
 * Reads the logo of a description, `x-logo` of its Info Object: a file below the allowed folders, or a `data:` URI.
 * Reports a logo that is not embedded. A logo at another URL is not fetched.
 */
export function readLogo(document: Document, limits: Limits, diagnostics: Diagnostics): Logo | undefined {
  const stated = readStated(document);
  if (stated === undefined) return undefined;
  const { url, text } = stated;
  if (embedded.test(url)) return { source: url, text };
  const from = findWritten(document, { file: document.entry, pointer: '/info/x-logo/url' });
  const report = (variant: 'address' | 'format' | 'not-found' | 'outside'): undefined => {
    diagnostics.report('logo-not-embedded', from, { variant, url, formats: [...mediaTypes.keys()] });
  };
  const path = resolvePath(document, url);
  if (path === undefined) return report('address');
  const mediaType = mediaTypes.get(extname(path).toLowerCase());
  if (mediaType === undefined) return report('format');
  const bytes = new SourceFiles(document, limits, diagnostics).readBytes(path, from);
  if (bytes === 'unreadable') return undefined;
  if (typeof bytes === 'string') return report(bytes);
  return { source: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`, text };
}

function readStated({ files, entry }: Document): { readonly url: string; readonly text: string } | undefined {
  const root = files.get(entry)?.value;
  const info = isObject(root) ? root['info'] : undefined;
  const logo = isObject(info) ? info['x-logo'] : undefined;
  if (!isObject(logo) || typeof logo['url'] !== 'string') return undefined;
  const text = logo['altText'];
  return { url: logo['url'].trim(), text: typeof text === 'string' ? text : '' };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
