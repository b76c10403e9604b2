import { type Catalogue, didYouMean, entry } from './entry.js';

/** Findings while planning and emitting, with what each is told. */
export interface EmitCodes {
  'reduced-emission': { what: string; artifact: string; instead: string };
  'json-schema-limit': { limit: number };
  'not-visited': { what: string; isRead: boolean };
  'undefined-serialization': { what: string; reading: string };
  'response-without-body': { status: string };
  'pattern-without-unicode': { pattern: string };
  'slow-pattern': { pattern: string };
  'unenforceable-security': { name: string; likely: string | undefined };
}

/** Findings while planning and emitting, with how each is worded. */
export const emitCodes: Catalogue<EmitCodes> = {
  'reduced-emission': entry('warning', ({ what, artifact, instead }) => `${what}: ${artifact} ${instead}`),
  'json-schema-limit': entry(
    'error',
    ({ limit }) =>
      `with the one of this schema, the JSON Schemas have more than ${limit} characters, for each repeats all that it refers to`,
    ({ limit }) => `if this is meant, raise the limit: --limit jsonSchemas=${limit * 2}`,
  ),
  'not-visited': entry(
    'warning',
    ({ what, isRead }) =>
      `${isRead ? 'no artifact carries' : 'nothing reads'} ${what}, so it stands in no artifact but the description`,
    ({ isRead }) => (isRead ? 'please report it' : 'remove it, or refer to it; if it is referred to, please report it'),
  ),
  'undefined-serialization': entry(
    'warning',
    ({ what, reading }) => `the specification defines no serialization for ${what}; ${reading}`,
    () => 'write what the API does in a way that the specification defines',
  ),
  'response-without-body': entry(
    'warning',
    ({ status }) => `a response '${status}' has no body in HTTP; its content is ignored`,
  ),
  'pattern-without-unicode': entry(
    'warning',
    ({ pattern }) =>
      `the pattern '${pattern}' is not valid with Unicode meaning, as JSON Schema asks for; it is read without`,
    () => 'escape only what has to be escaped',
  ),
  'slow-pattern': entry(
    'warning',
    ({ pattern }) => `the pattern '${pattern}' can take exponential time for a text made for that purpose`,
    () => 'let no text match a repeated part in two ways',
  ),
  'unenforceable-security': entry(
    'error',
    ({ name }) => `no server can ask for '${name}', since no security scheme says what its credential is`,
    ({ likely }) =>
      didYouMean(likely) ?? 'declare it under components/securitySchemes, or leave the server out with --only',
  ),
};
