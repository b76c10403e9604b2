import { isSameOrigin, splitPointer } from '../diagnostics/origin.js';
import type { BundlePlaces } from './bundle-places.js';
import { type BundleResources, isName } from './bundle-resources.js';
import type { Document, Reference } from './document.js';
import { isIdentifier } from './identifiers.js';

/**
 * Prints a reference as the bundle contains it: unchanged if possible, or else as a reference to the place in the
 * bundle.
 */
export function printReference(
  document: Document,
  places: BundlePlaces,
  resources: BundleResources,
  reference: Reference,
): string {
  const { from, kind, text, target } = reference;
  const isKept = resources.isKept(from) && resources.isKept(target);
  const isInside = from.file === document.entry && target.file === document.entry;
  const own = resources.find(from);
  const its = resources.find(target);
  const isUnchanged = text.startsWith('#')
    ? own === undefined || its !== undefined
    : isIdentifier(document, from, text);
  if (isKept && isInside && isUnchanged) return text;
  const pointer = places.locate(target) ?? '';
  if (kind === 'security') return splitPointer(pointer).at(-1) ?? text;
  if (isName(document, reference)) return text;
  const isSame = own !== undefined && its !== undefined && isSameOrigin(own.root, its.root);
  if (isKept && isSame && text.startsWith('#')) return text;
  const uri = isSame ? '' : resources.printUri(own, its);
  const anchor = text.slice(text.indexOf('#') + 1);
  // A pointer would make it an ordinary reference.
  if (kind === '$dynamicRef' && text.includes('#') && !anchor.startsWith('/') && resources.isKept(target))
    return `${isSame || its === undefined ? '' : its.uri}#${anchor}`;
  const isRelative = its !== undefined && (isSame || uri !== '');
  return `${uri}#${printFragment(isRelative ? target.pointer.slice(its.root.pointer.length) : pointer)}`;
}

/** Encodes a JSON pointer as the fragment of a URI (RFC 6901, section 6). */
export function printFragment(pointer: string): string {
  try {
    return encodeURI(pointer).replaceAll('#', '%23');
  } catch {
    // Half a surrogate pair cannot be encoded.
    return pointer;
  }
}
