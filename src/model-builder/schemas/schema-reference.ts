import type { Origin } from '../../diagnostics/origin.js';
import type { Document } from '../../document/document.js';
import { findResource } from '../../document/identifiers.js';
import { findValue, resolveReference } from '../../document/resolve.js';
import { isObject } from '../../model/element.js';
import type { Schema } from '../../model/schema.js';
import { buildSchema, type Node } from '../context.js';
import { checkTarget } from '../reference.js';
import type { SchemaDraft, SchemaReader } from './schema-draft.js';

/** Reads `$ref` (core, 8.2.3.1). The target is the schema at its place, which may not be complete yet. */
export function readSchemaReference(reader: SchemaReader): Schema | undefined {
  return readTarget(reader, '$ref')?.schema;
}

/** Reads `$dynamicRef` (core, 8.2.3.2). It behaves like `$ref` unless its target is a `$dynamicAnchor`. */
export function readDynamicReference(schema: SchemaDraft, reader: SchemaReader): void {
  const target = readTarget(reader, '$dynamicRef');
  if (!target) return;
  const name = target.reference.split('#')[1] ?? '';
  const isDynamic = isObject(target.value) && target.value['$dynamicAnchor'] === name;
  const dynamic = buildSchema(reader.at('$dynamicRef'), { ref: target.schema });
  if (isDynamic) reader.context.schemas.dynamic.references.set(dynamic, name);
  addReference(schema, reader, isDynamic ? dynamic : target.schema);
}

/** Reads `$dynamicAnchor` (core, 8.2.2). */
export function readDynamicAnchor(schema: SchemaDraft, reader: SchemaReader): void {
  const { context, origin } = reader;
  const name = reader.text('$dynamicAnchor');
  if (name === undefined) return;
  const { anchors } = context.schemas.dynamic;
  const resource = findResource(context.document, origin);
  // A name that occurs twice is reported. The first schema counts.
  anchors.set(resource, new Map([[name, schema], ...(anchors.get(resource) ?? [])]));
}

// Both references apply if `$ref` is beside the other one.
function addReference(schema: SchemaDraft, reader: SchemaReader, target: Schema): void {
  const { ref } = schema;
  schema.ref = ref ? reader.context.schemas.add(buildSchema(reader.at('$ref'), { allOf: [ref, target] })) : target;
}

/**
 * Reads `$recursiveRef` (JSON Schema 2019-09, core, 8.2.4.2) as a reference to the nearest enclosing schema with a
 * `$recursiveAnchor`. Its `#` would lead to the root of the document, which is not a schema in a description.
 */
export function readRecursiveReference(schema: SchemaDraft, reader: SchemaReader): void {
  const { context, origin } = reader;
  const keyword = '$recursiveRef';
  reader.data(keyword);
  const target = findRecursiveAnchor(context.document, origin);
  if (!target) {
    context.report('no-effect', reader.at(keyword), { variant: 'no-recursive-anchor', keyword }, 'key');
    return;
  }
  addReference(schema, reader, context.schemas.at(target));
  context.report('old-keyword', reader.at(keyword), { variant: 'recursive-reference' }, 'key');
}

function findRecursiveAnchor(document: Document, { file, pointer }: Origin): Node | undefined {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const origin = { file, pointer: pointer.slice(0, end) };
    const value = findValue(document, origin);
    if (isObject(value) && value['$recursiveAnchor'] === true) return { origin, value };
  }
  return undefined;
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
  const target = checkTarget(context, resolved, { reference, place: reader.at(keyword), expected: 'Schema Object' });
  return target && { reference, value: target.value, schema: context.schemas.at(target) };
}
