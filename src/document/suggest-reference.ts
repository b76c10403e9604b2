import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, posix, resolve } from 'node:path';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { encodePointerToken, formatOrigin, type Origin, splitPointer } from '../diagnostics/origin.js';
import { isObject } from '../model/element.js';
import type { Document, Reference } from './document.js';
import { findComponentSection } from './places.js';
import { findMember, findValue, resolveReference, type Unresolved } from './resolve.js';

/** Suggests a target for a reference that has none. `isInside` returns whether a path may be read. */
export function suggestReference(
  document: Document,
  { from, kind, text, place }: Omit<Reference, 'target' | 'at'>,
  { resource }: Unresolved,
  isInside: (path: string) => boolean,
): string | undefined {
  const hash = text.indexOf('#');
  const uri = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? '' : text.slice(hash + 1);
  if (resource !== undefined)
    return suggestFragment(document, resource, { uri, fragment }, findComponentSection(place));
  const section = findComponentSection(place) ?? '';
  const root: Origin = { file: document.entry, pointer: `/components/${section}` };
  const components = Object.keys(findValue(document, root) ?? {});
  if (kind === 'mapping' && !/[/.#]/.test(text)) return findNearestName(text, components);
  if (components.includes(text)) return `#${root.pointer}/${encodePointerToken(text)}`;
  const path = suggestPath(resolve(document.folder, dirname(from.file)), uri, isInside);
  return path && path + (hash < 0 ? '' : text.slice(hash));
}

const isNoPlaceForReference = /^#\/(?:paths|webhooks|components(?:\/[^/]+)?)$/;

/** A common mistake that leaves a reference without a target. */
type MissingCause =
  | { readonly variant: 'of-root'; readonly root: string; readonly written: string }
  | { readonly variant: 'in-reference'; readonly map: string; readonly target: string };

/**
 * Finds out whether a reference means the root file of the description although it is in another file, or leads through
 * a map that is itself a reference.
 */
export function explainMissing(
  document: Document,
  { from, text }: Pick<Reference, 'from' | 'text'>,
): MissingCause | undefined {
  if (!text.startsWith('#/')) return undefined;
  const { entry } = document;
  const meant = from.file === entry ? undefined : resolveReference(document, { file: entry, pointer: '' }, text);
  if (meant !== undefined) {
    const path = encodeURI(posix.relative(posix.dirname(from.file), entry));
    const { file, pointer } = meant.origin;
    return { variant: 'of-root', root: entry, written: file === from.file ? `#${pointer}` : `${path}${text}` };
  }
  let value = findValue(document, { file: from.file, pointer: '' });
  let map = '#';
  for (const token of splitPointer(text.slice(1))) {
    const target = findMember(value, '$ref');
    if (typeof target === 'string' && isNoPlaceForReference.test(map)) return { variant: 'in-reference', map, target };
    value = findMember(value, token);
    map += `/${encodePointerToken(token)}`;
  }
  return undefined;
}

/**
 * Replaces each name in a relative path that does not exist by the most similar one. Returns `undefined` if the
 * resulting path may not be read.
 */
export function suggestPath(folder: string, path: string, isInside: (path: string) => boolean): string | undefined {
  const names = path.split('/');
  let place = folder;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const found = name === '.' || name === '..' ? name : suggestName(place, name, isLast, isInside);
    if (found === undefined) return undefined;
    names[index] = found;
    place = join(place, found);
  }
  return isInside(place) ? names.join('/') : undefined;
}

// Ignores the extension of a file. A folder may be a link to a folder that may not be read.
function suggestName(
  folder: string,
  name: string,
  isFile: boolean,
  isInside: (path: string) => boolean,
): string | undefined {
  const stem = (text: string): string => (isFile ? basename(text, extname(text)) : text);
  try {
    if (!isInside(folder) || !isInside(realpathSync.native(folder))) return undefined;
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() === isFile);
    const names = new Map(entries.map((entry) => [stem(entry.name), entry.name]));
    return entries.some((entry) => entry.name === name)
      ? name
      : names.get(findNearestName(stem(name), names.keys()) ?? '');
  } catch {
    return undefined;
  }
}

function suggestFragment(
  document: Document,
  resource: Origin,
  { uri, fragment }: { readonly uri: string; readonly fragment: string },
  section: string | undefined,
): string | undefined {
  const anchors = document.identifiers.anchors.get(formatOrigin(resource))?.keys() ?? [];
  const anchor = findNearestName(fragment, anchors);
  if (!fragment.startsWith('/') && anchor !== undefined) return `${uri}#${anchor}`;
  const tokens = splitPointer(fragment.startsWith('/') ? fragment : `/${fragment}`);
  const root = findValue(document, resource);
  const pointer = suggestPointer(root, tokens) ?? findComponent(root, tokens.at(-1) ?? '', section);
  return pointer && `${uri}#${pointer}`;
}

// Replaces each token without a target by the most similar one.
function suggestPointer(root: unknown, tokens: readonly string[]): string | undefined {
  let value = root;
  let pointer = '';
  for (const token of tokens) {
    const names = isObject(value) ? Object.keys(value) : [];
    const name = findMember(value, token) === undefined ? findNearestName(token, names) : token;
    if (name === undefined) return undefined;
    value = findMember(value, name);
    pointer += `/${encodePointerToken(name)}`;
  }
  return pointer;
}

// The name is right, but the section is wrong, such as in `#/definitions/Pet`.
function findComponent(root: unknown, name: string, section: string | undefined): string | undefined {
  if (section === undefined || findMember(findMember(findMember(root, 'components'), section), name) === undefined)
    return;
  return `/components/${section}/${encodePointerToken(name)}`;
}
