import { formatObject } from '../show-text.js';

/** What a member must be. */
export type Expected = keyof typeof expectations;

const expectations = {
  string: 'a string',
  flag: 'true or false',
  number: 'a number',
  strings: 'a list of strings',
  list: 'a list',
  object: 'an object',
} as const;

interface Mistake {
  readonly keyword: string;
  readonly expected: Expected;
  /** The value, or its kind, as text. */
  readonly found: string;
}

interface OtherVersion {
  readonly keyword: string;
  readonly version: string;
  readonly since: string;
}

/** Findings about keywords: their values, their versions, and references in place of them. */
export const keywordCodes = {
  'wrong-kind': {
    error: {
      member: ({ keyword, expected, found }: Mistake): string =>
        `'${keyword}' must be ${expectations[expected]}, not ${found}`,
      object: 'the {object} must be an object, not {found}',
      schema: 'a schema must be an object, not {found}',
      scopes: 'the list of scopes must be a list, not {found}',
      mapping: 'the mapping must be a string, not {found}',
      method: "a method in 'additionalOperations' must be a token (RFC 9110, section 5.6.2), not {found}",
    },
  },
  'read-as': {
    warning: {
      text: (mistake: Mistake): string => readAs(mistake, 'its text'),
      value: ({ reading, ...mistake }: Mistake & { reading: string }): string => readAs(mistake, reading),
      list: (mistake: Mistake): string => readAs(mistake, 'a list of this one'),
      documentation: (mistake: Mistake): string => readAs(mistake, 'documentation only'),
      default: "'default' should be of type {types}, but is {found}; it is read as {reading}",
      discriminator: "'discriminator' should be an object, but is {found}; it is read as its 'propertyName'",
      example: "'{name}' should be an Example Object, but is a bare value; it is read as its value",
      status: "'status' should be '{status}', but is '{found}'; it is read as '{status}'",
      method:
        "'additionalOperations' is only for methods without a keyword, but has '{found}'; it is read as the keyword '{keyword}'",
    },
  },
  'absent-keyword': {
    warning: {
      empty: "this {object} lacks '{keyword}'; it is read as empty",
      value: "this {object} lacks '{keyword}'; it is read as '{reading}'",
      none: "this {object} lacks '{keyword}'; it is read as having none",
      info: "this {object} lacks '{keyword}'; title and version are read as empty",
      responses: "this {object} lacks '{keyword}'; no response is declared",
      operations: "this {object} lacks '{keyword}'; there are no operations",
      'media-types': "this {object} lacks '{keyword}'; the body has no media type",
      string: "this {object} lacks '{keyword}'; the value is read as a string",
      items: "this {object} lacks '{keyword}'; any items are valid",
    },
  },
  'wrong-value': {
    error: {
      keyword: ({ keyword, value, allowed }: { keyword: string; value: string; allowed: readonly string[] }): string =>
        `'${keyword}' cannot be '${value}'; it must be one of: ${allowed.join(', ')}`,
      status: "'status' cannot be '{value}'; it must be a code such as '200', '2XX' … '5XX', or 'default'",
    },
    suggests: true,
  },
  'other-version-keyword': {
    warning: {
      'read-as-there': (finding: OtherVersion): string =>
        describeOtherVersion(finding, `it is read as in ${finding.since}`),
      nullable: (finding: OtherVersion): string =>
        describeOtherVersion(finding, 'it is read as in 3.0: the value may be null'),
      'without-effect': (finding: OtherVersion): string => describeOtherVersion(finding, 'it has no effect'),
      'request-body':
        'OpenAPI allows a request body of {method} since 3.1, but the description is 3.0; it is read as in 3.1',
    },
  },
  'wrong-reference-target': {
    error: ({ reference, expected, found }: { reference: string; expected: string; found: string }): string =>
      `'${reference}' should refer to ${formatObject(expected)}, but refers to ${formatObject(found)}`,
  },
  'unexpected-reference': {
    warning: {
      member: "OpenAPI allows no reference in place of '{keyword}'; it is followed anyway",
      object: 'OpenAPI allows no reference in place of the {object}; it is followed anyway',
    },
    hint: ({ reference, isMap }: { reference: string; isMap: boolean }): string =>
      isMap
        ? `list each name here with a reference of its own, such as 'Name: { $ref: "${reference}${reference.includes('#') ? '' : '#'}/Name" }'`
        : 'write here what it refers to',
  },
  'endless-reference': {
    error: {
      member: "these references form a cycle and never reach a value of '{keyword}'",
      object: ({ object }: { object: string }): string =>
        `these references form a cycle and never reach ${formatObject(object)}`,
    },
  },
  'no-effect': {
    warning: {
      'empty-list': "'{keyword}' has no effect: the list is empty",
      alone: ({ keyword, others }: { keyword: string; others: readonly string[] }): string =>
        `'${keyword}' has no effect: there is no '${others.join("' or '")}' beside it`,
      'no-list': "'{keyword}' has no effect: there is no list under 'items' beside it",
      'other-type': "'{keyword}' has no effect: it applies to values of type {types}, but 'type' is {own}",
      'no-count': "'{keyword}' has no effect: {value} is not a non-negative integer",
      'not-above-zero': "'{keyword}' has no effect: {value} is not greater than 0",
      contradicted: "'{keyword}' has no effect: '{other}' contradicts it",
      'no-valid-value': "'{keyword}' has no effect: no value is valid here",
      nullable: "'nullable' has no effect: without 'type' beside it, null is allowed anyway",
      'required-flag':
        "'required' has no effect: it is a list of the names of required properties, on the object that has them",
      'no-recursive-anchor': "'{keyword}' has no effect: no schema around it has '$recursiveAnchor'",
      'no-property': "'{keyword}' has no effect: no property has this schema",
      'no-alternative': "'discriminator' has no effect: no alternative has a property '{name}'",
      'value-not-allowed': "'{value}' has no effect: the schema that it maps to does not allow this value of '{name}'",
      'not-of-form':
        "'{keyword}' has no effect: it applies to the parts of forms and multipart content, but the media type is '{mediaType}'",
      'no-such-property': "'{keyword}' has no effect: the schema has no property of this name",
      'style-beside':
        "'{keyword}' has no effect: 'style', 'explode' or 'allowReserved' beside it decides how the value is written",
      'content-beside':
        "'{keyword}' has no effect: it applies to a 'schema', but 'content' decides how the value is written",
      'not-encoded': "'{keyword}' has no effect: nothing is percent-encoded here",
      'query-only': "'{keyword}' has no effect: it applies to query parameters",
      'no-operation': "'{path}' has no effect: it has no operation",
      'circular-parents': "'parent' has no effect: the parents of this tag form a cycle",
      'unknown-tag': "'parent' has no effect: there is no tag '{parent}'",
    },
    effect: 'ignored',
  },
} as const;

function readAs({ keyword, expected, found }: Mistake, reading: string): string {
  return `'${keyword}' should be ${expectations[expected]}, but is ${found}; it is read as ${reading}`;
}

function describeOtherVersion({ keyword, version, since }: OtherVersion, reading: string): string {
  return since < version
    ? `'${keyword}' belongs to OpenAPI ${since}, but the description is ${version}; ${reading}`
    : `'${keyword}' was added in OpenAPI ${since}, but the description is ${version}; ${reading}`;
}
