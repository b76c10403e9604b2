import { type Catalogue, didYouMean, entry } from './entry.js';

/** Findings while building schemas, with what each is told. */
export interface SchemaCodes {
  'unknown-dialect': { dialect: string };
  'empty-schema': Record<never, never>;
  'unknown-type': { type: string; likely: string | undefined };
  'no-effect': { keyword: string; why: string };
  'old-keyword': { keyword: string; reading: string };
  'null-added': { beside: string };
  'pattern-not-understood': { pattern: string };
  'endless-schema': Record<never, never>;
  'schema-leads-back': { reading: string };
  'enum-value-forbidden': { value: string; types: string };
  'enum-forbidden': { types: string };
  'default-forbidden': { value: string; types: string };
  'default-ignored': { value: string; types: string };
  'type-against-alternative': { type: string; types: string; keyword: string };
  'one-of-overlap': { name: string; value: string; other: string };
  'impossible-schema': Record<never, never>;
  'nothing-allowed': Record<never, never>;
  'impossible-property': { name: string };
}

/** Findings while building schemas, with how each is worded. */
export const schemaCodes: Catalogue<SchemaCodes> = {
  'unknown-dialect': entry(
    'warning',
    ({ dialect }) => `the dialect '${dialect}' is not known here; schemas are read as JSON Schema 2020-12`,
  ),
  'empty-schema': entry(
    'warning',
    () => 'nothing stands here where a schema belongs; any value is taken',
    () => "write '{}' where this is meant",
  ),
  'unknown-type': entry(
    'warning',
    ({ type }) => `there is no type '${type}'; it is ignored`,
    ({ likely }) => didYouMean(likely),
  ),
  'no-effect': entry('warning', ({ keyword, why }) => `'${keyword}' has no effect and is ignored: ${why}`),
  'old-keyword': entry('warning', ({ keyword, reading }) => `${keyword} is of an older JSON Schema; ${reading}`),
  'null-added': entry(
    'warning',
    ({ beside }) => `'nullable' does not reach the '${beside}' beside it; null is allowed all the same`,
  ),
  'pattern-not-understood': entry(
    'warning',
    ({ pattern }) => `'${pattern}' is no regular expression of JavaScript; it is not checked`,
  ),
  'endless-schema': entry(
    'error',
    () => 'this leads back to the schema it stands in, and nothing else is said about the value',
    () => 'say what the value is, or remove the schema',
  ),
  'schema-leads-back': entry(
    'warning',
    ({ reading }) => `this applies the schema it stands in to the same value again; ${reading}`,
  ),
  'enum-value-forbidden': entry(
    'warning',
    ({ value, types }) => `${value} is not of type ${types}, so it can never occur and is left out`,
  ),
  'enum-forbidden': entry(
    'error',
    ({ types }) => `none of these values is of type ${types}, so there is no value at all`,
  ),
  'default-forbidden': entry('error', ({ value, types }) => `the default is ${value}, which is not of type ${types}`),
  'default-ignored': entry(
    'warning',
    ({ value, types }) => `the default is ${value}, which is not of type ${types}; there is no default then`,
  ),
  'type-against-alternative': entry(
    'warning',
    ({ type, types, keyword }) =>
      `an alternative under '${keyword}' is of type ${types}, and 'type' beside it says ${type}; 'type' is ignored`,
  ),
  'one-of-overlap': entry(
    'warning',
    ({ name, value, other }) =>
      `'${name}' may be ${value} here and in the alternative at '${other}': 'oneOf' refuses what both let through`,
    () => "list each value in one of them, or write 'anyOf'",
  ),
  'impossible-schema': entry(
    'error',
    () => 'the keywords of this schema contradict each other: there is no value that all of them allow',
  ),
  'nothing-allowed': entry('warning', () => 'no value is allowed here; the type is `never`'),
  'impossible-property': entry(
    'error',
    ({ name }) => `the parts of 'allOf' contradict each other: no value of '${name}' has a type that all of them allow`,
  ),
};
