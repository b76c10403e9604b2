import type { Origin } from '../diagnostics/origin.js';
import { resolveReference } from '../document/resolve.js';
import type { ObjectKind } from '../model/openapi-objects.js';
import type { BuildContext } from './context.js';
import { isReference } from './follow.js';
import { isForeign } from './items/check-extension.js';
import { isProductExtension } from './items/product-extensions.js';
import type { Node } from './node.js';
import { ObjectReader } from './object-reader.js';
import { findOtherKind } from './target-kind.js';

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
  if (!target) return undefined;
  const found = findOtherKind(context.document, target, kind);
  if (found === undefined) return target;
  context.report('wrong-reference-target', reader.at('$ref'), { reference, expected: kind, found });
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
