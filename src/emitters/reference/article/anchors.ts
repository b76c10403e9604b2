import { formatOrigin, type Origin, splitPointer } from '../../../diagnostics/origin.js';
import type { Api } from '../../../model/api.js';
import type { Operation } from '../../../model/operation.js';
import type { Schema } from '../../../model/schema.js';
import { encodeFileName } from '../../../text/encode.js';
import { formatOperation } from '../../not-shown/contract.js';

/** A schema with its own section in the article. All its uses link to the section. */
export interface NamedSchema {
  readonly schema: Schema;
  readonly name: string;
  readonly anchor: string;
}

/** Returns the anchor of an operation. It changes only if the `operationId` changes, or without one the method or path. */
export function buildOperationAnchor(operation: Operation): string {
  const { kind, operationId, origin } = operation;
  // Callbacks of several operations often have the same method and expression.
  const name = kind === 'callback' ? (operationId ?? formatOrigin(origin)) : formatOperation(operation);
  return `${kind === 'path' ? 'operation' : kind}-${encodeFileName(name)}`;
}

/** Removes the anchors of long texts and examples that no link uses; a large description has thousands. */
export function removeIdleAnchors(article: string): string {
  const used = new Set([...article.matchAll(/<a href="#((?:text|example)-[^"]*)"/g)].map(([, anchor]) => anchor));
  return article.replace(/(<(?:dl|dd|details)) id="([^"]*)"/g, (tag, start, anchor) =>
    used.has(anchor) ? tag : start,
  );
}

/**
 * Names the schemas that get their own section, in the order of the description: the components, and other schemas that
 * references point to.
 */
export function nameSchemas(
  api: Api,
  locate: (origin: Origin) => string | undefined,
): ReadonlyMap<Schema, NamedSchema> {
  const targets = new Set<Schema>();
  for (const schema of api.schemas) {
    if (schema.kind !== 'keywords') continue;
    const { ref, dynamicRef, discriminator } = schema;
    for (const one of [ref, dynamicRef?.initial, discriminator?.defaultMapping]) if (one) targets.add(one);
    for (const { schema: target } of discriminator?.mapping ?? []) targets.add(target);
  }
  const named = new Map<Schema, NamedSchema>();
  for (const schema of api.schemas) {
    const pointer = locate(schema.origin);
    const isComponent = pointer !== undefined && componentPointer.test(pointer);
    if (!targets.has(schema) && !isComponent) continue;
    const name = (isComponent ? splitPointer(pointer)[2] : pointer) ?? formatOrigin(schema.origin);
    named.set(schema, { schema, name, anchor: `schema-${encodeFileName(name)}` });
  }
  return named;
}

const componentPointer = /^\/components\/schemas\/[^/]*$/;
