import type { KeywordSchema } from '../../model/schema.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { importAssertion } from './assertions.js';
import type { Site, Uses } from './context.js';
import { writeSet } from './equality.js';

/** The members of the function that the code in this file uses. */
export type FieldContext = Uses<'module', 'emitPattern' | 'emitPatterns'>;

type FieldSite = Pick<Site<FieldContext>, 'context'>;

/**
 * The maximum number of list members that one function checks. Compilers follow the conditions of a function by
 * recursion and refuse very long ones, and engines do not optimize them.
 */
export const mostListed = 50;

/** Splits a list into lists of at most `mostListed` members. */
export function splitList<Member>(list: readonly Member[]): (readonly Member[])[] {
  if (list.length <= mostListed) return list.length === 0 ? [] : [list];
  return Array.from({ length: Math.ceil(list.length / mostListed) }, (_, index) =>
    list.slice(index * mostListed, (index + 1) * mostListed),
  );
}

/** Writes a name as a token of a JSON pointer (RFC 6901, section 3). */
export function escapeToken(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** Writes the conditions under which `properties` or `patternProperties` apply to a field. */
export function listNameTests(site: FieldSite, schema: KeywordSchema, key: Reference): Code[] {
  const names = schema.properties?.map((property) => property.name) ?? [];
  return [...writeKnownName(site, names, key), ...listPatternTests(site, schema, key)];
}

function listPatternTests(site: FieldSite, schema: KeywordSchema, key: Reference): Code[] {
  const patterns = (schema.patternProperties ?? []).map(({ pattern }) => pattern);
  if (patterns.length <= mostListed) return patterns.map((pattern) => writePatternTest(site, schema, pattern, key));
  const list = site.context.program.emitPatterns(site.context.module, schema, patterns);
  return [code`${importAssertion('matchesAny')}(${key}, ${list})`];
}

/** Writes the condition that a field's name matches a pattern. */
export function writePatternTest({ context }: FieldSite, schema: KeywordSchema, pattern: string, key: Reference): Code {
  return code`${context.program.emitPattern(context.module, schema, pattern)}.test(${key})`;
}

// For longer lists, the output uses a set.
const mostCompared = 12;

function writeKnownName(site: FieldSite, names: readonly string[], key: Reference): Code[] {
  if (names.length <= mostCompared) return names.map((name) => code`${key} === ${encodeString(name)}`);
  return [code`${writeSet(site.context.module, names)}.has(${key})`];
}
