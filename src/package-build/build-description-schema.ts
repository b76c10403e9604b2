import { kindTexts } from '../emitters/not-shown/contract.js';
import { type GapKind, gapKinds } from '../model/element.js';
import type { Held } from '../model/keyword-table.js';
import {
  getTitle,
  listFields,
  type ObjectField,
  type ObjectKind,
  type ObjectName,
  tabledObjects,
} from '../model/openapi-objects.js';
import { findSchemaKeyword, schemaKeywordNames } from '../model/schema-keywords.js';
import { extensionSchemas, ownForms } from '../model-builder/gaps/extension-schemas.js';
import { gapPlaces } from '../model-builder/gaps/product-extensions.js';

type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * Builds the JSON Schema with which editors complete and check a description that has Lacuna's extensions. It contains
 * the fields of each object, and the extensions that are allowed there. It does not check the rest of OpenAPI.
 */
export function buildDescriptionSchema(): JsonSchema {
  const { 'x-not-shown': _, id, gap, ...extensions } = extensionSchemas;
  const forms: { readonly [name: string]: object | undefined } = ownForms;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'OpenAPI description with the extensions of lacuna',
    allOf: [{ $ref: '#/definitions/openapi' }],
    required: ['openapi', 'info'],
    definitions: {
      ...Object.fromEntries(tabledObjects.map((object) => [object, buildObject(object)])),
      schema: buildSchemaObject(),
      id: { ...id, description: 'The id of a gap that is defined elsewhere.' },
      gap,
      ...Object.fromEntries(
        Object.entries(extensions).map(([name, schema]) => [name, buildExtension(schema, forms[name])]),
      ),
    },
  };
}

// A value of another tool is accepted. Editors complete members before the value has one that makes it Lacuna's.
function buildExtension(schema: object, ownForm: object | undefined): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...listNames(schema), if: ownForm, then: schema };
}

function listNames(schema: { readonly properties?: object; readonly items?: object }): object {
  const { properties, items } = schema;
  return {
    ...(properties && { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, true])) }),
    ...(items && { items: listNames(items) }),
  };
}

function buildObject(object: ObjectName): JsonSchema {
  const fields = listFields(object);
  const named = fields.filter(({ name }) => name !== '*');
  const chosen = fields.filter(({ name }) => name === '*');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(named.map((field) => [field.name, buildField(field)])),
      ...buildExtensions(getTitle(object)),
    },
    ...(chosen[0] && { patternProperties: { '^(?!x-)': buildField(chosen[0]) } }),
  };
}

function buildField({ object, holds }: ObjectField): JsonSchema {
  const held = object === undefined ? true : buildReference(object);
  if (holds === 'list') return { type: 'array', items: held };
  return holds === 'map' ? { type: 'object', additionalProperties: held } : held;
}

function buildReference(definition: string): JsonSchema {
  return { $ref: `#/definitions/${definition}` };
}

function buildSchemaObject(): JsonSchema {
  const keywords = schemaKeywordNames.map((name) => [name, buildKeyword(findSchemaKeyword(name).holds)] as const);
  const properties = { ...Object.fromEntries(keywords), ...buildExtensions('Schema Object') };
  return { type: ['object', 'boolean'], properties };
}

function buildKeyword(holds: Held): JsonSchema {
  switch (holds) {
    case 'schema':
      return buildReference('schema');
    case 'schema[]':
      return { type: 'array', items: buildReference('schema') };
    case 'schema{}':
    case 'schema{pattern}':
      return { type: 'object', additionalProperties: buildReference('schema') };
    // The value of `$ref` is a text, not a Reference Object.
    case 'reference':
      return true;
    default:
      return tabledObjects.some((object) => object === holds) ? buildReference(holds) : true;
  }
}

/**
 * The objects on which each other extension has an effect. An extension that is not listed has an effect on all
 * objects.
 */
const extensionPlaces: { readonly [name: string]: readonly ObjectKind[] | undefined } = {
  'x-transitions': ['Schema Object'],
  'x-requires': ['Parameter Object'],
  'x-pagination': ['Operation Object'],
  'x-identifier': ['Operation Object', 'Parameter Object', 'Schema Object'],
  'x-resolved': ['OpenAPI Object'],
};

function buildExtensions(object: ObjectKind): { readonly [name: string]: JsonSchema } {
  const { 'x-not-shown': list, id: _, gap: __, ...extensions } = extensionSchemas;
  const kinds = gapKinds.filter((kind) => gapPlaces[kind].includes(object));
  const names = Object.keys(extensions).filter((name) => extensionPlaces[name]?.includes(object) ?? true);
  return {
    ...(kinds.length > 0 && { 'x-not-shown': { ...list, items: buildEntry(kinds) } }),
    ...Object.fromEntries(names.map((name) => [name, buildReference(name)])),
  };
}

// An entry is an id or a gap. With `if`, editors complete the fields of a gap.
function buildEntry(kinds: readonly GapKind[]): JsonSchema {
  const enumDescriptions = kinds.map((kind) => `${kindTexts[kind].asks}; to answer: ${kindTexts[kind].answer}`);
  const gap = { allOf: [buildReference('gap')], properties: { kind: { enum: kinds, enumDescriptions } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { type: 'string' }, then: buildReference('id'), else: gap };
}
