import type { Dispatch } from '../../model/find-dispatch.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { code } from '../../typescript/code.js';
import { reduceKinds } from './analysis/kinds.js';
import type { Site, Uses } from './context.js';
import { formatValues } from './expectation.js';
import { writeKindTest } from './kind-tests.js';
import type { Case } from './lines.js';
import type { Value } from './value.js';
import { type TagCase, type TagContext, writeByTag } from './write-by-tag.js';
import { type FailureContext, type Refusal, writeFailure, writeFailureIf } from './write-failure.js';
import { escapeToken } from './write-fields.js';
import { isAskedFirst, type ReferenceContext } from './write-reference.js';

/** The members of the function that the code in this file uses. */
export type DispatchContext = Uses<'lines' | 'markNarrowed' | 'shape' | 'writeSchema', 'isExact'> &
  FailureContext &
  ReferenceContext &
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

/**
 * Writes the failure of a union whose guards have rejected the value. If its discriminator selects a member that rejects
 * the value, writes the failures of this member instead.
 */
export function writeUnionFailure(site: Site<DispatchContext>, schema: KeywordSchema, refusal: UnionRefusal): void {
  const { context, value } = site;
  const { bad, keyword, expected } = refusal;
  const kinds = reduceKinds(value.kinds, ['object']);
  const { cases, rest } = listSelected(site, schema, keyword);
  if (cases.length === 0 || kinds.size === 0) {
    writeFailureIf(site, schema, refusal);
    return;
  }
  const { lines, found } = context;
  lines.blockIf(bad, () => {
    const count = context.names.name('before');
    lines.declare(count, code`const ${count} = ${found}.failureCount;`);
    const type = writeKindTest(value.name, value.kinds, kinds, context.program.isExact);
    const object: Site<DispatchContext> = { ...site, value: { ...value, kinds } };
    const others = rest.map((write): Case => ({ test: undefined, write: () => write(object) }));
    lines.blockIf(type.ok, () => writeByTag(object, schema.discriminator?.propertyName ?? '', cases, () => others));
    lines.addIf(code`${found}.failureCount === ${count}`, writeFailure(site, schema, keyword, expected));
  });
}

interface UnionRefusal extends Refusal {
  readonly keyword: 'anyOf' | 'oneOf';
}

interface Selected {
  readonly cases: readonly TagCase<DispatchContext>[];
  /** The code for other values, if the discriminator selects a member for them. */
  readonly rest: readonly TagCase<DispatchContext>['write'][];
}

// Lists the members that a discriminator selects. Leaves out those whose guards would take too long.
function listSelected({ context }: Site<DispatchContext>, schema: KeywordSchema, keyword: 'anyOf' | 'oneOf'): Selected {
  const { mapping = [], defaultMapping } = schema.discriminator ?? {};
  const members = context.shape === 'guard' ? [] : (schema[keyword] ?? []);
  const asked = members.filter((member) => isAskedFirst(context, member));
  const isTarget = (member: Schema, target: Schema): boolean =>
    member === target || (member.kind === 'keywords' && member.ref === target);
  const writeMember =
    (member: Schema): TagCase<DispatchContext>['write'] =>
    (inner) =>
      inner.context.writeSchema({ ...inner, keyword }, member);
  const cases = asked.flatMap((member) => {
    const values = mapping.flatMap((row) => (isTarget(member, row.schema) ? [row.value] : []));
    return values.length > 0 ? [{ values, write: writeMember(member) }] : [];
  });
  const others = asked.filter((member) => defaultMapping && isTarget(member, defaultMapping));
  return { cases, rest: others.slice(0, 1).map(writeMember) };
}
