import { type Origin, splitPointer } from '../diagnostics/origin.js';
import { formatKind } from '../diagnostics/show-text.js';
import type { Document } from '../document/document.js';
import { getMemberKind, isMap, type ValueKind } from '../document/places.js';
import { resolveReference } from '../document/resolve.js';
import { isObject } from '../model/element.js';
import { getTitle, type ObjectKind } from '../model/openapi-objects.js';
import type { BuildContext, Memo, Node } from './context.js';
import { isForeign } from './gaps/check-extension.js';
import { isProductExtension } from './gaps/product-extensions.js';
import { isReference, ObjectReader, openObject } from './object-reader.js';

/**
 * The object to which a reference leads, and the texts that the reference overrides (Reference Object, OpenAPI 3.2,
 * 4.23).
 */
interface Followed extends Node {
  readonly summary?: string;
  readonly description?: string;
}

/**
 * Follows the references at a place to the object. Returns other objects unchanged. Reports references without a
 * target.
 */
export function followReference(context: BuildContext, node: Node, kind: ObjectKind): Followed | undefined {
  if (!isReference(node.value)) return node;
  const overrides: { summary?: string; description?: string } = {};
  const seen = new Map<unknown, Origin>();
  let at: Node = node;
  while (isReference(at.value)) {
    if (seen.has(at.value)) {
      context.reportEndless([...seen.values()], node.origin, { variant: 'object', object: kind });
      return undefined;
    }
    seen.set(at.value, at.origin);
    const target = readReference(context, at, kind, overrides);
    if (!target) return undefined;
    at = target;
  }
  return { ...at, ...overrides };
}

/**
 * Reads an object, or the one to which a reference leads, once per place (and per `name`, if the name matters). `read`
 * reads its members. `overridden` lists the texts of the object that a reference overrides.
 */
export function readReferable<Kind extends ObjectKind, T extends object>(
  context: BuildContext,
  node: Node,
  { kind, memo, name, overridden = [], read }: Referable<Kind, T>,
): T | undefined {
  const target = followReference(context, node, kind);
  if (!target) return undefined;
  const readObject = (): T | undefined => {
    const reader = openObject(context, kind, target);
    const object = reader && read(reader);
    if (object) reader.close();
    return object;
  };
  const object = memo.read(target, readObject, name);
  const texts = overridden.flatMap((text) => (target[text] === undefined ? [] : [[text, target[text]]]));
  return object && texts.length > 0 ? { ...object, ...Object.fromEntries(texts) } : object;
}

interface Referable<Kind extends ObjectKind, T> {
  readonly kind: Kind;
  readonly memo: Memo<T>;
  readonly name?: string;
  readonly overridden?: readonly ('summary' | 'description')[];
  /** Returns `undefined` for an object without meaning, and has then closed the reader if its members were read. */
  readonly read: (reader: ObjectReader<Kind>) => T | undefined;
}

function readReference(
  context: BuildContext,
  node: Node,
  kind: ObjectKind,
  overrides: { summary?: string; description?: string },
): Node | undefined {
  if (!isReference(node.value)) return undefined;
  const reader = new ObjectReader(context, 'Reference Object', node.origin, node.value);
  const reference = String(reader.take('$ref'));
  if (context.version !== '3.0') {
    const summary = reader.text('summary');
    const description = reader.text('description');
    if (summary !== undefined) overrides.summary ??= summary;
    if (description !== undefined) overrides.description ??= description;
  }
  reportIgnoredSiblings(reader, context.version === '3.0' ? ['$ref'] : ['$ref', 'summary', 'description']);
  const target = resolveReference(context.document, node.origin, reference);
  return checkTarget(context, target, { reference, place: reader.at('$ref'), expected: kind });
}

/**
 * Returns the target of a reference at a place. If it is not of the kind that the place needs, reports this and returns
 * `undefined`.
 */
export function checkTarget(
  context: BuildContext,
  target: Node | undefined,
  { reference, place, expected }: { readonly reference: string; readonly place: Origin; readonly expected: ObjectKind },
): Node | undefined {
  const found = target && findOtherKind(context.document, target, expected);
  if (found === undefined) return target;
  context.report('wrong-reference-target', place, { reference, expected, found });
  return undefined;
}

/** Reports the keywords beside a reference that have no effect: all except those in `read`. Ends the reading. */
export function reportIgnoredSiblings(reader: ObjectReader, read: readonly string[]): void {
  const { context } = reader;
  for (const keyword of Object.keys(reader.value)) {
    const isOwn = isProductExtension(keyword) && !isForeign(keyword, reader.value[keyword]);
    if (read.includes(keyword) || (keyword.startsWith('x-') && !isOwn)) continue;
    if (isOwn) context.report('extension-beside-reference', reader.at(keyword), { extension: keyword }, 'key');
    else context.report('ignored-beside-reference', reader.at(keyword), { keyword }, 'key');
    reader.ignore(keyword);
  }
  reader.close();
}

// Returns the kind of the target of a reference if it is not the kind that the place of the reference needs. A target of
// unknown kind may be of this kind: in files that are not descriptions, and below extensions.
function findOtherKind(document: Document, { origin, value }: Node, kind: ObjectKind): string | undefined {
  if (!isObject(value) && !(kind === 'Schema Object' && typeof value === 'boolean')) return formatKind(value);
  const found = findKind(document, origin);
  return found === kind ? undefined : found;
}

// Finds the kind of the object at a place, by the keywords that lead there from the root of a description.
function findKind({ files }: Document, { file, pointer }: Origin): ObjectKind | 'plain data' | undefined {
  const root = files.get(file)?.value;
  if (!isObject(root) || root['openapi'] === undefined) return undefined;
  let place: ValueKind = 'openapi';
  let value: unknown = root;
  for (const token of splitPointer(pointer)) {
    // A list has the place of its items.
    if (!Array.isArray(value)) place = getMemberKind(place, token);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  }
  if (place === 'none' || place === 'sample') return 'plain data';
  return place === 'any' || isMap(place) ? undefined : getTitle(place);
}
