import type { Schema } from '../../model/schema.js';
import { listKeywordsWith, type SchemaKeyword } from '../../model/schema-keywords.js';
import { type Code, type CodePart, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { type PointerContext, printPath, printPointer, type Site, type Uses } from './context.js';

/** The members of the function that the code in this file uses. */
export type FailureContext = Uses<'shape' | 'found' | 'lines'> & PointerContext;

/** Writes the statement for a value that a keyword refuses: `return false;` in a guard, otherwise another failure. */
export function writeFailure(site: Site<FailureContext>, schema: Schema, keyword: string, expected: string): Code {
  if (site.context.shape === 'guard') return code`return false;`;
  const { context, path } = site;
  const verb = findVerb(keyword);
  const words = code`${encodeString(keyword)}, ${encodeString(expected)}${verb === undefined ? '' : `, '${verb} '`}`;
  return code`${context.found}.fail(${printPath(path)}, ${printPointer(context, schema, keyword)}, ${words});`;
}

// Most expectations follow "must be", some "must have".
function findVerb(keyword: string): string | undefined {
  if (keyword === 'pattern') return 'must match';
  return have.has(keyword) ? 'must have' : undefined;
}

const have: ReadonlySet<string> = new Set([
  ...listKeywordsWith('count', 'names', 'names{}'),
  ...(['uniqueItems', 'contains', 'propertyNames'] satisfies SchemaKeyword[]),
]);

/** Writes the statement for a schema that refuses every value. */
export function writeRefusal(site: Site<FailureContext>, schema: Schema): Code {
  if (site.context.shape === 'guard') return code`return false;`;
  const { context, path, keyword } = site;
  const place = code`${printPath(path)}, ${printPointer(context, schema)}`;
  return code`${context.found}.forbid(${place}, ${encodeString(keyword)});`;
}

/** A condition under which a keyword refuses a value. */
export interface Refusal {
  readonly bad: CodePart;
  readonly keyword: string;
  readonly expected: string;
}

/** Writes a failure under a condition. */
export function writeFailureIf(site: Site<FailureContext>, schema: Schema, { bad, keyword, expected }: Refusal): void {
  site.context.lines.addIf(bad, writeFailure(site, schema, keyword, expected));
}
