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
import { printFragment } from './bundle-references.js';
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
  chooseOperations(document, (from, text) => follower.followPathItem(from, text), filter, diagnostics);
  const reading = new FilteredReading(document, follower);
  reading.reachAll();
  reading.removeComponents();
  reading.rewriteReferences();
}

class FilteredReading {
  readonly #document: GrowingDocument;
  readonly #follower: Follower;
  readonly #root: Origin;
  /** The schemas with a `discriminator` that were reached, and those that extend them. */
  readonly #families = new Set<string>();
  /** The components that were parts of omitted operations, by the `formatOrigin` of the part. */
  readonly #components = new Map<string, Origin>();
  readonly #texts: [at: Origin, text: string][] = [];

  constructor(document: GrowingDocument, follower: Follower) {
    this.#document = document;
    this.#follower = follower;
    this.#root = { file: document.entry, pointer: '' };
  }

  reachAll(): void {
    const root = findValue(this.#document, this.#root);
    for (const key of Object.keys(isObject(root) ? root : {})) {
      const isWalked = key !== 'components' && key !== 'tags';
      if (isWalked) this.#follower.reach(buildChildOrigin(this.#root, key), getMemberKind('openapi', key));
    }
    let count = -1;
    while (count !== this.#follower.regions.length) {
      this.#follower.drain();
      count = this.#follower.regions.length;
      for (const [pointer, place] of this.#listReached()) this.#follower.reach({ ...this.#root, pointer }, place);
      for (const pointer of this.#listChildren()) this.#follower.reach({ ...this.#root, pointer }, 'schema');
      for (const name of this.#follower.schemeNames) this.#reachScheme(name);
      this.#redirectAll();
    }
  }

  // Another operation may refer to a part of an omitted one. That part becomes a component.
  #redirectAll(): void {
    const found = [...this.#follower.open].flatMap((reference) => {
      const target = this.#findOmitted(reference);
      return target ? [{ reference, target }] : [];
    });
    // A part comes before the parts inside it.
    found.sort((a, b) => a.target.origin.pointer.length - b.target.origin.pointer.length);
    for (const { reference, target } of found) {
      const origin = this.#findMoved(target.origin) ?? this.#move(target, reference.place);
      const text = printText(reference.from.file, origin);
      this.#texts.push([reference.at, text]);
      this.#follower.redirect(reference, text, origin);
    }
  }

  #findOmitted({ kind, from, text }: OpenReference): ResolvedReference | undefined {
    for (const files of this.#document.unfiltered) {
      const before = { ...this.#document, files: new Map([...this.#document.files, ...files]) };
      const target = (kind === 'mapping' ? resolveMapping : resolveReference)(before, from, text);
      if (target) return target;
    }
    return undefined;
  }

  #findMoved(target: Origin): Origin | undefined {
    if (findValue(this.#document, target) !== undefined) return target;
    for (let end = target.pointer.length; end > 0; end = target.pointer.lastIndexOf('/', end - 1)) {
      const component = this.#components.get(formatOrigin({ ...target, pointer: target.pointer.slice(0, end) }));
      if (component) return { ...component, pointer: component.pointer + target.pointer.slice(end) };
    }
    return undefined;
  }

  #move(target: ResolvedReference, place: ValueKind): Origin {
    const { origin } = target;
    const section = findOwnSection(place, this.#document.version) ?? nameExtraSection(place);
    const value = origin.file === this.#root.file ? target.value : moveReferences(target, place);
    const component = this.#document.addComponent(section, this.#nameComponent(origin), { origin, value });
    this.#components.set(formatOrigin(origin), component);
    return component;
  }

  // The name contains the operation, or else the path or the method, and the last name in the pointer.
  #nameComponent({ file, pointer }: Origin): string {
    const tokens = splitPointer(pointer);
    const files = this.#document.unfiltered.at(-1) ?? new Map();
    const ids = tokens.map((_, index) => {
      const holder = buildChildOrigin({ file, pointer: '' }, ...tokens.slice(0, index + 1));
      return findMember(findValue({ ...this.#document, files }, holder), 'operationId');
    });
    const at = ids.findIndex((id) => typeof id === 'string');
    const first = at < 0 ? tokens.find((token) => token !== 'paths' && token !== 'webhooks') : ids[at];
    const name = [first, ...tokens.slice(Math.max(at + 1, 2)).slice(-1)].join('-');
    return name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').replace(/^_+/, '') || 'component';
  }

  /** Writes the texts of the references into parts that were moved. */
  rewriteReferences(): void {
    this.#document.replace(this.#texts);
  }

  #reachScheme(name: string): void {
    const origin = buildChildOrigin(this.#root, 'components', 'securitySchemes', name);
    if (findValue(this.#document, origin) !== undefined) this.#follower.reach(origin, 'securityScheme');
  }

  /** Lists the components that are the target of a reference, or contain one. */
  #listReached(): Map<string, ValueKind> {
    const reached = new Map<string, ValueKind>();
    for (const { origin } of this.#follower.regions) {
      const [components, section, name] = splitPointer(origin.pointer);
      if (origin.file !== this.#root.file || components !== 'components' || !section || name === undefined) continue;
      const place = getMemberKind(getMemberKind('components', section), name);
      reached.set(`/components/${encodePointerToken(section)}/${encodePointerToken(name)}`, place);
    }
    return reached;
  }

  /** Lists the schemas that extend a reached schema with a `discriminator`, because its values may match them. */
  #listChildren(): string[] {
    const reached = this.#listReached();
    const section = '/components/schemas';
    const schemas = findValue(this.#document, { ...this.#root, pointer: section });
    const children: string[] = [];
    for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
      if (!isObject(schema)) continue;
      const pointer = `${section}/${encodePointerToken(name)}`;
      if (reached.has(pointer) && schema['discriminator'] !== undefined) this.#families.add(pointer);
      if (this.#families.has(pointer) || !this.#extendsFamily(schema, pointer)) continue;
      // Schemas that extend a child also extend the schema with the `discriminator`.
      this.#families.add(pointer);
      children.push(pointer);
    }
    return children;
  }

  #extendsFamily(schema: ObjectValue, pointer: string): boolean {
    const parents: readonly unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
    return parents.some((parent) => {
      const reference: unknown = isObject(parent) ? parent['$ref'] : undefined;
      if (typeof reference !== 'string') return false;
      const target = resolveReference(this.#document, { ...this.#root, pointer }, reference)?.origin;
      return target?.file === this.#root.file && this.#families.has(target.pointer);
    });
  }

  removeComponents(): void {
    const reached = this.#listReached();
    const components = findValue(this.#document, buildChildOrigin(this.#root, 'components'));
    const unused = Object.entries(isObject(components) ? components : {}).flatMap(([section, map]) => {
      if (section.startsWith('x-') || !isObject(map)) return [];
      const origins = Object.keys(map).map((name) => buildChildOrigin(this.#root, 'components', section, name));
      const removed = origins.filter(({ pointer }) => !reached.has(pointer));
      return removed.length === origins.length ? [buildChildOrigin(this.#root, 'components', section)] : removed;
    });
    this.#document.remove(unused);
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
