import type { KeywordSchema } from '../../model/schema.js';
import { listMembersOfKeyword, nonAssertingMembers } from '../../model/schema-keywords.js';
import type { SubschemaKeyword } from '../../model/walk-schemas.js';
import type { Draft } from '../context.js';

/**
 * Returns whether a schema has a keyword about values in addition to `keyword`. A discriminator does not count, because
 * it only distinguishes alternatives.
 */
export function hasMoreThan(schema: KeywordSchema, keyword: SubschemaKeyword): boolean {
  const members = listMembersOfKeyword(keyword);
  return Object.keys(schema).some((name) => !nonAssertingMembers.has(name) && !members.includes(name));
}

/**
 * For a schema that is only a reference: replaces the reference with the keywords of its target, except alternatives.
 */
export function mergeTarget(schema: KeywordSchema, target: KeywordSchema): void {
  const draft: Draft<KeywordSchema> = schema;
  delete draft.ref;
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = target;
  const members = Object.entries(rest).filter(([name]) => !nonAssertingMembers.has(name));
  Object.assign(draft, Object.fromEntries(members));
}
