/** The parameter, header or form field that has the serialized value. */
export interface SerializedElement {
  readonly kind: 'parameter' | 'header' | 'field';
  readonly name: string;
}

interface Content {
  readonly mediaType: string;
  readonly format: string;
}

/** Findings about serializations that OpenAPI does not define. */
export const serializationCodes = {
  'undefined-serialization': {
    warning: {
      'deep-object-of-other':
        "OpenAPI defines no serialization for style 'deepObject' of a value that is not an object (the {kind} '{name}'); it is read as 'form'",
      'delimited-scalar':
        "OpenAPI defines no serialization for style '{style}' of a value that is not an array or object (the {kind} '{name}'); it is read as 'form'",
      'delimited-exploded':
        "OpenAPI defines no serialization for style '{style}' with 'explode: true' (the {kind} '{name}'); it is read as 'form' with 'explode: true'",
      'deep-object-not-exploded':
        "OpenAPI defines no serialization for the style 'deepObject' with 'explode: false'; it is read with 'explode: true'",
      'parts-in-array':
        "OpenAPI defines no serialization for an array or object inside an array by style '{style}' (the {kind} '{name}'); such a value is rejected",
      'array-in-object':
        "OpenAPI defines no serialization for an array inside an object by style '{style}' (the {kind} '{name}'); such a value is rejected",
      'repeated-in-object':
        "OpenAPI defines no serialization for an array inside an object by style '{style}' (the {kind} '{name}'); its name is repeated for each item",
      'object-in-object':
        "OpenAPI defines no serialization for an object inside an object by style '{style}' (the {kind} '{name}'); such a value is rejected",
      'object-in-brackets':
        "OpenAPI defines no serialization for an object inside an object by style '{style}' (the {kind} '{name}'); its members have further brackets",
      'cookie-with-commas':
        "OpenAPI defines no serialization for arrays and objects in a cookie with 'explode: false' (the {kind} '{name}'); they are sent with commas",
      'cookie-of-pairs':
        "OpenAPI defines no serialization for arrays and objects in a cookie by style 'form' (the {kind} '{name}'); '; ' separates the pairs",
      'adjacent-parameters': ({ first, second, length }: { first: string; second: string; length: number }): string =>
        `OpenAPI defines no serialization for adjacent path parameters '{${first}}{${second}}'; the server reads ${length === 1 ? 'one character' : `${length} characters`} as '${first}', the fewest that its schema allows`,
      'other-than-object': ({ mediaType, format }: Content): string =>
        `OpenAPI defines no serialization for a value that is not an object as '${mediaType}'; it is read as ${nameFormat(format)}`,
      structure: ({ mediaType, format }: Content): string =>
        `OpenAPI defines no serialization for an object or array as '${mediaType}'; it is read as ${nameFormat(format)}`,
      'structure-in-field':
        "OpenAPI defines no serialization for an object or array as '{mediaType}' (the field '{name}'); it is read as JSON, '{usual}'",
      'parts-without-names':
        "OpenAPI defines no serialization for parts without names as 'multipart/form-data'; they are sent and read by position",
      'schema-of-item':
        "OpenAPI defines no serialization for a schema of '{mediaType}' that does not describe an array; it is read as the schema of one item",
      'field-of-event':
        "OpenAPI defines no serialization for a field '{name}' of an event that is not a string; it is read as JSON",
      'shared-name':
        "OpenAPI defines no serialization for the name '{shared}' of both '{first}' and '{second}'; both receive the value under that name",
      'open-cookie':
        "OpenAPI defines no serialization for further members of an exploded object among all cookies (the {kind} '{name}'); the server reads those that the schema lists",
      'open-beside-other':
        "OpenAPI defines no serialization for further members of an exploded object beside '{other}' (the {kind} '{name}'); both receive the members that no other parameter has",
      'open-field':
        "OpenAPI defines no serialization for further members of an exploded object among the fields of a form (the {kind} '{name}'); they are read as fields of their own",
    },
    hint: 'describe what the API does in a way that OpenAPI defines',
  },
} as const;

function nameFormat(format: string): string {
  return format === 'json' ? 'JSON' : format;
}
