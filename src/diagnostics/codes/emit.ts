import { didYouMean } from './row.js';

/** Findings while planning and emitting. */
export const emitCodes = {
  'reduced-emission': {
    warning: ({ what, artifact, instead }: { what: string; artifact: string; instead: string }): string =>
      `${what}: ${artifact} ${instead}`,
    effect: 'reduced' as const,
  },
  'json-schema-limit': {
    error: ({ limit }: { limit: number }): string =>
      `with the one of this schema, the JSON Schemas have more than ${limit} characters, for each repeats all that it refers to`,
    hint: ({ limit }: { limit: number }): string =>
      `if this is meant, raise the limit: --limit jsonSchemas=${limit * 2}`,
  },
  'not-visited': {
    warning: ({ what, isRead }: { what: string; isRead: boolean }): string =>
      `${isRead ? 'no artifact carries' : 'nothing reads'} ${what}, so it stands in no artifact but the description`,
    hint: ({ isRead }: { isRead: boolean }): string =>
      isRead ? 'please report it' : 'remove it, or refer to it; if it is referred to, please report it',
  },
  'undefined-serialization': {
    warning: ({ what, reading }: { what: string; reading: string }): string =>
      `the specification defines no serialization for ${what}; ${reading}`,
    hint: (): string => 'write what the API does in a way that the specification defines',
  },
  'response-without-body': {
    warning: ({ status }: { status: string }): string =>
      `a response '${status}' has no body in HTTP; its content is ignored`,
    effect: 'reduced' as const,
  },
  'pattern-without-unicode': {
    warning: ({ pattern }: { pattern: string }): string =>
      `the pattern '${pattern}' is not valid with Unicode meaning, as JSON Schema asks for; it is read without`,
    hint: (): string => 'escape only what has to be escaped',
  },
  'slow-pattern': {
    warning: ({ pattern }: { pattern: string }): string =>
      `the pattern '${pattern}' can take exponential time for a text made for that purpose`,
    hint: (): string => 'let no text match a repeated part in two ways',
  },
  'unenforceable-security': {
    error: ({ name }: { name: string }): string =>
      `no server can ask for '${name}', since no security scheme says what its credential is`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      didYouMean(likely) ?? 'declare it under components/securitySchemes, or leave the server out with --only',
  },
};
