/** The parameter, header or form field that has the serialized value. */
export interface SerializedElement {
  readonly kind: 'parameter' | 'header' | 'field';
  readonly name: string;
}

interface Styled {
  readonly style: string;
  readonly element: SerializedElement;
}

interface Content {
  readonly mediaType: string;
  readonly format: string;
}

/** Findings about serializations that OpenAPI does not define. */
export const serializationCodes = {
  'undefined-serialization': {
    warning: {
      'deep-object-of-other': ({ element }: { element: SerializedElement }): string =>
        describeElement(element, "style 'deepObject' of a value that is not an object", "it is read as 'form'"),
      'delimited-scalar': ({ style, element }: Styled): string =>
        describeElement(element, `style '${style}' of a value that is not an array or object`, "it is read as 'form'"),
      'delimited-exploded': ({ style, element }: Styled): string =>
        describeElement(element, `style '${style}' with 'explode: true'`, "it is read as 'form' with 'explode: true'"),
      'deep-object-not-exploded': (): string =>
        describeMissing("the style 'deepObject' with 'explode: false'", "it is read with 'explode: true'"),
      'parts-in-array': ({ style, element }: Styled): string =>
        describeElement(element, `an array or object inside an array by style '${style}'`, 'such a value is rejected'),
      'array-in-object': ({ style, element, isRepeated }: Styled & { isRepeated: boolean }): string =>
        describeElement(
          element,
          `an array inside an object by style '${style}'`,
          isRepeated ? 'its name is repeated for each item' : 'such a value is rejected',
        ),
      'object-in-object': ({ style, element, hasBrackets }: Styled & { hasBrackets: boolean }): string =>
        describeElement(
          element,
          `an object inside an object by style '${style}'`,
          hasBrackets ? 'its members have further brackets' : 'such a value is rejected',
        ),
      'cookie-with-commas': ({ element }: { element: SerializedElement }): string =>
        describeElement(element, "arrays and objects in a cookie with 'explode: false'", 'they are sent with commas'),
      'cookie-of-pairs': ({ element }: { element: SerializedElement }): string =>
        describeElement(element, "arrays and objects in a cookie by style 'form'", "'; ' separates the pairs"),
      'adjacent-parameters': ({ first, second, length }: { first: string; second: string; length: number }): string =>
        describeMissing(
          `adjacent path parameters '{${first}}{${second}}'`,
          `the server reads ${length === 1 ? 'one character' : `${length} characters`} as '${first}', the fewest that its schema allows`,
        ),
      'other-than-object': ({ mediaType, format }: Content): string =>
        describeMissing(`a value that is not an object as '${mediaType}'`, `it is read as ${nameFormat(format)}`),
      structure: ({ mediaType, format }: Content): string =>
        describeMissing(`an object or array as '${mediaType}'`, `it is read as ${nameFormat(format)}`),
      'structure-in-field': ({ name, mediaType, usual }: { name: string; mediaType: string; usual: string }): string =>
        describeElement(
          { kind: 'field', name },
          `an object or array as '${mediaType}'`,
          `it is read as JSON, '${usual}'`,
        ),
      'parts-without-names': (): string =>
        describeMissing("parts without names as 'multipart/form-data'", 'they are sent and read by position'),
      'schema-of-item': ({ mediaType }: { mediaType: string }): string =>
        describeMissing(
          `a schema of '${mediaType}' that does not describe an array`,
          'it is read as the schema of one item',
        ),
      'field-of-event': ({ name }: { name: string }): string =>
        describeMissing(`a field '${name}' of an event that is not a string`, 'it is read as JSON'),
      'shared-name': ({ shared, first, second }: { shared: string; first: string; second: string }): string =>
        describeMissing(
          `the name '${shared}' of both '${first}' and '${second}'`,
          'both receive the value under that name',
        ),
      'open-cookie': ({ element }: { element: SerializedElement }): string =>
        describeElement(element, `${furtherMembers} among all cookies`, 'the server reads those that the schema lists'),
      'open-beside-other': ({ element, other }: { element: SerializedElement; other: string }): string =>
        describeElement(
          element,
          `${furtherMembers} beside '${other}'`,
          'both receive the members that no other parameter has',
        ),
      'open-field': ({ element }: { element: SerializedElement }): string =>
        describeElement(
          element,
          `${furtherMembers} among the fields of a form`,
          'they are read as fields of their own',
        ),
    },
    hint: (): string => 'describe what the API does in a way that OpenAPI defines',
  },
};

const furtherMembers = 'further members of an exploded object';

function describeMissing(what: string, reading: string): string {
  return `OpenAPI defines no serialization for ${what}; ${reading}`;
}

function describeElement({ kind, name }: SerializedElement, what: string, reading: string): string {
  return describeMissing(`${what} (the ${kind} '${name}')`, reading);
}

function nameFormat(format: string): string {
  return format === 'json' ? 'JSON' : format;
}
