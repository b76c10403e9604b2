import { encodePointerToken, originKey, pointerTokens } from '../diagnostics/origin.js';
import type { BundlePlaces } from './bundle-places.js';
import type { Document, Reference } from './document.js';
import { isIdentifier } from './resolve.js';

/** Words a reference as the bundle holds it: unchanged where it can be, else leading to a place of the bundle. */
export function printReference(document: Document, places: BundlePlaces, reference: Reference): string {
  const { from, kind, text, target } = reference;
  const isInside = from.file === document.entry && target.file === document.entry;
  if (isInside && (text.startsWith('#') || isIdentifier(document, from, text))) return text;
  const name = `/components/schemas/${encodePointerToken(text)}`;
  if (kind === 'mapping' && target.file === document.entry && target.pointer === name) return text;
  const pointer = places.locate(target) ?? '';
  if (kind === 'security') return pointerTokens(pointer).at(-1) ?? text;
  const own = places.findResource(from);
  const its = places.findResource(target);
  const isSame = own !== undefined && its !== undefined && originKey(own.root) === originKey(its.root);
  if (isSame && text.startsWith('#')) return text;
  const uri = isSame || own === undefined ? '' : (its?.uri ?? '');
  const anchor = text.slice(text.indexOf('#') + 1);
  // As a pointer it would be an ordinary reference.
  if (kind === '$dynamicRef' && text.includes('#') && !anchor.startsWith('/')) return `${its?.uri ?? ''}#${anchor}`;
  const isRelative = its !== undefined && (isSame || uri !== '');
  return `${uri}#${printFragment(isRelative ? target.pointer.slice(its.root.pointer.length) : pointer)}`;
}

/** Encodes a JSON pointer as the fragment of a URI (RFC 6901, section 6). */
export function printFragment(pointer: string): string {
  try {
    return encodeURI(pointer).replaceAll('#', '%23');
  } catch {
    // Half a surrogate pair has no encoding.
    return pointer;
  }
}
