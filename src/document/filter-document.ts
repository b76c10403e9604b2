import { dirname, join, relative } from 'node:path/posix';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import {
  buildChildOrigin,
  encodePointerToken,
  formatOrigin,
  type Origin,
  splitPointer,
} from '../diagnostics/origin.js';
import { isObject, type ObjectValue } from '../model/element.js';
import type { OperationFilter } from '../model/operation-filter.js';
import { printFragment } from './bundle.js';
import { chooseOperations, type FollowPathItem } from './choose-operations.js';
import type { OpenReference, ResolvedReference } from './document.js';
import { EditTree } from './edit-tree.js';
import type { GrowingDocument, Region } from './growing-document.js';
import { findOwnSection, getMemberKind, nameExtraSection, type ValueKind } from './places.js';
import { findMember, findValue, resolveMapping, resolveReference } from './resolve.js';
import { walkReferences } from './walk-references.js';

/** Follows the references of a document. */
interface Follower {
  /** The parts that were walked or will be walked. */
  readonly regions: readonly Region[];
  /** The security schemes that requirements name. */
  readonly schemeNames: ReadonlySet<string>;
  /** Schedules the walk of the value at an origin. */
  reach(origin: Origin, place: ValueKind): void;
  readonly followPathItem: FollowPathItem;
  /** The references without a target. */
  readonly open: ReadonlySet<OpenReference>;
  /** Gives an open reference a target and a text that leads there. */
  redirect(reference: OpenReference, text: string, target: Origin): void;
  /** Walks all scheduled values and the targets of their references. */
  drain(): void;
}

/**
 * Reads only the operations and webhooks that a filter keeps, and everything to which they refer. Removes the other
 * operations, the components that only these need, and links to them.
 */
export function readFiltered(
  document: GrowingDocument,
  follower: Follower,
  filter: OperationFilter,
  diagnostics: Diagnostics,
): void {
  const root = { file: document.entry, pointer: '' };
  /** The schemas with a `discriminator` that were reached, and those that extend them. */
  const families = new Set<string>();
  /** The components that were parts of omitted operations, by the `formatOrigin` of the part. */
  const components = new Map<string, Origin>();
  const texts: [at: Origin, text: string][] = [];

  chooseOperations(document, follower.followPathItem, filter, diagnostics);
  const whole = findValue(document, root);
  for (const key of Object.keys(isObject(whole) ? whole : {})) {
    const isWalked = key !== 'components' && key !== 'tags';
    if (isWalked) follower.reach(buildChildOrigin(root, key), getMemberKind('openapi', key));
  }
  let count = -1;
  while (count !== follower.regions.length) {
    follower.drain();
    count = follower.regions.length;
    for (const [pointer, place] of listReached()) follower.reach({ ...root, pointer }, place);
    for (const pointer of listChildren()) follower.reach({ ...root, pointer }, 'schema');
    for (const name of follower.schemeNames) reachScheme(name);
    redirectAll();
  }
  removeComponents();
  // Writes the texts of the references into parts that were moved.
  document.replace(texts);

  // Another operation may refer to a part of an omitted one. That part becomes a component.
  function redirectAll(): void {
    const found = [...follower.open].flatMap((reference) => {
      const target = findOmitted(reference);
      return target ? [{ reference, target }] : [];
    });
    // A part comes before the parts inside it.
    found.sort((a, b) => a.target.origin.pointer.length - b.target.origin.pointer.length);
    for (const { reference, target } of found) {
      const origin = findMoved(target.origin) ?? move(target, reference.place);
      const text = printText(reference.from.file, origin);
      texts.push([reference.at, text]);
      follower.redirect(reference, text, origin);
    }
  }

  function findOmitted({ kind, from, text }: OpenReference): ResolvedReference | undefined {
    for (const files of document.unfiltered) {
      const before = { ...document, files: new Map([...document.files, ...files]) };
      const target = (kind === 'mapping' ? resolveMapping : resolveReference)(before, from, text);
      if (target) return target;
    }
    return undefined;
  }

  function findMoved(target: Origin): Origin | undefined {
    if (findValue(document, target) !== undefined) return target;
    for (let end = target.pointer.length; end > 0; end = target.pointer.lastIndexOf('/', end - 1)) {
      const component = components.get(formatOrigin({ ...target, pointer: target.pointer.slice(0, end) }));
      if (component) return { ...component, pointer: component.pointer + target.pointer.slice(end) };
    }
    return undefined;
  }

  function move(target: ResolvedReference, place: ValueKind): Origin {
    const { origin } = target;
    const section = findOwnSection(place, document.version) ?? nameExtraSection(place);
    const value = origin.file === root.file ? target.value : moveReferences(target, place);
    const component = document.addComponent(section, nameComponent(origin), { origin, value });
    components.set(formatOrigin(origin), component);
    return component;
  }

  // The name contains the operation, or else the path or the method, and the last name in the pointer.
  function nameComponent({ file, pointer }: Origin): string {
    const tokens = splitPointer(pointer);
    const files = document.unfiltered.at(-1) ?? new Map();
    const ids = tokens.map((_, index) => {
      const holder = buildChildOrigin({ file, pointer: '' }, ...tokens.slice(0, index + 1));
      return findMember(findValue({ ...document, files }, holder), 'operationId');
    });
    const at = ids.findIndex((id) => typeof id === 'string');
    const first = at < 0 ? tokens.find((token) => token !== 'paths' && token !== 'webhooks') : ids[at];
    const name = [first, ...tokens.slice(Math.max(at + 1, 2)).slice(-1)].join('-');
    return name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').replace(/^_+/, '') || 'component';
  }

  function reachScheme(name: string): void {
    const origin = buildChildOrigin(root, 'components', 'securitySchemes', name);
    if (findValue(document, origin) !== undefined) follower.reach(origin, 'securityScheme');
  }

  /** Lists the components that are the target of a reference, or contain one. */
  function listReached(): Map<string, ValueKind> {
    const reached = new Map<string, ValueKind>();
    for (const { origin } of follower.regions) {
      const [components, section, name] = splitPointer(origin.pointer);
      if (origin.file !== root.file || components !== 'components' || !section || name === undefined) continue;
      const place = getMemberKind(getMemberKind('components', section), name);
      reached.set(`/components/${encodePointerToken(section)}/${encodePointerToken(name)}`, place);
    }
    return reached;
  }

  /** Lists the schemas that extend a reached schema with a `discriminator`, because its values may match them. */
  function listChildren(): string[] {
    const reached = listReached();
    const section = '/components/schemas';
    const schemas = findValue(document, { ...root, pointer: section });
    const children: string[] = [];
    for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
      if (!isObject(schema)) continue;
      const pointer = `${section}/${encodePointerToken(name)}`;
      if (reached.has(pointer) && schema['discriminator'] !== undefined) families.add(pointer);
      if (families.has(pointer) || !extendsFamily(schema, pointer)) continue;
      // Schemas that extend a child also extend the schema with the `discriminator`.
      families.add(pointer);
      children.push(pointer);
    }
    return children;
  }

  function extendsFamily(schema: ObjectValue, pointer: string): boolean {
    const parents: readonly unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
    return parents.some((parent) => {
      const reference: unknown = isObject(parent) ? parent['$ref'] : undefined;
      if (typeof reference !== 'string') return false;
      const target = resolveReference(document, { ...root, pointer }, reference)?.origin;
      return target?.file === root.file && families.has(target.pointer);
    });
  }

  function removeComponents(): void {
    const reached = listReached();
    const components = findValue(document, buildChildOrigin(root, 'components'));
    const unused = Object.entries(isObject(components) ? components : {}).flatMap(([section, map]) => {
      if (section.startsWith('x-') || !isObject(map)) return [];
      const origins = Object.keys(map).map((name) => buildChildOrigin(root, 'components', section, name));
      const removed = origins.filter(({ pointer }) => !reached.has(pointer));
      return removed.length === origins.length ? [buildChildOrigin(root, 'components', section)] : removed;
    });
    document.remove(unused);
  }
}

// Prints a reference from a file to an origin.
function printText(file: string, target: Origin): string {
  const path = file === target.file ? '' : encodeURI(relative(dirname(file), target.file));
  return `${path}#${printFragment(target.pointer)}`;
}

// The references in a part of another file are relative to that file, and the part moves to the description.
function moveReferences({ origin: { file }, value }: ResolvedReference, place: ValueKind): unknown {
  const edits = new EditTree();
  walkReferences(value, place, '', {
    meet: ({ at, text, kind, place: expected }) => {
      const isName = kind === 'security' || expected === 'sample' || (kind === 'mapping' && !/[#/.]/.test(text));
      if (isName || /^[a-z][a-z0-9+.-]*:/i.test(text)) return;
      const moved = text.startsWith('#') ? encodeURI(file) + text : join(encodeURI(dirname(file)), text);
      edits.add(at, { kind: 'replace', value: () => moved });
    },
    meetOther: () => undefined,
    enter: () => true,
  });
  return edits.apply(value, '');
}
