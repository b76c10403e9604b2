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
      "use the id of an item of kind 'parameter-name'; items of operations that the filter omits are unknown",
  },
  'wire-name-taken': {
    error: ({ id, name, location, other, operation }: TakenName): string =>
      `'wireNames' sets '${id}' to '${name}', but the ${location} parameter '${other}' of ${operation} already has that name`,
    hint: (): string => 'choose another name',
  },
  'wire-name-answered': {
    warning: ({ id }: { id: string }): string =>
      `'wireNames' has '${id}', but the description answers this item; the name has no effect`,
    hint: (): string => 'remove it',
  },
  'logo-not-embedded': {
    warning: {
      address: ({ url }: Logo): string =>
        `the logo '${url}' is a URL, but lacuna only reads files; the pages have no logo`,
      'not-found': ({ url }: Logo): string => `there is no file '${url}'; the pages have no logo`,
      outside: ({ url }: Logo): string =>
        `the logo '${url}' is outside the folder of the description; the pages have no logo`,
      format: ({ url }: Logo): string => `the logo '${url}' does not have a supported format; the pages have no logo`,
    },
    hint: ({ variant, formats }: Logo & { variant: 'address' | 'not-found' | 'outside' | 'format' }): string =>
      variant === 'outside'
        ? 'copy it into the folder of the description, or allow its folder: --root DIR'
        : `name a file in the folder of the description, in one of these formats: ${formats.join(', ')}`,
    effect: 'ignored' as const,
  },
  'emitter-not-loaded': {
    error: {
      failed: ({ module, why }: { module: string; why: string }): string =>
        `the emitter '${module}' cannot be loaded: ${why}`,
      other: ({ module }: { module: string }): string => `the default export of '${module}' is not an emitter`,
      recorded: ({ module }: { module: string }): string =>
        `the last run used the emitter '${module}', which a program passed as a value`,
    },
    hint: ({ variant }: { variant: 'failed' | 'other' | 'recorded' }): string | undefined => {
      if (variant === 'other') return "write export default defineEmitter({ … }), from 'lacuna/emitter'";
      return variant === 'recorded' ? 'pass it again, or pass emitters: []' : undefined;
    },
  },
  'emitter-invalid': {
    error: {
      kind: ({ kind }: { kind: string }): string =>
        `'${kind}' is not a valid kind of an emitter: a kind has lowercase letters, digits and hyphens`,
      taken: ({ kind }: { kind: string }): string => `another emitter already has the kind '${kind}'`,
      model: ({ kind, model, version }: { kind: string; model: string; version: number }): string =>
        `the emitter '${kind}' is written for version ${model} of the model; this version of lacuna has ${version}`,
      needs: ({ kind, need }: { kind: string; need: string; likely: string | undefined }): string =>
        `the emitter '${kind}' needs the kind '${need}', which does not exist`,
    },
    hint: ({ likely }: { likely?: string | undefined }): string | undefined => suggestCandidate(likely),
  },
  'emitter-option': {
    error: ({ kind, why }: { kind: string; why: string }): string =>
      `the options of the emitter '${kind}' have a mistake: ${why}`,
  },
  'emitter-failed': {
    error: ({ kind, why }: { kind: string; why: string }): string => `the emitter '${kind}' failed: ${why}`,
  },
  'emitter-output': {
    error: {
      unknown: ({ kind, number }: { kind: string; number: number }): string =>
        `file ${number} of the emitter '${kind}' is neither a path with a text nor a module`,
      path: ({ kind, path }: { kind: string; path: string }): string =>
        `the emitter '${kind}' cannot write '${path}': a path must be relative, use '/' and stay inside the output folder`,
      windows: ({ kind, path }: { kind: string; path: string }): string =>
        `the emitter '${kind}' cannot write '${path}': Windows does not allow this name`,
      taken: ({ kind, path, other }: { kind: string; path: string; other: string }): string =>
        `the emitter '${kind}' cannot write '${path}', which the kind '${other}' already uses`,
      import: ({ kind, path, module }: { kind: string; path: string; module: string }): string =>
        `'${path}' of the emitter '${kind}' imports '${module}', which is not generated`,
      runtime: ({ kind, path, module, name }: MissingRuntime): string =>
        `'${path}' of the emitter '${kind}' imports '${name}' from '${module}', which the runtime does not have`,
      unread: ({ kind, why }: { kind: string; why: string }): string =>
        `the output of the emitter '${kind}' is not valid: ${why}`,
    },
    hint: ({ variant }: { variant: string }): string | undefined =>
      variant === 'import' ? "list the kind that emits it in 'needs'" : undefined,
  },
  'emitter-error': {
    error: ({ kind, message }: { kind: string; message: string }): string => `${kind}: ${message}`,
  },
  'emitter-warning': {
    warning: ({ kind, message }: { kind: string; message: string }): string => `${kind}: ${message}`,
    effect: 'advice' as const,
  },
  'json-schema-limit': {
    error: ({ limit }: { limit: number }): string =>
      `with this schema, the JSON Schemas have more than ${limit} characters, because each one repeats everything that it refers to`,
    hint: ({ limit }: { limit: number }): string =>
      `if this is intended, raise the limit: --limit jsonSchemas=${limit * 2}`,
  },
  'type-too-large': {
    error: {
      alternatives: ({ limit }: { limit: number }): string =>
        `the type of this schema has ${limit} or more combinations of alternatives; TypeScript cannot compile it`,
      levels: ({ limit }: { limit: number }): string =>
        `a value here is nested more than ${limit} levels deep; TypeScript cannot compile its type`,
    },
    hint: ({ variant }: { variant: string }): string =>
      variant === 'levels'
        ? 'describe the outer levels by `properties` and `items`'
        : "list the combinations that occur, or combine fewer lists of alternatives under 'allOf'",
  },
  'response-without-body': {
    warning: ({ status }: { status: string }): string =>
      `in HTTP, a response with the status '${status}' has no body; its content is ignored`,
    effect: 'reduced' as const,
  },
  'pattern-without-unicode': {
    warning: ({ pattern }: { pattern: string }): string =>
      `the pattern '${pattern}' is not valid with the Unicode flag, which JSON Schema expects; it is read without the flag`,
    hint: (): string => 'escape only characters that need it',
  },
  'endless-pattern': {
    error: ({ pattern, seconds }: { pattern: string; seconds: number }): string =>
      `to match the pattern '${pattern}' with the name of a property takes more than ${seconds} s`,
    hint: (): string => 'rewrite the repeated part so that each text matches it in only one way',
  },
  'slow-pattern': {
    warning: ({ pattern }: { pattern: string }): string =>
      `an attacker can choose a text for which the pattern '${pattern}' takes exponential time`,
    hint: (): string => 'rewrite the repeated part so that each text matches it in only one way',
  },
  'polynomial-pattern': {
    warning: ({ pattern, degree }: { pattern: string; degree: number }): string =>
      `an attacker can choose a text for which the time to match '${pattern}' grows with its length to the power of ${degree}`,
    hint: (): string =>
      "rewrite neighbouring repetitions so that each text matches them in only one way, or limit the text with 'maxLength'",
  },
  'quadratic-pattern': {
    note: ({ pattern }: { pattern: string }): string =>
      `an attacker can choose a text for which the time to match '${pattern}' grows with the square of its length`,
    hint: (): string => "begin it with '^' if it describes the whole text, or limit the text with 'maxLength'",
  },
  'unenforceable-security': {
    error: ({ name }: { name: string }): string =>
      `a server cannot enforce '${name}': no security scheme of that name is declared`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      suggestCandidate(likely) ?? "declare it under components/securitySchemes, or leave 'server' out of 'only'",
  },
};

interface TakenName {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly other: string;
  readonly operation: string;
}

interface MissingRuntime {
  readonly kind: string;
  readonly path: string;
  readonly module: string;
  readonly name: string;
}

interface Logo {
  readonly url: string;
  /** The extensions of the file names. */
  readonly formats: readonly string[];
}
