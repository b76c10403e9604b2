import type { KeywordSchema, Schema } from '../model/schema.js';

/** A property of the object that a form holds. */
export interface FormProperty {
  readonly name: string;
  readonly schema: Schema;
  /** Whether every object that the schema allows has it. */
  readonly required: boolean;
}

/** The properties that the fields of a form are made of. */
export interface FormProperties {
  readonly properties: readonly FormProperty[];
  /** Of the properties that are not listed. */
  readonly additional?: Schema;
}

/** Lists the properties of an object schema, through references, `allOf`, `anyOf` and `oneOf`, each name once. */
export function formPropertiesOf(schema: Schema | undefined): FormProperties {
  const found: Found = { properties: new Map(), required: new Set(), additional: undefined };
  collect(schema, found, true, new Set());
  return {
    properties: [...found.properties].map(([name, property]) => ({
      name,
      schema: property,
      required: found.required.has(name),
    })),
    ...(found.additional && { additional: found.additional }),
  };
}

interface Found {
  readonly properties: Map<string, Schema>;
  readonly required: Set<string>;
  additional: Schema | undefined;
}

function collect(schema: Schema | undefined, found: Found, always: boolean, seen: Set<Schema>): void {
  if (schema?.kind !== 'keywords' || seen.has(schema) || seen.size > 1000) return;
  seen.add(schema);
  for (const { name, schema: property } of schema.properties ?? []) {
    if (!found.properties.has(name)) found.properties.set(name, property);
  }
  if (always) for (const name of schema.required ?? []) found.required.add(name);
  found.additional ??= additionalOf(schema);
  for (const part of [schema.ref, schema.dynamicRef?.initial, ...(schema.allOf ?? [])])
    collect(part, found, always, seen);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) collect(part, found, false, seen);
}

function additionalOf({ additionalProperties: schema }: KeywordSchema): Schema | undefined {
  return schema?.kind === 'boolean' && !schema.value ? undefined : schema;
}
