import type { Origin } from '../diagnostics/origin.js';
import { resolveReference } from '../document/resolve.js';
import type { Schema } from '../model/schema.js';
import { isObject, nameKind } from './node.js';
import { nameObject } from './object-kinds.js';
import type { SchemaDraft, SchemaReader } from './schema-keywords.js';
import { kindAt } from './target-kind.js';

/** Reads `$ref` (core, 8.2.3.1); the target is the schema at its place, not completed yet. */
export function readSchemaReference(reader: SchemaReader): Schema | undefined {
  return readTarget(reader, '$ref')?.schema;
}

/** Reads `$dynamicRef` (core, 8.2.3.2). */
export function readDynamicReference(schema: SchemaDraft, reader: SchemaReader): void {
  const target = readTarget(reader, '$dynamicRef');
  if (!target) return;
  const fragment = target.reference.split('#')[1] ?? '';
  const isDynamic = isObject(target.value) && target.value['$dynamicAnchor'] === fragment;
  schema.dynamicRef = { initial: target.schema, ...(isDynamic && { anchor: fragment }) };
}

interface Target {
  readonly reference: string;
  readonly value: unknown;
  readonly schema: Schema;
}

function readTarget(reader: SchemaReader, keyword: '$ref' | '$dynamicRef'): Target | undefined {
  const { context, origin } = reader;
  const reference = reader.take(keyword);
  if (typeof reference !== 'string') return undefined;
  const resolved = resolveReference(context.document, origin, reference);
  if (!resolved) return undefined;
  const found = findOtherKind(resolved, kindAt(context.document, resolved.origin));
  if (found !== undefined) {
    const finding = { reference, expected: 'a schema', found: nameObject(found) };
    context.report('wrong-reference-target', reader.at(keyword), finding);
    return undefined;
  }
  return { reference, value: resolved.value, schema: context.schemas.at(resolved) };
}

function findOtherKind(target: { origin: Origin; value: unknown }, kind: string | undefined): string | undefined {
  if (!isObject(target.value) && typeof target.value !== 'boolean') return nameKind(target.value);
  return kind === undefined || kind === 'Schema Object' ? undefined : kind;
}
