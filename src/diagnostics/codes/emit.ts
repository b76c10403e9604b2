import { suggestCandidate } from './row.js';

/** Findings while planning and emitting. */
export const emitCodes = {
  'wire-name-unknown': {
    error: {
      id: ({ id }: { id: string; likely: string | undefined }): string =>
        `'wireNames' has '${id}', but no parameter of the description has this item`,
      kind: ({ id, kind }: { id: string; kind: string; likely: string | undefined }): string =>
        `'wireNames' has '${id}', an item of kind '${kind}', which asks for no name`,
    },
    hint: ({ likely }: { likely: string | undefined }): string =>
      suggestCandidate(likely) ??
      "use the id of an item of kind 'parameter-name'; those of operations that a filter leaves out are unknown",
  },
  'wire-name-taken': {
    error: ({ id, name, location, other, operation }: TakenName): string =>
      `'wireNames' gives '${id}' the name '${name}', which the ${location} parameter '${other}' of ${operation} has already`,
    hint: (): string => 'give each parameter a name of its own',
  },
  'wire-name-answered': {
    warning: ({ id }: { id: string }): string =>
      `'wireNames' has '${id}', but the description answers this item; the name has no effect`,
    hint: (): string => 'remove it',
  },
  'json-schema-limit': {
    error: ({ limit }: { limit: number }): string =>
      `with this schema, the JSON Schemas have more than ${limit} characters, because each one repeats everything that it refers to`,
    hint: ({ limit }: { limit: number }): string =>
      `if this is intended, raise the limit: --limit jsonSchemas=${limit * 2}`,
  },
  'not-visited': {
    warning: {
      object: ({ isRead }: Lost): string => formatLost(isRead, 'this object'),
      keyword: ({ isRead, keyword, object }: Lost & { keyword: string; object: string }): string =>
        formatLost(isRead, `'${keyword}' of this ${object}`),
    },
    hint: ({ isRead }: Lost): string =>
      isRead ? 'please report this' : 'remove it, or refer to it; if something refers to it, please report this',
  },
  'response-without-body': {
    warning: ({ status }: { status: string }): string =>
      `a response '${status}' has no body in HTTP; its content is ignored`,
    effect: 'reduced' as const,
  },
  'pattern-without-unicode': {
    warning: ({ pattern }: { pattern: string }): string =>
      `the pattern '${pattern}' is not valid with the Unicode flag, which JSON Schema expects; it is read without the flag`,
    hint: (): string => 'escape only characters that need it',
  },
  'slow-pattern': {
    warning: ({ pattern }: { pattern: string }): string =>
      `the pattern '${pattern}' can take exponential time for a text that an attacker chooses`,
    hint: (): string => 'rewrite the repeated part so that each text matches it in only one way',
  },
  'polynomial-pattern': {
    warning: ({ pattern, degree }: { pattern: string; degree: number }): string =>
      `the time to match '${pattern}' can grow with power ${degree} of the length of a text that an attacker chooses`,
    hint: (): string =>
      "rewrite neighbouring repetitions so that each text matches them in only one way, or bound the text by 'maxLength'",
  },
  'quadratic-pattern': {
    note: ({ pattern }: { pattern: string }): string =>
      `the time to match '${pattern}' can grow with the square of the length of a text that an attacker chooses`,
    hint: (): string => "begin it with '^' if it describes the whole text, or bound the text by 'maxLength'",
  },
  'unenforceable-security': {
    error: ({ name }: { name: string }): string =>
      `a server cannot enforce '${name}': no security scheme of that name is declared`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      suggestCandidate(likely) ??
      'declare it under components/securitySchemes, or generate without the server (--only)',
  },
};

interface TakenName {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly other: string;
  readonly operation: string;
}

interface Lost {
  readonly isRead: boolean;
}

function formatLost(isRead: boolean, what: string): string {
  return `${isRead ? 'no artifact contains' : 'nothing reads'} ${what}; only the description artifact contains it`;
}
