interface Media {
  readonly mediaType: string;
}

/** How the server handles the content of a media type that it does not read completely, by variant. */
export type ServerReduction = 'parts-as-bytes' | 'text-as-written' | 'bytes-as-written';

/** Findings while planning and emitting. */
export const emitCodes = {
  'wire-name-unknown': {
    error: {
      id: "'wireNames' has '{id}', but no parameter of the description has this gap",
      kind: "'wireNames' has '{id}', a gap of kind '{kind}', which asks for no name",
    },
    suggests: true,
    hint: "use the id of a gap of kind 'parameter-name'; gaps of operations that the filter omits are unknown",
  },
  'wire-name-taken': {
    error:
      "'wireNames' sets '{id}' to '{name}', but the {location} parameter '{other}' of {operation} already has that name",
    hint: 'choose another name',
  },
  'wire-name-answered': {
    warning: "'wireNames' has '{id}', but the description answers this gap; the name has no effect",
    hint: 'remove it',
  },
  'logo-not-embedded': {
    warning: {
      address: "the logo '{url}' is a URL, but lacuna only reads files; the pages have no logo",
      'not-found': "there is no file '{url}'; the pages have no logo",
      outside: "the logo '{url}' is outside the folder of the description; the pages have no logo",
      format: "the logo '{url}' does not have a supported format; the pages have no logo",
    },
    hint: ({ variant, formats }: Logo & { variant: 'address' | 'not-found' | 'outside' | 'format' }): string =>
      variant === 'outside'
        ? 'copy it into the folder of the description, or allow its folder: --root DIR'
        : `name a file in the folder of the description, in one of these formats: ${formats.join(', ')}`,
    effect: 'ignored',
  },
  'emitter-not-loaded': {
    error: {
      failed: "the emitter '{module}' cannot be loaded: {why}",
      other: "the default export of '{module}' is not an emitter",
      recorded: "the last run used the emitter '{module}', which a program passed as a value",
    },
    hint: {
      other: "write export default defineEmitter({ … }), from 'lacuna/emitter'",
      recorded: 'pass it again, or pass emitters: []',
    },
  },
  'emitter-invalid': {
    error: {
      kind: "'{kind}' is not a valid kind of an emitter: a kind has lowercase letters, digits and hyphens",
      taken: "another emitter already has the kind '{kind}'",
      model: "the emitter '{kind}' is written for version {model} of the model; this version of lacuna has {version}",
      needs: "the emitter '{kind}' needs the kind '{need}', which does not exist",
    },
    suggests: true,
  },
  'emitter-option': {
    error: "the options of the emitter '{kind}' have a mistake: {why}",
  },
  'emitter-failed': {
    error: "the emitter '{kind}' failed: {why}",
  },
  'emitter-output': {
    error: {
      unknown: "file {number} of the emitter '{kind}' is neither a path with a text nor a module",
      path: "the emitter '{kind}' cannot write '{path}': a path must be relative, use '/' and stay inside the output folder",
      windows: "the emitter '{kind}' cannot write '{path}': Windows does not allow this name",
      taken: "the emitter '{kind}' cannot write '{path}', which the kind '{other}' already uses",
      import: "'{path}' of the emitter '{kind}' imports '{module}', which is not generated",
      runtime: "'{path}' of the emitter '{kind}' imports '{name}' from '{module}', which the runtime does not have",
      unread: "the output of the emitter '{kind}' is not valid: {why}",
    },
    hint: { import: "list the kind that emits it in 'needs'" },
  },
  'emitter-error': {
    error: '{kind}: {message}',
  },
  'emitter-warning': {
    warning: '{kind}: {message}',
    effect: 'advice',
  },
  'json-schema-limit': {
    error:
      'with this schema, the JSON Schemas have more than {limit} characters, because each one repeats everything that it refers to',
    hint: ({ limit }: { limit: number }): string =>
      `if this is intended, raise the limit: --limit jsonSchemas=${limit * 2}`,
  },
  'type-too-large': {
    error: {
      alternatives:
        'the type of this schema has {limit} or more combinations of alternatives; TypeScript cannot compile it',
      levels: 'a value here is nested more than {limit} levels deep; TypeScript cannot compile its type',
    },
    hint: {
      alternatives: "list the combinations that occur, or combine fewer lists of alternatives under 'allOf'",
      levels: 'describe the outer levels by `properties` and `items`',
    },
  },
  'response-without-body': {
    warning: "in HTTP, a response with the status '{status}' has no body; its content is ignored",
    effect: 'reduced',
  },
  'pattern-without-unicode': {
    warning:
      "the pattern '{pattern}' is not valid with the Unicode flag, which JSON Schema expects; it is read without the flag",
    hint: 'escape only characters that need it',
  },
  'endless-pattern': {
    error: "to match the pattern '{pattern}' with the name of a property takes more than {seconds} s",
    hint: 'rewrite the repeated part so that each text matches it in only one way',
  },
  'slow-pattern': {
    warning: "an attacker can choose a text for which the pattern '{pattern}' takes exponential time",
    hint: 'rewrite the repeated part so that each text matches it in only one way',
  },
  'polynomial-pattern': {
    warning:
      "an attacker can choose a text for which the time to match '{pattern}' grows with its length to the power of {degree}",
    hint: "rewrite neighbouring repetitions so that each text matches them in only one way, or limit the text with 'maxLength'",
  },
  'quadratic-pattern': {
    note: "an attacker can choose a text for which the time to match '{pattern}' grows with the square of its length",
    hint: "begin it with '^' if it describes the whole text, or limit the text with 'maxLength'",
  },
  'unenforceable-security': {
    error: "a server cannot enforce '{name}': no security scheme of that name is declared",
    suggests: true,
    hint: "declare it under components/securitySchemes, or leave 'server' out of 'only'",
  },
  /** Parts of the description that an artifact omits or handles differently. */
  'reduced-emission': {
    warning: {
      'called-by-api':
        "the {kind} {method} '{path}': client and server have no operation for it; types and validators describe its messages",
      'empty-value':
        "'allowEmptyValue' of '{name}': client and server accept an empty value only if the schema allows it",
      'nested-content':
        "'{nested}' within the field '{name}': client and server read the field as JSON and send '{usual}'",
      'header-proto': "the header '{name}': the client rejects it, because an object of headers cannot contain it",
      'request-body': 'a request body of {method}: the client passes it to the transport; `fetch` rejects it',
      method: 'the method {method}: the client passes it to the transport; `fetch` rejects it',
      'further-server': 'an additional server of an operation: the client calls the first one by default',
      'fields-of-events': ({ mediaType, isSent }: Media & { isSent: boolean }): string =>
        `a schema of '${mediaType}' that does not describe an array of events: the client ${isSent ? 'takes' : 'returns'} the fields of each event as text`,
      'text-of-other': ({ mediaType, isSent }: Media & { isSent: boolean }): string =>
        `a schema of '${mediaType}' that does not describe strings: the client ${isSent ? 'takes' : 'returns'} its text`,
      'response-as-bytes': "'{mediaType}' as response: the client returns its bytes",
      'response-as-text': "'{mediaType}' as response: the client returns its text",
      'headers-of-parts': 'headers of parts in a response: the client reads the content of the parts only',
      'default-in-alternatives':
        'a default of a required property in alternatives that only a validator can distinguish: the client does not fill it in; the caller passes it',
      'discriminator-alone':
        "a discriminator without 'oneOf' or 'anyOf' that no schema extends: types and validators read the value as this schema",
      'parts-as-bytes': "content of '{mediaType}': the server passes it to the handler as bytes",
      'text-as-written': "content of '{mediaType}': the server sends the text that the handler returns",
      'bytes-as-written': "content of '{mediaType}': the server sends the bytes that the handler returns",
      'same-route': "another operation for {method} {path}: the server calls '{first}', which comes first",
      'dynamic-scopes': "more than {limit} dynamic scopes: '$dynamicRef' is read as '$ref' in the others",
    },
    effect: 'reduced',
  },
} as const;

interface Logo {
  readonly url: string;
  /** The extensions of the file names. */
  readonly formats: readonly string[];
}
