import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, lookUp, rewriteSchemas, type SchemaObject } from './json-schema.js';

/** Checks a value by ajv; returns its errors. */
type Check = (value: unknown) => readonly ErrorObject[];

/**
 * Loads a whole description into ajv, each schema changed by a function; returns a function that makes the check at a JSON
 * pointer, or throws as ajv does.
 */
export function makeAjv(
  description: SchemaObject,
  change: (schema: SchemaObject) => SchemaObject = (schema) => schema,
): (pointer: string) => Check {
  const is30 = String(description['openapi']).startsWith('3.0');
  const root = rewriteSchemas(description, (schema) => modernize(change(forResponse(description, schema)), is30));
  // Formats are compared by the optional tests of the JSON Schema Test Suite. Each check is used a few times only.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    logger: false,
    code: { optimize: false },
  });
  ajv.addSchema({ ...(root as SchemaObject), $id: 'https://description.invalid/' });
  return (pointer) => {
    const check: ValidateFunction = ajv.compile({ $ref: `https://description.invalid/#${encodeURI(pointer)}` });
    check(null); // A circle of schemas that apply each other to the same value never ends in ajv, whatever the value.
    return (value) => (check(value) ? [] : (check.errors ?? []));
  };
}

/**
 * Translates OpenAPI 3.0's dialect to JSON Schema 2020-12 (OpenAPI 3.0.4, 4.7.24), with our reading of `nullable`: the value
 * may be null, whatever is beside it (the diagnostic `null-added` reports where that is a choice).
 */
function modernize(schema: SchemaObject, is30: boolean): SchemaObject {
  if (is30 && typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const { nullable, ...rest } = schema;
  const bounds = [rest['exclusiveMinimum'], rest['exclusiveMaximum']];
  const plain = bounds.some((bound) => typeof bound === 'boolean') ? withBounds(rest) : rest;
  return nullable === true || nullable === 'true' ? allowNull(plain) : plain;
}

// The constraints of objects and arrays stay in place, so that JSON pointers into them keep their meaning.
function allowNull(schema: SchemaObject): SchemaObject {
  const forbidsNull = ['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not'];
  const entries = Object.entries(schema);
  const isMoved = ([keyword]: readonly [string, unknown]): boolean => forbidsNull.includes(keyword);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isMoved(entry))),
    if: { type: 'null' },
    else: Object.fromEntries(entries.filter(isMoved)),
  };
}

function withBounds(schema: SchemaObject): SchemaObject {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  const result: Record<string, unknown> = { ...rest };
  if (typeof exclusiveMinimum === 'number') result['exclusiveMinimum'] = exclusiveMinimum;
  if (typeof exclusiveMaximum === 'number') result['exclusiveMaximum'] = exclusiveMaximum;
  if (minimum !== undefined) result[exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (maximum !== undefined) result[exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'] = maximum;
  return result;
}

/** A response need not contain writeOnly properties (OpenAPI 3.1.1, 4.8.24; 3.0.4, 4.7.24.2). */
function forResponse(root: unknown, schema: SchemaObject): SchemaObject {
  const { required, properties } = schema;
  if (!Array.isArray(required) || !isObject(properties)) return schema;
  return { ...schema, required: required.filter((name) => !isWriteOnly(root, properties[name])) };
}

function isWriteOnly(root: unknown, schema: unknown, hops: number = 0): boolean {
  if (!isObject(schema) || hops > 8) return false;
  if (schema['writeOnly'] === true) return true;
  return typeof schema['$ref'] === 'string' && isWriteOnly(root, lookUp(root, schema['$ref']), hops + 1);
}
