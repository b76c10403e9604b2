import { buildChildOrigin, formatOrigin, type Origin, splitPointer } from '../diagnostics/origin.js';
import type { JsonObject } from '../model/element.js';
import { BundlePlaces, isCopied } from './bundle-places.js';
import { printReference } from './bundle-references.js';
import { BundleResources } from './bundle-resources.js';
import type { Document, Reference } from './document.js';
import { type Edit, EditTree } from './edit-tree.js';
import { omitMembers } from './omit-members.js';
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
