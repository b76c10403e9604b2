import type { Schema } from '../../model/schema.js';
import { listKeywordsWith, type SchemaKeyword } from '../../model/schema-keywords.js';
import { type Code, type CodePart, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { printPath, printPointer, type Site } from './program.js';

/** Writes the statement for a value that a keyword refuses: `return false;` in a guard, otherwise another failure. */
export function writeFailure(site: Site, schema: Schema, keyword: string, expected: string): Code {
  const { context, path } = site;
  if (context.shape === 'guard') return code`return false;`;
  // Most expectations follow "must be".
  const verb = keyword === 'pattern' ? `, 'must match '` : have.has(keyword) ? `, 'must have '` : '';
  const words = code`${encodeString(keyword)}, ${encodeString(expected)}${verb}`;
  return code`${context.found}.fail(${printPath(path)}, ${printPointer(context, schema, keyword)}, ${words});`;
}

const have: ReadonlySet<string> = new Set([
  ...listKeywordsWith('count', 'names', 'names{}'),
  ...(['uniqueItems', 'contains', 'propertyNames'] satisfies SchemaKeyword[]),
]);

/** Writes the statement for a schema that refuses every value. */
export function writeRefusal({ context, path, keyword }: Site, schema: Schema): Code {
  if (context.shape === 'guard') return code`return false;`;
  const place = code`${printPath(path)}, ${printPointer(context, schema)}`;
  return code`${context.found}.forbid(${place}, ${encodeString(keyword)});`;
}

/** Writes a failure under a condition. */
export function writeFailureIf(site: Site, schema: Schema, bad: CodePart, keyword: string, expected: string): void {
  site.context.lines.addIf(bad, writeFailure(site, schema, keyword, expected));
}
