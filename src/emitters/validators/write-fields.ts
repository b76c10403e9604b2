import type { KeywordSchema } from '../../model/schema.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { importAssertion } from './assertions.js';
import type { Site, Uses } from './context.js';

/** What is used here of the function that is being written. */
export type FieldContext = Uses<'module', 'emitPattern'>;

/**
 * How many properties one function looks at. For each of them compilers look at all statements before it, and a large
 * function is one that engines do not optimize.
 */
export const mostFields = 50;

// What every object inherits: only an object's own field of such a name counts.
const inherited: ReadonlySet<string> = new Set([
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);

/** Writes the reading of a field: `undefined` where it is absent. */
export function readField(fields: Reference, name: string): Code {
  const key = encodeString(name);
  return inherited.has(name) ? code`${importAssertion('readOwn')}(${fields}, ${key})` : code`${fields}[${key}]`;
}

/** Writes a name as a token of a JSON pointer (RFC 6901, section 3). */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Writes the conditions under which `properties` or `patternProperties` apply to a field. */
export function listNameTests(site: Site<FieldContext>, schema: KeywordSchema, key: Reference): Code[] {
  const names = schema.properties?.map((property) => property.name) ?? [];
  const patterns = (schema.patternProperties ?? []).map(({ pattern }) => writePatternTest(site, schema, pattern, key));
  return [...writeKnownName(site, names, key), ...patterns];
}

/** Writes the condition that a field's name matches a pattern. */
export function writePatternTest(
  { context }: Site<FieldContext>,
  schema: KeywordSchema,
  pattern: string,
  key: Reference,
): Code {
  return code`${context.program.emitPattern(context.module, schema, pattern)}.test(${key})`;
}

// Longer lists are looked up in a set.
const mostCompared = 12;

function writeKnownName(site: Site<FieldContext>, names: readonly string[], key: Reference): Code[] {
  if (names.length <= mostCompared) return names.map((name) => code`${key} === ${encodeString(name)}`);
  const list = `[${names.map(encodeString).join(', ')}]`;
  const set = site.context.module.constant('values', list, code`/* @__PURE__ */ new Set<unknown>(${list})`);
  return [code`${set}.has(${key})`];
}
