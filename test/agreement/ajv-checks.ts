import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, lookUp, rewriteSchemas, type SchemaObject } from './json-schema.js';

/** Checks a value with ajv. Returns the errors. */
type Check = (value: unknown) => readonly ErrorObject[];

/**
 * Loads a whole description into ajv, with each schema changed by a function. Returns a function that returns the check
 * for the schema at a JSON pointer. It throws what ajv throws.
 */
export function makeAjv(
  description: SchemaObject,
  change: (schema: SchemaObject) => SchemaObject = (schema) => schema,
): (pointer: string) => Check {
  const is30 = String(description['openapi']).startsWith('3.0');
  const root = rewriteSchemas(description, (schema) => modernize(change(forResponse(description, schema)), is30));
  // `format` is not checked here, because the optional tests of the JSON Schema Test Suite compare it. `code` is not
  // optimized, because each check runs only a few times.
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
    check(null); // If schemas in a circle apply each other to the same value, ajv never returns for any value.
    return (value) => (check(value) ? [] : (check.errors ?? []));
  };
}

/**
 * Translates the dialect of OpenAPI 3.0 into JSON Schema 2020-12 (OpenAPI 3.0.4, 4.7.24). It reads `nullable` as lacuna
 * does: the value can be null regardless of the other keywords. The finding `null-added` reports where this is a
 * choice.
 */
function modernize(schema: SchemaObject, is30: boolean): SchemaObject {
  if (is30 && typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const { nullable, ...rest } = schema;
  const bounds = [rest['exclusiveMinimum'], rest['exclusiveMaximum']];
  const plain = bounds.some((bound) => typeof bound === 'boolean') ? withBounds(rest) : rest;
  return nullable === true || nullable === 'true' ? allowNull(plain) : plain;
}

// The constraints of objects and arrays stay where they are, so that JSON pointers into them are still valid.
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

/**
 * Makes `writeOnly` properties optional, because a response need not contain them (OpenAPI 3.1.1, 4.8.24; 3.0.4,
 * 4.7.24.2).
 */
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
