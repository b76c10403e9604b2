import { splitPointer } from '../../diagnostics/origin.js';
import type { Discriminator, DiscriminatorMapping, KeywordSchema, Schema } from '../../model/schema.js';
import type { Draft } from '../node.js';

// Every schema may extend every other one, so the names could take more space than the description.
const mostNames = 100_000;

/**
 * Adds to each discriminator the names that its `mapping` leaves out (OpenAPI 3.2, 4.25.2 and 4.25.3). These are the
 * names of its alternatives. Without alternatives, they are those of the schemas that extend its schema by `allOf`,
 * directly or not. Adds at most 100,000 names of indirect extensions in total.
 */
export function addImplicitNames(schemas: readonly Schema[]): void {
  const children = listChildren(schemas);
  let left = mostNames;
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || !schema.discriminator) continue;
    const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    const targets =
      alternatives.length > 0 ? alternatives.flatMap(listReferred) : listDescendants(schema, children, left > 0);
    left -= targets.length;
    addNames(schema, schema.discriminator, targets);
  }
}

function addNames(schema: Draft<KeywordSchema>, discriminator: Discriminator, targets: readonly Schema[]): void {
  const named = new Set(discriminator.mapping.map((row) => row.schema));
  const values = new Set(discriminator.mapping.map((row) => row.value));
  const added: DiscriminatorMapping[] = [];
  for (const target of targets) {
    const value = nameSchema(target);
    if (named.has(target) || values.has(value)) continue;
    values.add(value);
    added.push({ value, schema: target, explicit: false });
  }
  if (added.length > 0) schema.discriminator = { ...discriminator, mapping: [...discriminator.mapping, ...added] };
}

function listReferred(schema: Schema): Schema[] {
  return schema.kind === 'keywords' && schema.ref ? [schema.ref] : [];
}

function nameSchema(schema: Schema): string {
  if (schema.component !== undefined) return schema.component;
  const { file, pointer } = schema.origin;
  const name = splitPointer(pointer).at(-1) ?? file.split('/').at(-1) ?? '';
  return pointer === '' ? name.replace(/\.[^.]*$/, '') : name;
}

function listChildren(schemas: readonly Schema[]): ReadonlyMap<Schema, readonly Schema[]> {
  const children = new Map<Schema, Schema[]>();
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || schema.component === undefined) continue;
    for (const parent of schema.allOf?.flatMap(listReferred) ?? [])
      children.set(parent, [...(children.get(parent) ?? []), schema]);
  }
  return children;
}

function listDescendants(schema: Schema, children: ReadonlyMap<Schema, readonly Schema[]>, isDeep: boolean): Schema[] {
  const found = new Set(children.get(schema));
  if (!isDeep) return [...found];
  for (const child of found) for (const grandchild of children.get(child) ?? []) found.add(grandchild);
  found.delete(schema);
  return [...found];
}
