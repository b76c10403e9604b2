import { formatObject } from '../show-value.js';
import { suggestCandidate } from './row.js';

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

interface Absence {
  readonly object: string;
  readonly keyword: string;
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
      object: ({ object, found }: { object: string; found: string }): string =>
        `the ${object} must be an object, not ${found}`,
      schema: ({ found }: { found: string }): string => `a schema must be an object, not ${found}`,
      scopes: ({ found }: { found: string }): string => `the list of scopes must be a list, not ${found}`,
      mapping: ({ found }: { found: string }): string => `the mapping must be a string, not ${found}`,
      method: ({ found }: { found: string }): string =>
        `a method in 'additionalOperations' must be a token (RFC 9110, section 5.6.2), not ${found}`,
    },
  },
  'read-as': {
    warning: {
      text: (mistake: Mistake): string => readAs(mistake, 'its text'),
      value: ({ reading, ...mistake }: Mistake & { reading: string }): string => readAs(mistake, reading),
      list: (mistake: Mistake): string => readAs(mistake, 'a list of this one'),
      documentation: (mistake: Mistake): string => readAs(mistake, 'documentation only'),
      default: ({ types, found, reading }: { types: string; found: string; reading: string }): string =>
        `'default' should be of type ${types}, but is ${found}; it is read as ${reading}`,
      discriminator: ({ found }: { found: string }): string =>
        `'discriminator' should be an object, but is ${found}; it is read as its 'propertyName'`,
      example: ({ name }: { name: string }): string =>
        `'${name}' should be an Example Object, but is a bare value; it is read as its value`,
      status: ({ found, status }: { found: string; status: string }): string =>
        `'status' should be '${status}', but is '${found}'; it is read as '${status}'`,
      method: ({ found, keyword }: { found: string; keyword: string }): string =>
        `'additionalOperations' is only for methods without a keyword, but has '${found}'; it is read as the keyword '${keyword}'`,
    },
  },
  'absent-keyword': {
    warning: {
      empty: (absence: Absence): string => describeAbsence(absence, 'it is read as empty'),
      value: ({ reading, ...absence }: Absence & { reading: string }): string =>
        describeAbsence(absence, `it is read as '${reading}'`),
      none: (absence: Absence): string => describeAbsence(absence, 'it is read as having none'),
      info: (absence: Absence): string => describeAbsence(absence, 'title and version are read as empty'),
      responses: (absence: Absence): string => describeAbsence(absence, 'no response is declared'),
      operations: (absence: Absence): string => describeAbsence(absence, 'there are no operations'),
      'media-types': (absence: Absence): string => describeAbsence(absence, 'the body has no media type'),
      string: (absence: Absence): string => describeAbsence(absence, 'the value is read as a string'),
      items: (absence: Absence): string => describeAbsence(absence, 'any items are valid'),
    },
  },
  'wrong-value': {
    error: {
      keyword: ({ keyword, value, allowed }: { keyword: string; value: string; allowed: readonly string[] }): string =>
        `'${keyword}' cannot be '${value}'; it must be one of: ${allowed.join(', ')}`,
      status: ({ value }: { value: string }): string =>
        `'status' cannot be '${value}'; it must be a code such as '200', '2XX' … '5XX', or 'default'`,
    },
    hint: ({ likely }: { likely?: string | undefined }): string | undefined => suggestCandidate(likely),
  },
  'other-version-keyword': {
    warning: {
      'read-as-there': (finding: OtherVersion): string =>
        describeOtherVersion(finding, `it is read as in ${finding.since}`),
      nullable: (finding: OtherVersion): string =>
        describeOtherVersion(finding, 'it is read as in 3.0: the value may be null'),
      'without-effect': (finding: OtherVersion): string => describeOtherVersion(finding, 'it has no effect'),
      'request-body': ({ method }: { method: string }): string =>
        `OpenAPI allows a request body of ${method} since 3.1, but the description is 3.0; it is read as in 3.1`,
    },
  },
  'wrong-reference-target': {
    error: ({ reference, expected, found }: { reference: string; expected: string; found: string }): string =>
      `'${reference}' should refer to ${formatObject(expected)}, but refers to ${formatObject(found)}`,
  },
  'unexpected-reference': {
    warning: {
      member: ({ keyword }: { keyword: string }): string =>
        `OpenAPI allows no reference in place of '${keyword}'; it is followed anyway`,
      object: ({ object }: { object: string }): string =>
        `OpenAPI allows no reference in place of the ${object}; it is followed anyway`,
    },
  },
  'endless-reference': {
    error: {
      member: ({ keyword }: { keyword: string }): string =>
        `these references form a cycle and never reach a value of '${keyword}'`,
      object: ({ object }: { object: string }): string =>
        `these references form a cycle and never reach ${formatObject(object)}`,
    },
  },
};

function readAs({ keyword, expected, found }: Mistake, reading: string): string {
  return `'${keyword}' should be ${expectations[expected]}, but is ${found}; it is read as ${reading}`;
}

function describeAbsence({ object, keyword }: Absence, reading: string): string {
  return `this ${object} lacks '${keyword}'; ${reading}`;
}

function describeOtherVersion({ keyword, version, since }: OtherVersion, reading: string): string {
  return since < version
    ? `'${keyword}' belongs to OpenAPI ${since}, but the description is ${version}; ${reading}`
    : `'${keyword}' was added in OpenAPI ${since}, but the description is ${version}; ${reading}`;
}
