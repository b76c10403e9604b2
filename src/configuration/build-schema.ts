import { type OptionRow, optionTable } from './option-table.js';
import { describeDefault, listChoices } from './option-types.js';

type JsonSchema = { readonly [keyword: string]: unknown };

/** Builds the JSON Schema of `lacuna.config.json`, with which editors complete and check it. */
export function buildConfigurationSchema(): JsonSchema {
  const options = Object.fromEntries(Object.entries(optionTable).map(([option, row]) => [option, buildSchema(row)]));
  const shared = Object.entries(optionTable).flatMap(([option, { isOfOne }]) => (isOfOne ? [] : option));
  const api = { type: 'object', required: ['spec'], additionalProperties: false, properties: options };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of lacuna',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...options,
      apis: {
        description:
          'Several descriptions, by the names that commands accept. The options of a description override the shared ones.',
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$' },
        additionalProperties: api,
      },
    },
    if: { required: ['apis'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { propertyNames: { enum: ['$schema', 'apis', ...shared] } },
  };
}

function buildSchema(row: OptionRow): JsonSchema {
  const text = row.description.charAt(0).toUpperCase() + row.description.slice(1);
  const usual = describeDefault(row);
  const description = usual === undefined ? `${text}.` : `${text}. By default: ${usual}.`;
  return { description, ...buildType(row) };
}

function buildType(row: OptionRow): JsonSchema {
  const choices = listChoices(row);
  switch (row.holds) {
    case 'description':
    case 'file':
    case 'folder':
      return { type: 'string', minLength: 1 };
    case 'files': {
      const path = { type: 'string', minLength: 1 };
      return { anyOf: [path, { type: 'array', items: path }] };
    }
    case 'kinds':
      return { type: 'array', items: { enum: choices } };
    case 'emitters': {
      const module = { type: 'string', minLength: 1 };
      const pair = { type: 'array', items: [module, { type: 'object' }] };
      return { type: 'array', items: { anyOf: [module, pair] } };
    }
    case 'choice':
      return { enum: choices };
    case 'selection': {
      const list = { type: 'array', items: { type: 'string' } };
      return { type: 'object', additionalProperties: false, properties: buildMembers(choices, list) };
    }
    case 'names':
      return { type: 'object', additionalProperties: { type: 'string', minLength: 1 } };
    case 'ids':
      return { type: 'array', items: { type: 'string', minLength: 1 } };
    case 'limits':
    case 'counts': {
      const number = { type: 'integer', minimum: 0 };
      return { type: 'object', additionalProperties: false, properties: buildMembers(choices, number) };
    }
    case 'switch':
      return { type: 'boolean' };
  }
}

function buildMembers(names: readonly string[], schema: JsonSchema): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, schema]));
}
