import { listObjectParts } from '../../model/find-dispatch.js';
import type { ChildSchema, Discriminator, KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import type { Site, Uses } from './context.js';
import { type ExpressionContext, writeAcceptingCount, writeCall } from './expression.js';
import { writeKindTest } from './kind-tests.js';
import { joinAnd, joinOr, yes } from './operators.js';
import type { Value } from './value.js';
import { type TagCase, type TagContext, writeByTag } from './write-by-tag.js';
import { mostListed } from './write-fields.js';

/** The members of the function that the code in this file uses. */
export type ChildrenContext = Uses<'redeclare' | 'lines' | 'markNarrowed' | 'rules', 'isExact'> &
  ExpressionContext &
  TagContext;

type Parent = Discriminator & Required<Pick<Discriminator, 'inheritance'>>;

/** Finds the discriminator of a schema whose values must be one of its children, as in the type. */
export function findParent(
  { context }: Pick<Site<ChildrenContext>, 'context'>,
  { discriminator }: KeywordSchema,
): Parent | undefined {
  const { inheritance } = discriminator ?? {};
  return discriminator && inheritance && context.rules.children ? { ...discriminator, inheritance } : undefined;
}

/**
 * Writes, for a guard, the check that a value of a parent schema is one of its children. The children repeat all rules
 * of the parent. `validate…` does not check this, because a discriminator "cannot change the validation outcome"
 * (OpenAPI 3.2, 4.25.2).
 */
export function writeChildren(site: Site<ChildrenContext>, schema: KeywordSchema, parent: Parent): void {
  const { inheritance } = parent;
  const { context } = site;
  const given = context.redeclare(site.value);
  const kinds = new Set(['object'] as const);
  const value: Value = { ...given, kinds };
  const isNone = (inner: Site<ChildrenContext>, children: readonly ChildSchema[]): Code => {
    const call = (schema: Schema): Code => writeCall(inner.context, inner.value, schema).bad;
    if (children.length > mostListed) return writeNoneOfMany(inner, children, call(inheritance.base));
    return joinAnd(
      children.map((child) =>
        child.isExtending ? call(child.schema) : joinOr([call(inheritance.base), call(child.schema)]),
      ),
    );
  };
  const write = (): void => writeCases({ ...site, value }, schema, parent, isNone);
  const other = writeCall(context, given, inheritance.base).bad;
  const test = writeKindTest(given.name, given.kinds, kinds, context.program.isExact).ok;
  if (given.kinds.size === 1) write();
  else
    context.lines.chain([
      { test, write },
      { test: undefined, write: () => context.lines.addIf(other, 'return false;') },
    ]);
  context.markNarrowed(given);
}

function writeNoneOfMany(site: Site<ChildrenContext>, children: readonly ChildSchema[], isNotBase: Code): Code {
  const isNone = (isExtending: boolean): Code => {
    const schemas = children.filter((child) => child.isExtending === isExtending).map(({ schema }) => schema);
    return schemas.length === 0 ? yes : code`${writeAcceptingCount(site, schemas, 1)} === 0`;
  };
  return joinAnd([isNone(true), joinOr([isNotBase, isNone(false)])]);
}

function writeCases(
  site: Site<ChildrenContext>,
  schema: KeywordSchema,
  { propertyName, inheritance: { children } }: Parent,
  isNone: (site: Site<ChildrenContext>, children: readonly ChildSchema[]) => Code,
): void {
  const isRequired = listObjectParts(schema).some(({ required = [] }) => required.includes(propertyName));
  const refuse = (inner: Site<ChildrenContext>, some: readonly ChildSchema[]): void =>
    inner.context.lines.add(some.length === 0 ? 'return false;' : code`if (${isNone(inner, some)}) return false;`);
  const cases = children.flatMap((child): TagCase<ChildrenContext>[] =>
    child.values ? [{ values: child.values, write: (inner) => refuse(inner, [child]) }] : [],
  );
  const others = (): void =>
    refuse(
      site,
      children.filter((child) => !child.values),
    );
  if (cases.length === 0) others();
  else
    writeByTag(site, propertyName, cases, (tag) => [
      ...(isRequired ? [] : [{ test: code`${tag} === undefined`, write: () => refuse(site, children) }]),
      { test: undefined, write: others },
    ]);
}
