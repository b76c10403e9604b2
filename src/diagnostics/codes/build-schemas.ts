import { didYouMean } from './row.js';

/** Findings while building schemas. */
export const schemaCodes = {
  'unknown-dialect': {
    warning: ({ dialect }: { dialect: string }): string =>
      `the schema dialect '${dialect}' is unknown; schemas are read as JSON Schema 2020-12`,
  },
  'empty-schema': {
    warning: (): string => 'the schema is empty; it accepts any value',
    hint: (): string => "if you mean any value, write '{}'",
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
      `${keyword} comes from an older version of JSON Schema; ${reading}`,
  },
  'null-added': {
    warning: ({ beside }: { beside: string }): string =>
      `'nullable' does not apply to the '${beside}' beside it; null is allowed anyway`,
  },
  'pattern-not-understood': {
    warning: ({ pattern }: { pattern: string }): string =>
      `'${pattern}' is not a valid regular expression in JavaScript; validators do not check it`,
  },
  'endless-schema': {
    warning: (): string =>
      'this schema refers to itself and does not describe the value otherwise; it is read as any value (`unknown`)',
    hint: (): string => 'describe the value, or remove the schema',
  },
  'schema-leads-back': {
    warning: ({ reading }: { reading: string }): string =>
      `this applies the schema that contains it to the same value again; ${reading}`,
  },
  'enum-value-forbidden': {
    warning: ({ value, types }: { value: string; types: string }): string =>
      `${value} is not of type ${types}, so no value can equal it; it is left out`,
  },
  'enum-forbidden': {
    warning: ({ types, operations }: { types: string; operations: string }): string =>
      `none of these values is of type ${types}, so no value is valid and the type is \`never\`${listNeeding(operations)}`,
  },
  'default-forbidden': {
    error: ({ value, types }: { value: string; types: string }): string =>
      `the default is ${value}, which is not of type ${types}`,
  },
  'default-ignored': {
    warning: ({ value, types }: { value: string; types: string }): string =>
      `the default is ${value}, which is not of type ${types}; it is ignored`,
    effect: 'ignored' as const,
  },
  'type-against-alternative': {
    warning: ({ type, types, keyword }: { type: string; types: string; keyword: string }): string =>
      `an alternative under '${keyword}' is of type ${types}, but 'type' beside '${keyword}' is ${type}; 'type' is ignored`,
  },
  'one-of-overlap': {
    warning: ({ name, value, other }: { name: string; value: string; other: string }): string =>
      `'${name}' can be ${value} both here and in the alternative at '${other}'; 'oneOf' rejects a value that both accept`,
    hint: (): string => "list each value in only one of them, or use 'anyOf'",
  },
  'impossible-schema': {
    warning: ({ operations }: { operations: string }): string =>
      `the keywords of this schema contradict each other: no value is valid, so the type is \`never\`${listNeeding(operations)}`,
  },
  'impossible-type': {
    warning: ({ types, lower, upper }: { types: string; lower: string; upper: string }): string =>
      `no ${types} is valid, because ${lower} and ${upper}; the type here is without ${types}`,
    hint: (): string => 'correct the bounds, or remove the type',
  },
  'nothing-allowed': { warning: (): string => 'no value is valid here; the type is `never`' },
  'impossible-property': {
    warning: ({ name, operations }: { name: string; operations: string }): string =>
      `the parts of 'allOf' contradict each other: no value of '${name}' has a type that all of them allow, so its type is \`never\`${listNeeding(operations)}`,
  },
};

// The operations whose body or required parameter cannot be valid.
function listNeeding(operations: string): string {
  return operations === '' ? '' : `; no valid value is left for ${operations}`;
}
