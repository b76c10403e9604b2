import { Described } from '../model/in-place.js';
import type { KeywordSchema, Schema } from '../model/schema.js';

/** A property of the object that a form contains. */
interface FormProperty {
  readonly name: string;
  readonly schema: Schema;
  /** Whether every object that the schema allows has this property. */
  readonly required: boolean;
}

/** The properties that become the fields of a form. */
interface FormProperties {
  readonly properties: readonly FormProperty[];
  /** The schema of the properties that are not listed. */
  readonly additional?: Schema;
}

/**
 * Collects the properties of an object schema, through references, `allOf`, `anyOf`, `oneOf`, `then`, `else` and
 * `dependentSchemas`, each name once.
 */
export function collectFormProperties(schema: Schema | undefined): FormProperties {
  if (!schema) return { properties: [] };
  const possible = new Described([schema], { alternatives: true, branches: true });
  const { required } = new Described([schema]);
  const additional = possible.keywords.map(getAdditional).find((each) => each !== undefined);
  return {
    properties: [...possible.properties].flatMap(([name, [property]]) =>
      property ? [{ name, schema: property, required: required.has(name) }] : [],
    ),
    ...(additional && { additional }),
  };
}

function getAdditional({ additionalProperties: schema }: KeywordSchema): Schema | undefined {
  return schema?.kind === 'boolean' && !schema.value ? undefined : schema;
}
