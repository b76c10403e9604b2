/** Findings while building the model. */
export const buildCodes = {
  'empty-keyword': {
    warning: "'{keyword}' has no value and is read as absent",
  },
  'missing-keyword': {
    error: "this {object} lacks '{keyword}', which is required",
    hint: ({ allowed }: { allowed: readonly string[] | undefined }): string | undefined =>
      allowed && `it must be one of: ${allowed.join(', ')}`,
  },
  'unknown-keyword': {
    warning: "the {object} has no keyword '{keyword}'; it is ignored",
    suggests: true,
    effect: 'ignored',
  },
  'repeated-value': {
    warning: "'{keyword}' lists {value} twice; the second one is ignored",
  },
  'ignored-beside-reference': {
    warning: "'{keyword}' has no effect beside '$ref'",
    effect: 'ignored',
  },
  'undeclared-server-variable': {
    warning: "the server has no variable '{name}'; the URL keeps '{{name}}'",
  },
  'default-not-in-enum': {
    warning: "the default '{value}' of the server variable '{name}' is not in its 'enum'; it is used anyway",
  },
  'unknown-security-scheme': {
    warning:
      "there is no security scheme '{name}'; it is read as 'mutualTLS', whose credentials are not part of the message",
    suggests: true,
  },
  'unknown-operation': {
    warning: "there is no operation '{operationId}'; the link is ignored",
    suggests: true,
  },
  'path-without-slash': {
    warning: "the path '{path}' does not begin with '/'; the slash is added",
  },
  'path-with-query': {
    warning:
      "the path '{path}' contains '?' or '#'; the part after '?' is sent as the query, and the part after '#' is not sent",
    hint: "declare query parameters under 'parameters'",
  },
  'unbalanced-braces': {
    warning: "the path '{path}' has an unmatched brace; it is read as a literal character",
  },
  'same-path': {
    warning:
      "'{path}' and '{first}' differ only in parameter names; for each method, the server uses the first path that has it",
  },
  'operation-twice': {
    warning: ({ method, isHere }: { method: string; isHere: boolean }): string =>
      isHere
        ? `the path item has ${method} twice; the first one is used`
        : `the path item that '$ref' refers to also has ${method}; the one beside '$ref' is used`,
    effect: 'ignored',
  },
  'repeated-operation-id': {
    warning: "another operation also has the operationId '{operationId}'; references to it mean the first one",
  },
  'look-alike-name': {
    warning: "the {kind} '{name}' looks like another one, '{first}'",
    hint: 'rename one of the two',
  },
  'repeated-parameter': {
    warning: ({ name, location, first }: { name: string; location: string; first: string }): string =>
      name === first
        ? `the ${location} parameter '${name}' is declared twice; the first one is used`
        : `the header parameters '${first}' and '${name}' are the same, because header names are case-insensitive; the first one is used`,
    effect: 'ignored',
  },
  'repeated-header': {
    warning:
      "the headers '{first}' and '{name}' are the same, because header names are case-insensitive; the first one is used",
    effect: 'ignored',
  },
  'path-parameter-optional': {
    warning: "the path parameter '{name}' lacks 'required: true'; it is required anyway",
  },
  'unused-path-parameter': {
    warning: "the path '{path}' has no '{{name}}'; the parameter is ignored",
    suggests: true,
    effect: 'reduced',
  },
  'undeclared-path-parameter': {
    warning: "the path parameter '{name}' is not declared; it is read as a required string",
  },
  'ignored-header': {
    warning: {
      accept:
        "media types decide the header '{name}', so it is ignored; a call chooses one of several by its argument 'accept'",
      'content-type':
        "media types decide the header '{name}', so it is ignored; a call chooses one of several by its argument 'contentType'",
      authorization:
        "security schemes decide the header '{name}', so it is ignored; the client has the option 'auth' for credentials",
      described: "media types decide the header '{name}', so it is ignored",
    },
    effect: 'ignored',
  },
  'name-not-token': {
    warning: {
      refused:
        "the name of the {location} '{name}' is not a token (RFC 9110, section 5.6.2), so no message can contain it; a call that uses it fails",
      absent:
        "the name of the {location} '{name}' is not a token (RFC 9110, section 5.6.2), so no message can contain it; it is read as absent",
    },
  },
  'beside-whole-query': {
    warning:
      "'{name}' is the whole query (in: querystring), but the operation has other query parameters; all of them are sent",
  },
  'status-out-of-range': {
    warning:
      '{status} is not an HTTP status code, which is a number from 100 to 599 (RFC 9110, section 15); it is used as written',
  },
  'style-not-here': {
    warning: {
      location: "OpenAPI does not allow the style '{style}' for the location '{location}'; '{reading}' is used",
      encoding: "OpenAPI does not allow the style '{style}' in an Encoding Object; '{reading}' is used",
      'media-type': "OpenAPI allows the style '{style}' in '{mediaType}' since 3.1; 'contentType' is used",
    },
    hint: ({ allowed }: { allowed?: readonly string[] }): string | undefined =>
      allowed && `it allows ${allowed.join(', ')}`,
  },
  'one-media-type': {
    warning: "a parameter can have only one media type; the first one, '{mediaType}', is used",
    effect: 'ignored',
  },
  'schema-and-content': {
    warning: "'schema' and 'content' exclude each other; 'content' is used",
    effect: 'ignored',
  },
  overridden: {
    note: "'{keyword}' has no effect: no operation inherits it",
    effect: 'ignored',
  },
  'component-name': {
    warning: "the component name '{name}' should consist of letters, digits, '.', '-' and '_'; it is used as written",
  },
  'unused-component': {
    note: "nothing refers to the {object} '{name}', so only the description artifact contains it",
    effect: 'unused',
  },
} as const;
