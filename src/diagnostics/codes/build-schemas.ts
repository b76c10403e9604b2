import { didYouMean } from './row.js';

/** Findings while building schemas. */
export const schemaCodes = {
  'unknown-dialect': {
    warning: ({ dialect }: { dialect: string }): string =>
      `the dialect '${dialect}' is not known here; schemas are read as JSON Schema 2020-12`,
  },
  'empty-schema': {
    warning: (): string => 'nothing stands here where a schema belongs; any value is taken',
    hint: (): string => "write '{}' where this is meant",
  },
  'unknown-type': {
    warning: ({ type }: { type: string }): string => `there is no type '${type}'; it is ignored`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'no-effect': {
    warning: ({ keyword, why }: { keyword: string; why: string }): string =>
      `'${keyword}' has no effect and is ignored: ${why}`,
    effect: 'ignored' as const,
  },
  'old-keyword': {
    warning: ({ keyword, reading }: { keyword: string; reading: string }): string =>
      `${keyword} is of an older JSON Schema; ${reading}`,
  },
  'null-added': {
    warning: ({ beside }: { beside: string }): string =>
      `'nullable' does not reach the '${beside}' beside it; null is allowed all the same`,
  },
  'pattern-not-understood': {
    warning: ({ pattern }: { pattern: string }): string =>
      `'${pattern}' is no regular expression of JavaScript; it is not checked`,
  },
  'endless-schema': {
    error: (): string => 'this leads back to the schema it stands in, and nothing else is said about the value',
    hint: (): string => 'say what the value is, or remove the schema',
  },
  'schema-leads-back': {
    warning: ({ reading }: { reading: string }): string =>
      `this applies the schema it stands in to the same value again; ${reading}`,
  },
  'enum-value-forbidden': {
    warning: ({ value, types }: { value: string; types: string }): string =>
      `${value} is not of type ${types}, so it can never occur and is left out`,
  },
  'enum-forbidden': {
    error: ({ types }: { types: string }): string =>
      `none of these values is of type ${types}, so there is no value at all`,
  },
  'default-forbidden': {
    error: ({ value, types }: { value: string; types: string }): string =>
      `the default is ${value}, which is not of type ${types}`,
  },
  'default-ignored': {
    warning: ({ value, types }: { value: string; types: string }): string =>
      `the default is ${value}, which is not of type ${types}; there is no default then`,
    effect: 'ignored' as const,
  },
  'type-against-alternative': {
    warning: ({ type, types, keyword }: { type: string; types: string; keyword: string }): string =>
      `an alternative under '${keyword}' is of type ${types}, and 'type' beside it says ${type}; 'type' is ignored`,
  },
  'one-of-overlap': {
    warning: ({ name, value, other }: { name: string; value: string; other: string }): string =>
      `'${name}' may be ${value} here and in the alternative at '${other}': 'oneOf' refuses what both let through`,
    hint: (): string => "list each value in one of them, or write 'anyOf'",
  },
  'impossible-schema': {
    error: (): string => 'the keywords of this schema contradict each other: there is no value that all of them allow',
  },
  'nothing-allowed': { warning: (): string => 'no value is allowed here; the type is `never`' },
  'impossible-property': {
    error: ({ name }: { name: string }): string =>
      `the parts of 'allOf' contradict each other: no value of '${name}' has a type that all of them allow`,
  },
};
