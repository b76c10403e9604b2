import { suggestCandidate } from './row.js';

/** Findings while building the model. */
export const buildCodes = {
  'empty-keyword': {
    warning: ({ keyword }: { keyword: string }): string => `'${keyword}' has no value and is read as absent`,
  },
  'missing-keyword': {
    error: ({ object, keyword }: { object: string; keyword: string }): string =>
      `this ${object} lacks '${keyword}', which is required`,
  },
  'unknown-keyword': {
    warning: ({ keyword, object }: { keyword: string; object: string }): string =>
      `the ${object} has no keyword '${keyword}'; it is ignored`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => suggestCandidate(likely),
    effect: 'ignored' as const,
  },
  'repeated-value': {
    warning: ({ keyword, value }: { keyword: string; value: string }): string =>
      `'${keyword}' lists ${value} twice; the second one is ignored`,
  },
  'ignored-beside-reference': {
    warning: ({ keyword }: { keyword: string }): string => `'${keyword}' has no effect beside '$ref'`,
    effect: 'ignored' as const,
  },
  'undeclared-server-variable': {
    warning: ({ name }: { name: string }): string => `the server has no variable '${name}'; the URL keeps '{${name}}'`,
  },
  'default-not-in-enum': {
    warning: ({ name, value }: { name: string; value: string }): string =>
      `the default '${value}' of the server variable '${name}' is not in its 'enum'; it is used anyway`,
  },
  'unknown-security-scheme': {
    warning: ({ name }: { name: string }): string =>
      `there is no security scheme '${name}'; it is read as 'mutualTLS', whose credentials are not part of the message`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => suggestCandidate(likely),
  },
  'unknown-operation': {
    warning: ({ operationId }: { operationId: string }): string =>
      `there is no operation '${operationId}'; the link is ignored`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => suggestCandidate(likely),
  },
  'path-without-slash': {
    warning: ({ path }: { path: string }): string => `the path '${path}' does not begin with '/'; the slash is added`,
  },
  'path-with-query': {
    warning: ({ path }: { path: string }): string =>
      `the path '${path}' contains '?' or '#'; the part after '?' is sent as the query, and the part after '#' is not sent`,
    hint: (): string => "declare query parameters under 'parameters'",
  },
  'unbalanced-braces': {
    warning: ({ path }: { path: string }): string =>
      `the path '${path}' has an unmatched brace; it is read as a literal character`,
  },
  'same-path': {
    warning: ({ path, first }: { path: string; first: string }): string =>
      `'${path}' and '${first}' differ only in parameter names; for each method, the server uses the first path that has it`,
  },
  'operation-twice': {
    warning: ({ method, isHere }: { method: string; isHere: boolean }): string =>
      isHere
        ? `the path item has ${method} twice; the first one is used`
        : `the path item that '$ref' refers to also has ${method}; the one beside '$ref' is used`,
    effect: 'ignored' as const,
  },
  'repeated-operation-id': {
    warning: ({ operationId }: { operationId: string }): string =>
      `another operation also has the operationId '${operationId}'; references to it mean the first one`,
  },
  'look-alike-name': {
    warning: ({ kind, name, first }: { kind: 'operationId' | 'schema'; name: string; first: string }): string =>
      `the ${kind} '${name}' looks like another one, '${first}'`,
    hint: (): string => 'rename one of the two',
  },
  'repeated-parameter': {
    warning: ({ name, location, first }: { name: string; location: string; first: string }): string =>
      name === first
        ? `the ${location} parameter '${name}' is declared twice; the first one is used`
        : `the header parameters '${first}' and '${name}' are the same, because header names are case-insensitive; the first one is used`,
    effect: 'ignored' as const,
  },
  'repeated-header': {
    warning: ({ name, first }: { name: string; first: string }): string =>
      `the headers '${first}' and '${name}' are the same, because header names are case-insensitive; the first one is used`,
    effect: 'ignored' as const,
  },
  'path-parameter-optional': {
    warning: ({ name }: { name: string }): string =>
      `the path parameter '${name}' lacks 'required: true'; it is required anyway`,
  },
  'unused-path-parameter': {
    warning: ({ name, path }: { name: string; path: string }): string =>
      `the path '${path}' has no '{${name}}'; the parameter is ignored`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => suggestCandidate(likely),
    effect: 'reduced' as const,
  },
  'undeclared-path-parameter': {
    warning: ({ name }: { name: string }): string =>
      `the path parameter '${name}' is not declared; it is read as a required string`,
  },
  'ignored-header': {
    warning: ({ name }: { name: string }): string =>
      `OpenAPI describes the header '${name}' elsewhere; it is ignored here`,
    hint: (): string => 'Accept and Content-Type come from media types, Authorization from security schemes',
    effect: 'ignored' as const,
  },
  'name-not-token': {
    warning: {
      refused: ({ name, location }: NamedPlace): string => describeToken(name, location, 'a call that uses it fails'),
      absent: ({ name, location }: NamedPlace): string => describeToken(name, location, 'it is read as absent'),
    },
  },
  'beside-whole-query': {
    warning: ({ name }: { name: string }): string =>
      `'${name}' is the whole query (in: querystring), but the operation has other query parameters; all of them are sent`,
  },
  'status-out-of-range': {
    warning: ({ status }: { status: string }): string =>
      `${status} is not an HTTP status code, which is a number from 100 to 599 (RFC 9110, section 15); it is used as written`,
  },
  'style-not-here': {
    warning: {
      location: ({ style, location, reading }: { style: string; location: string; reading: string }): string =>
        `OpenAPI does not allow the style '${style}' for the location '${location}'; '${reading}' is used`,
      encoding: ({ style, reading }: { style: string; reading: string }): string =>
        `OpenAPI does not allow the style '${style}' in an Encoding Object; '${reading}' is used`,
      'media-type': ({ style, mediaType }: { style: string; mediaType: string }): string =>
        `OpenAPI allows the style '${style}' in '${mediaType}' since 3.1; 'contentType' is used`,
    },
  },
  'one-media-type': {
    warning: ({ mediaType }: { mediaType: string }): string =>
      `a parameter can have only one media type; the first one, '${mediaType}', is used`,
    effect: 'ignored' as const,
  },
  'schema-and-content': {
    warning: (): string => "'schema' and 'content' exclude each other; 'content' is used",
    effect: 'ignored' as const,
  },
  overridden: {
    note: ({ keyword }: { keyword: string }): string => `'${keyword}' has no effect: no operation inherits it`,
    effect: 'ignored' as const,
  },
  'component-name': {
    warning: ({ name }: { name: string }): string =>
      `the component name '${name}' should consist of letters, digits, '.', '-' and '_'; it is used as written`,
  },
  'unused-component': {
    note: ({ name, object }: { name: string; object: string }): string =>
      `nothing refers to the ${object} '${name}', so only the description artifact contains it`,
    effect: 'unused' as const,
  },
};

interface NamedPlace {
  readonly name: string;
  readonly location: string;
}

function describeToken(name: string, location: string, reading: string): string {
  return `the name of the ${location} '${name}' is not a token (RFC 9110, section 5.6.2), so no message can contain it; ${reading}`;
}
