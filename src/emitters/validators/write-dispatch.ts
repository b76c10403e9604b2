import type { Dispatch } from '../../model/find-dispatch.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { Site, Uses } from './context.js';
import { formatValues } from './expectation.js';
import { writeKindTest } from './kind-tests.js';
import type { Value } from './value.js';
import { type TagCase, type TagContext, writeByTag } from './write-by-tag.js';
import { type FailureContext, writeFailure } from './write-failure.js';
import { escapeToken } from './write-fields.js';

/** The members of the function that the code in this file uses. */
export type DispatchContext = Uses<'lines' | 'markNarrowed' | 'shape' | 'writeSchema', 'isExact'> &
  FailureContext &
  TagContext;

/** Writes a union in which the value of a property chooses the member. Only that member is checked. */
export function writeDispatch(
  site: Site<DispatchContext>,
  schema: KeywordSchema,
  keyword: 'anyOf' | 'oneOf',
  dispatch: Dispatch,
): void {
  const { context, value } = site;
  const kinds = new Set(['object'] as const);
  const object: Value = { ...value, kinds };
  const type = writeKindTest(value.name, value.kinds, kinds, context.program.isExact);
  const failure = writeFailure(site, schema, keyword, 'an object');
  const write = (): void => writeMembers({ ...site, value: object }, schema, keyword, dispatch);
  if (value.kinds.size === 1) write();
  else if (context.shape === 'guard') {
    context.lines.addIf(type.bad, failure);
    context.markNarrowed(value);
    write();
  } else
    context.lines.chain([
      { test: type.bad, write: () => context.lines.add(failure) },
      { test: undefined, write },
    ]);
}

function writeMembers(
  site: Site<DispatchContext>,
  schema: KeywordSchema,
  keyword: string,
  { property, rows }: Dispatch,
): void {
  const cases = rows.map(({ values, schema: member }): TagCase<DispatchContext> => {
    return { values, write: (inner) => inner.context.writeSchema({ ...inner, keyword }, member) };
  });
  const path = [...site.path, escapeToken(property)];
  const values = rows.flatMap((row) => row.values);
  const failure = writeFailure({ ...site, path }, schema, keyword, formatValues(values));
  writeByTag(site, property, cases, () => [{ test: undefined, write: () => site.context.lines.add(failure) }]);
}
