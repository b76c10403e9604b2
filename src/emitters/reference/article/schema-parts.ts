import { formatPart, partLabels } from '../../../changes/part-labels.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { structuralMembers } from '../../../model/schema-keywords.js';
import { listSubschemas, type Subschema } from '../../../model/walk-schemas.js';

/** A schema inside a schema, with a label that describes how it applies. */
interface SchemaPart {
  readonly label: string;
  readonly schema: Schema;
}

const labelled: ReadonlySet<string> = new Set(partLabels.map(([keyword]) => keyword));

/** Lists the subschemas of a schema. Omits properties and, in a list of values, members that only contain values. */
export function listParts(schema: KeywordSchema, isListed: boolean): SchemaPart[] {
  const named = listNamed(schema);
  const targets = new Set(named.map((part) => part.schema));
  const inside = listSubschemas(schema).filter(
    (part) => labelled.has(part.keyword) && !isEvident(part, isListed) && !isNamed(part, targets),
  );
  if (inside.length === 0) return named;
  const parts: SchemaPart[] = [];
  for (const [keyword] of partLabels)
    for (const part of inside)
      if (part.keyword === keyword) parts.push({ label: formatPart(part), schema: part.schema });
  return [...parts, ...named];
}

// The type of an array shows the type of its items, and a list of values shows the values of its members.
function isEvident({ keyword, schema }: Subschema, isListed: boolean): boolean {
  if (keyword === 'items') return isShownByType(schema);
  if (keyword === 'anyOf' || keyword === 'oneOf') return isListed && !hasMore(schema, shownByList);
  return keyword === 'additionalProperties' && schema.kind === 'boolean';
}

// The value of the discriminator names the schema, so the list of alternatives omits it.
function isNamed({ keyword, schema }: Subschema, targets: ReadonlySet<Schema>): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return false;
  return targets.has(schema.kind === 'keywords' && !hasMore(schema, shownAlways) ? (schema.ref ?? schema) : schema);
}

function listNamed({ discriminator }: KeywordSchema): SchemaPart[] {
  if (!discriminator) return [];
  const { propertyName, mapping, defaultMapping, inheritance } = discriminator;
  const named = mapping.filter(({ explicit }) => explicit || inheritance);
  return [
    ...named.map(({ value, schema }) => ({ label: `${propertyName} = ${value}`, schema })),
    ...(defaultMapping ? [{ label: `${propertyName} = anything else`, schema: defaultMapping }] : []),
  ];
}

const structure = [...structuralMembers].filter((member) => member !== 'transitions');
const shownAlways: ReadonlySet<string> = new Set([...structure, 'types', 'ref']);
const shownByType: ReadonlySet<string> = new Set([...shownAlways, 'format']);
const shownByList: ReadonlySet<string> = new Set([...shownAlways, 'enum', 'const']);

/** Returns whether the type of a schema shows all that it says. This is so for most schemas. */
export function isShownByType(schema: Schema): boolean {
  return !hasMore(schema, shownByType);
}

function hasMore(schema: Schema, shown: ReadonlySet<string>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  if (schema.notShown.length + schema.source.length > 0) return true;
  for (const [name, value] of Object.entries(schema)) if (value !== undefined && !shown.has(name)) return true;
  return false;
}
