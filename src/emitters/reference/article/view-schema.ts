import type { JsonValue } from '../../../model/element.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { type Enumeration, readEnumeration } from '../../../naming/read-enumeration.js';
import type { View } from '../../../text/templates.js';
import { viewItem } from '../view-items.js';
import type { NamedSchema } from './anchors.js';
import { listConstraints } from './constraints.js';

/** The schemas that have a place of their own. */
export type NamedSchemas = ReadonlyMap<Schema, NamedSchema>;

/** Gives what is printed of a schema where it is used: its name where it has a place of its own, else all of it. */
export function viewSchemaUse(schema: Schema, named: NamedSchemas): View {
  return named.has(schema) ? { type: viewType(schema, named) } : viewSchema(schema, named);
}

/** Gives what is printed of a schema at its own place: type, rules, texts, items and all that it holds. */
export function viewSchema(schema: Schema, named: NamedSchemas): View {
  const own = { items: schema.notShown.map(viewItem), sources: [...schema.source], type: viewOwnType(schema, named) };
  if (schema.kind === 'boolean') return own;
  if (schema.kind === 'not-shown') return { ...own, title: schema.title, description: schema.description };
  const listed = readEnumeration(schema);
  const { title, description, deprecated, readOnly, writeOnly, externalDocs, transitions } = schema;
  return {
    ...own,
    title,
    description,
    flags: [deprecated && 'deprecated', readOnly && 'only in responses', writeOnly && 'only in requests'].filter(
      isText,
    ),
    constraints: listConstraints(schema),
    values: (listed?.known ?? schema.enum ?? []).map(printValue),
    isOpen: listed?.open,
    default: schema.default === undefined ? undefined : printValue(schema.default),
    examples: (schema.examples ?? []).map((value) => JSON.stringify(value, null, 1)),
    externalDocs: externalDocs && { url: externalDocs.url, description: externalDocs.description ?? externalDocs.url },
    transitions: transitions?.map(({ from, operation, to, effect, condition }) => ({
      from,
      operation,
      to: to ?? undefined,
      effect,
      condition,
    })),
    fields: viewFields(schema, named),
    parts: viewParts(schema, named, listed !== undefined),
  };
}

/** A piece of a type: words, or the name of a schema that has a place of its own. */
type TypePart = { readonly text: string; readonly anchor?: string };

function words(text: string): TypePart[] {
  return [{ text }];
}

// The type in words; a schema that has a place of its own is told by its name.
function viewType(schema: Schema, named: NamedSchemas): TypePart[] {
  const own = named.get(schema);
  return own ? [{ text: own.name, anchor: own.anchor }] : viewOwnType(schema, named);
}

function viewOwnType(schema: Schema, named: NamedSchemas): TypePart[] {
  if (schema.kind === 'boolean') return words(schema.value ? 'any value' : 'no value');
  if (schema.kind === 'not-shown') return words('not shown');
  if (schema.ref) return viewType(schema.ref, named);
  const { types, format, items, const: constant } = schema;
  if (constant !== undefined) return words(`the value ${printValue(constant)}`);
  const listed = readEnumeration(schema);
  if (listed && !types) return words(wordTypes(listed));
  if (!types) return words(wordUntyped(schema));
  const plain = types.filter((type) => type !== 'null' || types.length === 1).join(' or ');
  const nullable = types.includes('null') && types.length > 1 ? ' or null' : '';
  if (types.includes('array') && items) {
    return [{ text: `${plain} of ` }, ...viewType(items, named), ...(nullable ? words(nullable) : [])];
  }
  return words(`${plain}${format === undefined ? '' : ` (${format})`}${nullable}`);
}

function wordTypes({ known, nullable }: Enumeration): string {
  const types = new Set<string>(known.map((value) => typeof value));
  return [...types, ...(nullable ? ['null'] : [])].join(' or ');
}

function wordUntyped({ anyOf, oneOf, allOf, enum: values, if: condition, not, properties }: KeywordSchema): string {
  if (properties) return 'object';
  return (anyOf ?? oneOf ?? allOf ?? values ?? condition ?? not) ? '' : 'any value';
}

function viewFields(schema: KeywordSchema, named: NamedSchemas): View[] {
  const required = new Set(schema.required);
  const fields = (schema.properties ?? []).map(({ name, schema: property }) => ({
    name,
    required: required.has(name),
    schema: viewSchemaUse(property, named),
  }));
  for (const { name } of schema.properties ?? []) required.delete(name);
  return [
    ...fields,
    ...[...required].map((name) => ({ name, required: true, schema: { type: words('any value') } })),
    ...(schema.patternProperties ?? []).map(({ pattern, schema: property }) => ({
      name: pattern,
      isPattern: true,
      schema: viewSchemaUse(property, named),
    })),
  ];
}

/** The schemas inside a schema, with the words that say what they are to it; a list of values is no union worth telling. */
function viewParts(schema: KeywordSchema, named: NamedSchemas, isListed: boolean): View[] {
  const part = (label: string, ...schemas: (Schema | undefined)[]): View[] => {
    const shown = schemas.filter((one) => one !== undefined);
    return shown.length === 0 ? [] : [{ label, schemas: shown.map((one) => viewSchemaUse(one, named)) }];
  };
  const { items, additionalProperties: others, discriminator } = schema;
  const isInline = items && !named.has(items) && hasMore(items);
  return [
    ...part('all of', ...(schema.allOf ?? [])),
    ...(isListed ? [] : [...part('any of', ...(schema.anyOf ?? [])), ...part('one of', ...(schema.oneOf ?? []))]),
    ...part('not', schema.not),
    ...part('if', schema.if),
    ...part('then', schema.then),
    ...part('else', schema.else),
    ...part('each item', isInline ? items : undefined),
    ...(schema.prefixItems ?? []).flatMap((item, index) => part(`item ${index + 1}`, item)),
    ...part('contains', schema.contains),
    ...part('other items', schema.unevaluatedItems),
    ...part('other fields', others ?? schema.unevaluatedProperties),
    ...part('names of fields', schema.propertyNames),
    ...(schema.dependentSchemas ?? []).flatMap(({ name, schema: one }) => part(`with the field ${name}`, one)),
    ...part('its content', schema.contentSchema),
    ...part('in dynamic scope', schema.dynamicRef?.initial),
    ...(discriminator?.mapping ?? []).flatMap(({ value, schema: one }) =>
      part(`${discriminator?.propertyName} = ${value}`, one),
    ),
    ...part(`${discriminator?.propertyName} = anything else`, discriminator?.defaultMapping),
  ];
}

// An array says the type of its items itself; only what is more than a type stands below it.
function hasMore(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return true;
  const { kind, origin, notShown, source, resource, types, format, ref, component, definition, ...more } = schema;
  return notShown.length > 0 || Object.values(more).some((value) => value !== undefined);
}

/** Prints a value as JSON in one line. */
export function printValue(value: JsonValue): string {
  return JSON.stringify(value);
}

function isText(value: string | false | undefined): value is string {
  return typeof value === 'string';
}
