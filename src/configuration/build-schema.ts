import { type OptionRow, optionTable } from './option-table.js';
import { describeDefault, type JsonSchema, listChoices, optionTypes } from './option-types.js';

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
  return { description, ...optionTypes[row.holds].buildSchema(listChoices(row)) };
}
