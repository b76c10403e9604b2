import { type Catalogue, didYouMean, entry } from './entry.js';

/** Findings while building schemas, with what each is told. */
export interface SchemaCodes {
  'empty-schema': Record<never, never>;
  'unknown-type': { type: string; likely: string | undefined };
  'no-effect': { keyword: string; why: string };
  'old-keyword': { keyword: string; reading: string };
  'null-added': { beside: string };
  'pattern-not-understood': { pattern: string };
}

/** Findings while building schemas, with how each is worded. */
export const schemaCodes: Catalogue<SchemaCodes> = {
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
  'old-keyword': entry('warning', ({ keyword, reading }) => `'${keyword}' is of an older JSON Schema; ${reading}`),
  'null-added': entry(
    'warning',
    ({ beside }) => `'nullable' does not reach the '${beside}' beside it; null is allowed all the same`,
  ),
  'pattern-not-understood': entry(
    'warning',
    ({ pattern }) => `'${pattern}' is no regular expression of JavaScript; it is not checked`,
  ),
};
