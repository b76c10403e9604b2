import { readdirSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { nearestName } from '../diagnostics/nearest-name.js';
import { encodePointerToken, type Origin, originKey, pointerTokens } from '../diagnostics/origin.js';
import type { Document, Reference } from './document.js';
import { componentSection } from './places.js';
import { memberOf, type Unresolved, valueAt } from './resolve.js';

/**
 * Finds what somebody may have meant by a reference that leads nowhere. `isInside` tells which paths may be looked at.
 */
export function suggestReference(
  document: Document,
  { from, kind, text, place }: Omit<Reference, 'target' | 'at'>,
  { resource }: Unresolved,
  isInside: (path: string) => boolean,
): string | undefined {
  const hash = text.indexOf('#');
  const uri = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? '' : text.slice(hash + 1);
  if (resource !== undefined) return suggestFragment(document, resource, uri, fragment, componentSection(place));
  const section = componentSection(place) ?? '';
  const root: Origin = { file: document.entry, pointer: `/components/${section}` };
  const components = Object.keys(valueAt(document, root) ?? {});
  if (kind === 'mapping' && !/[/.#]/.test(text)) return nearestName(text, components);
  if (components.includes(text)) return `#${root.pointer}/${encodePointerToken(text)}`;
  const file = suggestFile(resolve(document.folder, dirname(from.file), uri), isInside);
  if (file === undefined) return undefined;
  return `${uri.slice(0, uri.lastIndexOf('/') + 1)}${file}${hash < 0 ? '' : text.slice(hash)}`;
}

/** Finds the file in a folder whose name, extension aside, is nearest to that of a path; `undefined` where nobody may look. */
export function suggestFile(path: string, isInside: (path: string) => boolean): string | undefined {
  if (!isInside(dirname(path))) return undefined;
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = new Map(entries.map(({ name }) => [basename(name, extname(name)), name]));
    const nearest = nearestName(basename(path, extname(path)), names.keys());
    return nearest === undefined ? undefined : names.get(nearest);
  } catch {
    return undefined;
  }
}

function suggestFragment(
  document: Document,
  resource: Origin,
  uri: string,
  fragment: string,
  section: string | undefined,
): string | undefined {
  const anchors = document.identifiers.anchors.get(originKey(resource))?.keys() ?? [];
  const anchor = nearestName(fragment, anchors);
  if (!fragment.startsWith('/') && anchor !== undefined) return `${uri}#${anchor}`;
  const tokens = pointerTokens(fragment.startsWith('/') ? fragment : `/${fragment}`);
  const root = valueAt(document, resource);
  const pointer = correctPointer(root, tokens) ?? findComponent(root, tokens.at(-1) ?? '', section);
  return pointer && `${uri}#${pointer}`;
}

// Each token that leads nowhere is replaced by the nearest that does.
function correctPointer(root: unknown, tokens: readonly string[]): string | undefined {
  let value = root;
  let pointer = '';
  for (const token of tokens) {
    const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    const name = memberOf(value, token) === undefined ? nearestName(token, names) : token;
    if (name === undefined) return undefined;
    value = memberOf(value, name);
    pointer += `/${encodePointerToken(name)}`;
  }
  return pointer;
}

// Of the right name, but looked for in the wrong place, such as `#/definitions/Pet`.
function findComponent(root: unknown, name: string, section: string | undefined): string | undefined {
  if (section === undefined || memberOf(memberOf(memberOf(root, 'components'), section), name) === undefined) return;
  return `/components/${section}/${encodePointerToken(name)}`;
}
