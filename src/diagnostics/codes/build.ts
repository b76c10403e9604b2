import { didYouMean } from './row.js';

/** Findings while building the model. */
export const buildCodes = {
  'wrong-kind': {
    error: ({ what, expected, found }: { what: string; expected: string; found: string }): string =>
      `${what} must be ${expected}, not ${found}`,
  },
  'read-as': {
    warning: ({
      keyword,
      expected,
      found,
      reading,
    }: {
      keyword: string;
      expected: string;
      found: string;
      reading: string;
    }): string => `'${keyword}' should be ${expected}; ${found} stands here and is read as ${reading}`,
  },
  'empty-keyword': {
    warning: ({ keyword }: { keyword: string }): string => `'${keyword}' has no value and is read as absent`,
  },
  'missing-keyword': {
    error: ({ object, keyword }: { object: string; keyword: string }): string => `this ${object} has no '${keyword}'`,
  },
  'absent-keyword': {
    warning: ({ object, keyword, reading }: { object: string; keyword: string; reading: string }): string =>
      `this ${object} should have '${keyword}'; ${reading}`,
  },
  'wrong-value': {
    error: ({ keyword, value, allowed }: { keyword: string; value: string; allowed: string }): string =>
      `'${keyword}' cannot be '${value}'; it must be one of: ${allowed}`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'unknown-keyword': {
    warning: ({ keyword, object }: { keyword: string; object: string }): string =>
      `'${keyword}' is no keyword of the ${object} and is ignored`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
    effect: 'ignored' as const,
  },
  'other-version-keyword': {
    warning: ({
      keyword,
      version,
      since,
      reading,
    }: {
      keyword: string;
      version: string;
      since: string;
      reading: string;
    }): string =>
      since < version
        ? `'${keyword}' belongs to OpenAPI ${since}, the description is ${version}; ${reading}`
        : `'${keyword}' came with OpenAPI ${since}, the description is ${version}; ${reading}`,
  },
  'repeated-value': {
    warning: ({ keyword, value }: { keyword: string; value: string }): string =>
      `${value} stands twice in '${keyword}' and counts once`,
  },
  'wrong-reference-target': {
    error: ({ reference, expected, found }: { reference: string; expected: string; found: string }): string =>
      `'${reference}' should lead to ${expected}, and leads to ${found}`,
  },
  'unexpected-reference': {
    warning: ({ what }: { what: string }): string =>
      `no reference may stand in place of ${what}; it is followed all the same`,
  },
  'endless-reference': {
    error: ({ what }: { what: string }): string => `the references to ${what} lead to each other and never to it`,
  },
  'ignored-beside-reference': {
    warning: ({ keyword }: { keyword: string }): string =>
      `'${keyword}' stands beside '$ref', where it has no effect, and is ignored`,
    effect: 'ignored' as const,
  },
  'undeclared-server-variable': {
    warning: ({ name }: { name: string }): string =>
      `the server has no variable '${name}'; it stays in the URL as it is written`,
  },
  'default-not-in-enum': {
    warning: ({ name, value }: { name: string; value: string }): string =>
      `the default '${value}' of the server variable '${name}' is none of its 'enum'; it is taken all the same`,
  },
  'unknown-security-scheme': {
    warning: ({ name }: { name: string }): string =>
      `there is no security scheme '${name}'; it is read as one whose credentials are not in the message (mutualTLS)`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'unknown-operation': {
    warning: ({ operationId }: { operationId: string }): string =>
      `there is no operation '${operationId}'; the link leads nowhere`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'path-without-slash': {
    warning: ({ path }: { path: string }): string =>
      `the path '${path}' should begin with '/'; it is read as if it did`,
  },
  'path-with-query': {
    warning: ({ path }: { path: string }): string =>
      `the path '${path}' holds a '?' or '#', which no path has; what follows '?' is sent as query, and '#' ends what is sent`,
    hint: (): string => 'declare query parameters under parameters',
  },
  'unbalanced-braces': {
    warning: ({ path }: { path: string }): string =>
      `a brace in the path '${path}' has no partner and is read as itself`,
  },
  'adjacent-path-parameters': {
    error: ({ first, second }: { first: string; second: string }): string =>
      `nothing stands between {${first}} and {${second}}, so nobody could tell where one ends`,
    hint: (): string => 'put a separator between them, or make one parameter of both',
  },
  'same-path': {
    warning: ({ path, first }: { path: string; first: string }): string =>
      `'${path}' and '${first}' are the same path but for parameter names; a server takes the one that comes first and has the method`,
  },
  'operation-twice': {
    warning: ({ method, isHere }: { method: string; isHere: boolean }): string =>
      isHere
        ? `the path item has ${method} twice; the first counts`
        : `the path item that '$ref' leads to has ${method} too; the one beside '$ref' counts`,
    effect: 'ignored' as const,
  },
  'repeated-operation-id': {
    warning: ({ operationId }: { operationId: string }): string =>
      `another operation is called '${operationId}' too; references to it lead to the first`,
  },
  'look-alike-name': {
    warning: ({ what, name, first }: { what: 'operationId' | 'schema'; name: string; first: string }): string =>
      `the ${what} '${name}' looks like '${first}', which is another one`,
    hint: (): string => 'rename one of the two',
  },
  'repeated-parameter': {
    warning: ({ name, location }: { name: string; location: string }): string =>
      `the ${location} parameter '${name}' is given twice; the first counts`,
    effect: 'ignored' as const,
  },
  'path-parameter-optional': {
    warning: ({ name }: { name: string }): string =>
      `the path parameter '${name}' should say 'required: true'; it is read as if it did`,
  },
  'unused-path-parameter': {
    warning: ({ name, path }: { name: string; path: string }): string =>
      `the path '${path}' has no '{${name}}'; the parameter is left out`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
    effect: 'reduced' as const,
  },
  'undeclared-path-parameter': {
    warning: ({ name }: { name: string }): string =>
      `the path parameter '${name}' is not declared; it is read as a required string`,
  },
  'ignored-header': {
    warning: ({ name }: { name: string }): string =>
      `the header '${name}' is described elsewhere in OpenAPI and ignored here`,
    hint: (): string => 'Accept and Content-Type follow from the media types, Authorization from the security schemes',
    effect: 'ignored' as const,
  },
  'name-not-token': {
    warning: ({ name, location, reading }: { name: string; location: string; reading: string }): string =>
      `no message can hold a ${location} called '${name}', which is no token (RFC 9110, 5.6.2); ${reading}`,
  },
  'beside-whole-query': {
    warning: ({ name }: { name: string }): string =>
      `'${name}' is the whole query (in: querystring), and other parameters of the query stand beside it; all of them are sent`,
  },
  'status-out-of-range': {
    warning: ({ status }: { status: string }): string =>
      `HTTP has no status code ${status}, only those from 100 to 599 (RFC 9110, 15); it is taken as it is`,
  },
  'style-not-here': {
    warning: ({ style, location, reading }: { style: string; location: string; reading: string }): string =>
      `the style '${style}' does not exist in ${location}; '${reading}' is taken`,
  },
  'one-media-type': {
    warning: ({ mediaType }: { mediaType: string }): string =>
      `a parameter has one media type; '${mediaType}', the first, is taken`,
    effect: 'ignored' as const,
  },
  'schema-and-content': {
    warning: (): string => "'schema' and 'content' exclude each other; 'content' is taken",
    effect: 'ignored' as const,
  },
  overridden: {
    note: ({ keyword }: { keyword: string }): string => `'${keyword}' counts nowhere: no operation takes it over`,
    effect: 'ignored' as const,
  },
  'component-name': {
    warning: ({ name }: { name: string }): string =>
      `the component name '${name}' should be made of letters, digits, '.', '-' and '_'; it is taken as it is`,
  },
  'unused-component': {
    note: ({ name, object }: { name: string; object: string }): string =>
      `nothing leads to the ${object} '${name}', so it stands in no artifact but the description`,
    effect: 'unused' as const,
  },
};
