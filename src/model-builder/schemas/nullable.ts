import type { KeywordSchema, Schema } from '../../model/schema.js';
import { partRows, type SchemaMember } from '../../model/schema-keywords.js';
import type { Draft } from '../node.js';
import type { SchemaDraft, SchemaReader } from './schema-draft.js';

const none: readonly never[] = [];

/**
 * Converts `nullable: true` of OpenAPI 3.0 to JSON Schema 2020-12: the type `null`, and an alternative for null if
 * other keywords forbid it. Some authors write `nullable` beside `allOf`, or beside an `enum` that does not list null.
 * They mean that the value may be null, so null is allowed.
 */
export function addNullable(schema: SchemaDraft, reader: SchemaReader): void {
  const { nullable } = reader.value;
  if (nullable === undefined) return;
  const { context } = reader;
  const isNullable = nullable === true || nullable === 'true';
  if (context.version !== '3.0') {
    const variant = isNullable ? 'nullable' : 'without-effect';
    const finding = { variant, keyword: 'nullable', version: context.version, since: '3.0' } as const;
    context.report('other-version-keyword', reader.at('nullable'), finding, 'key');
  }
  if (!isNullable) return;
  if (schema.types && !schema.types.includes('null')) schema.types = [...schema.types, 'null'];
  const beside: string[] = [];
  if (schema.enum && !schema.enum.includes(null)) {
    schema.enum = [...schema.enum, null];
    beside.push('enum');
  }
  beside.push(...addAlternative(schema, reader));
  if (!schema.types && !schema.enum && beside.length === 0) beside.push(...addImpliedType(schema));
  if (!schema.types && !schema.enum && beside.length === 0)
    context.report('no-effect', reader.at('nullable'), { variant: 'nullable' }, 'key');
  if (beside.length > 0) context.report('null-added', reader.at('nullable'), { beside: beside.join("', '") }, 'key');
}

// OpenAPI 3.0.4, 4.7.24: `nullable` needs a type. Authors mean the type to which these keywords apply.
function addImpliedType(schema: SchemaDraft): string[] {
  const members = ['properties', 'additionalProperties', 'required'] as const;
  const found = members.find((keyword) => schema[keyword] !== undefined);
  if (found) schema.types = ['object', 'null'];
  else if (schema.items) schema.types = ['array', 'null'];
  return found ? [found] : schema.items ? ['items'] : [];
}

// The keywords whose schemas may forbid null.
const forbidding = partRows.filter(({ applies }) => applies === 'always' || applies === 'alternative');

/** Adds an alternative for null to each keyword that may forbid null. Returns these keywords. */
function addAlternative(schema: SchemaDraft, reader: SchemaReader): string[] {
  const inner: Draft<KeywordSchema> = {
    kind: 'keywords',
    origin: schema.origin,
    notShown: none,
    source: none,
  };
  const moved: string[] = [];
  const move = <K extends SchemaMember>(member: K, keyword: string): void => {
    const value = schema[member];
    if (value === undefined || value === null) return;
    inner[member] = value;
    delete schema[member];
    moved.push(keyword);
  };
  for (const { member, keyword } of forbidding) move(member, keyword);
  move('const', 'const');
  const [first] = moved;
  if (first === undefined) return moved;
  if (schema.discriminator) inner.discriminator = schema.discriminator;
  delete schema.discriminator;
  inner.origin = reader.at(first);
  schema.anyOf = [reader.context.schemas.add(inner), addNull(reader)];
  return moved;
}

// The schema for null has the place of `nullable`.
function addNull(reader: SchemaReader): Schema {
  const origin = reader.at('nullable');
  return reader.context.schemas.add({
    kind: 'keywords',
    origin,
    types: ['null'],
    notShown: none,
    source: none,
  });
}
