import {
  buildChildOrigin,
  encodePointerToken,
  formatOrigin,
  isSameOrigin,
  type Origin,
  splitPointer,
} from '../diagnostics/origin.js';
import type { JsonObject } from '../model/element.js';
import { BundlePlaces, isCopied } from './bundle-places.js';
import { BundleResources, isName } from './bundle-resources.js';
import type { Document, Reference } from './document.js';
import { type Edit, EditTree } from './edit-tree.js';
import { isIdentifier } from './identifiers.js';
import { findMember, findValue } from './resolve.js';

/** The differences between a bundle and its description. */
interface BundleChanges {
  /** The members of arrays and maps that the bundle does not contain. It contains no references to them either. */
  readonly omit?: readonly Origin[];
  readonly replace?: readonly { readonly origin: Origin; readonly value: unknown }[];
}

/**
 * Returns the description as one file. Each reference to another file becomes a reference inside the bundle. Returns a
 * description of one file unchanged, except for the given changes.
 */
export function bundleDocument(document: Document, { omit = [], replace = [] }: BundleChanges = {}): JsonObject {
  const places = new BundlePlaces(document);
  const bundle = buildBundle(document, places, replace);
  return (omit.length === 0 ? bundle : omitMembers(document, places, bundle, omit)) as JsonObject;
}

/**
 * Returns a function from an origin to its JSON pointer in the bundle. The pointer is `undefined` if nothing refers to
 * the origin.
 */
export function locateInBundle(document: Document): (origin: Origin) => string | undefined {
  const places = new BundlePlaces(document);
  return (origin) => places.locate(origin);
}

function buildBundle(
  document: Document,
  places: BundlePlaces,
  replaced: NonNullable<BundleChanges['replace']>,
): unknown {
  const edits = new Map<string, EditTree>();
  const read = (origin: Origin): unknown => {
    const value = findValue(document, origin);
    return edits.get(origin.file)?.apply(value, origin.pointer) ?? value;
  };
  const add = ({ file, pointer }: Origin, edit: Edit): void => {
    const tree = edits.get(file) ?? new EditTree();
    edits.set(file, tree);
    tree.add(pointer, edit);
  };
  for (const { origin, value } of replaced) add(origin, { kind: 'replace', value: () => value });
  const resources = new BundleResources(document, (root) => places.needsIdentifier(root));
  for (const reference of document.references) {
    if (isCopied(document, reference))
      add(reference.from, { kind: 'replace', value: () => findValue(document, reference.target) });
    else addReference(reference, printReference(document, places, resources, reference), add);
  }
  for (const root of [...document.identifiers.resources.values(), ...places.parts.map(({ origin }) => origin)]) {
    addIdentifier(document, resources, root, add);
  }
  for (const root of resources.omitted.values()) omitIdentifier(document, root, add);
  for (const { origin, insteadOf } of places.parts) {
    if (insteadOf) add(insteadOf.from, { kind: 'replace', value: () => read(origin) });
  }
  const components = places.parts.filter(({ insteadOf }) => insteadOf === undefined);
  return addComponents(
    read({ file: document.entry, pointer: '' }),
    components.map(({ origin, pointer }) => [pointer, read(origin)]),
  );
}

type AddEdit = (origin: Origin, edit: Edit) => void;

function addReference({ at, kind, text }: Reference, printed: string, add: AddEdit): void {
  if (printed === text) return;
  add(at, kind === 'security' ? { kind: 'rename', name: printed } : { kind: 'replace', value: () => printed });
}

// The identifier was relative to its file, and is now relative to the bundle.
function addIdentifier(document: Document, resources: BundleResources, root: Origin, add: AddEdit): void {
  const resource = root.file === document.entry ? undefined : resources.find(root);
  if (resource === undefined || resource.root.pointer !== root.pointer) return;
  if (findMember(findValue(document, root), '$id') === undefined)
    add(root, { kind: 'prepend', name: '$id', value: resource.uri });
  else if (resource.isRelative) add(buildChildOrigin(root, '$id'), { kind: 'replace', value: () => resource.uri });
}

// Nothing refers to its anchors now. Two anchors with the same name would contradict each other in the enclosing
// schema.
function omitIdentifier(document: Document, root: Origin, add: AddEdit): void {
  add(buildChildOrigin(root, '$id'), { kind: 'remove' });
  for (const anchored of document.identifiers.anchors.get(formatOrigin(root))?.values() ?? [])
    for (const keyword of ['$anchor', '$dynamicAnchor'])
      if (findMember(findValue(document, anchored), keyword) !== undefined)
        add(buildChildOrigin(anchored, keyword), { kind: 'remove' });
}

function addComponents(description: unknown, added: readonly [pointer: string, value: unknown][]): unknown {
  if (added.length === 0) return description;
  const sections = new Map<string, [string, unknown][]>();
  for (const [pointer, value] of added) {
    const [, section = '', name = ''] = splitPointer(pointer);
    const list = sections.get(section) ?? [];
    sections.set(section, list);
    list.push([name, value]);
  }
  const components = findMember(description, 'components');
  const merged = [...sections].map(([section, list]): [string, unknown] => [
    section,
    addMembers(findMember(components, section), list),
  ]);
  return addMembers(description, [['components', addMembers(components, merged)]]);
}

function addMembers(object: unknown, members: readonly [string, unknown][]): unknown {
  return Object.fromEntries([...Object.entries(object ?? {}), ...members]);
}

/**
 * Removes members of arrays and maps from a bundle, with the references to them. Adjusts references into an array that
 * became shorter.
 */
function omitMembers(document: Document, places: BundlePlaces, bundle: unknown, omit: readonly Origin[]): unknown {
  const edits = new EditTree();
  const removed = new Set<string>();
  for (const origin of withReferences(document, omit)) {
    const pointer = places.locate(origin);
    if (pointer === undefined) continue;
    removed.add(pointer);
    edits.add(pointer, { kind: 'remove' });
  }
  const replaced = new Set(places.parts.map(({ insteadOf }) => insteadOf));
  for (const reference of document.references) {
    if (replaced.has(reference)) continue;
    const { at, target } = reference;
    const [holder, pointer] = [places.locate(at), places.locate(target)];
    const moved = pointer && movePointer(bundle, pointer, removed);
    if (holder === undefined || pointer === moved || !isPointer(readPointer(bundle, holder))) continue;
    edits.add(holder, { kind: 'replace', value: () => `#${printFragment(moved ?? '')}` });
  }
  return edits.apply(bundle, '');
}

// An object with a reference to an omitted value is omitted too, and so are references to that object.
function withReferences(document: Document, omit: readonly Origin[]): Origin[] {
  const holders = new Map<string, Origin[]>();
  for (const { kind, from, target } of document.references) {
    if (kind !== '$ref') continue;
    const list = holders.get(formatOrigin(target)) ?? [];
    holders.set(formatOrigin(target), list);
    list.push(from);
  }
  const found = new Map<string, Origin>();
  const open = [...omit];
  for (let origin = open.pop(); origin; origin = open.pop()) {
    if (found.has(formatOrigin(origin))) continue;
    found.set(formatOrigin(origin), origin);
    open.push(...(holders.get(formatOrigin(origin)) ?? []));
  }
  return [...found.values()];
}

function movePointer(bundle: unknown, pointer: string, removed: ReadonlySet<string>): string {
  let value = bundle;
  let place = '';
  let moved = '';
  for (const token of splitPointer(pointer)) {
    const isItem = Array.isArray(value);
    let index = Number(token);
    for (let before = 0; isItem && before < Number(token); before++) if (removed.has(`${place}/${before}`)) index--;
    value = findMember(value, token);
    place += `/${encodePointerToken(token)}`;
    moved += `/${isItem ? index : encodePointerToken(token)}`;
  }
  return moved;
}

function readPointer(bundle: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(findMember, bundle);
}

function isPointer(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith('#/');
}

/**
 * Prints a reference as the bundle contains it: unchanged if possible, or else as a reference to the place in the
 * bundle.
 */
function printReference(
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
