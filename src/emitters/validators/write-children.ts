import { listObjectParts } from '../../model/find-dispatch.js';
import type { ChildSchema, Discriminator, KeywordSchema } from '../../model/schema.js';
import { type Code, code, importType } from '../../typescript/code.js';
import { encodeJson } from '../../typescript/encode.js';
import { runtimeModule } from './assertions.js';
import type { Site, Uses } from './context.js';
import { type ExpressionContext, writeCall } from './expression.js';
import { writeKindTest } from './kind-tests.js';
import type { Case } from './lines.js';
import { joinAnd, joinOr } from './operators.js';
import type { Value } from './value.js';
import { readField } from './write-fields.js';

/** What is used here of the function that is being written. */
export type ChildrenContext = Uses<
  'declareField' | 'freshen' | 'lines' | 'markNarrowed' | 'names' | 'rules',
  'isExact'
> &
  ExpressionContext;

type Parent = Discriminator & Required<Pick<Discriminator, 'inheritance'>>;

/** Finds the discriminator of a schema if a value of it has to be one of its children, as in the type. */
export function findParent(
  { context }: Pick<Site<ChildrenContext>, 'context'>,
  { discriminator }: KeywordSchema,
): Parent | undefined {
  const { inheritance } = discriminator ?? {};
  return discriminator && inheritance && context.rules.children ? { ...discriminator, inheritance } : undefined;
}

/**
 * Writes into a guard that a value of a parent schema is one of its children, which say all that the parent says.
 * Validation does not ask: a discriminator "cannot change the validation result" (OpenAPI 3.2, 4.25.1).
 */
export function writeChildren(site: Site<ChildrenContext>, schema: KeywordSchema, parent: Parent): void {
  const { inheritance } = parent;
  const { context, scope } = site;
  const given = context.freshen(site.value);
  const kinds = new Set(['object'] as const);
  const value: Value = { ...given, kinds };
  const isNone = (children: readonly ChildSchema[]): Code =>
    joinAnd(
      children.map((child) => {
        const { bad } = writeCall(context, value, child.schema, scope);
        if (child.isExtending) return bad;
        return joinOr([writeCall(context, value, inheritance.base, scope).bad, bad]);
      }),
    );
  const write = (): void => writeCases({ ...site, value }, schema, parent, isNone);
  const other = writeCall(context, given, inheritance.base, scope).bad;
  const test = writeKindTest(given.name, given.kinds, kinds, context.program.isExact).ok;
  if (given.kinds.size === 1) write();
  else
    context.lines.chain([
      { test, write },
      { test: undefined, write: () => context.lines.addIf(other, 'return false;') },
    ]);
  context.markNarrowed(given);
}

function writeCases(
  { context, value }: Site<ChildrenContext>,
  schema: KeywordSchema,
  { propertyName, inheritance: { children } }: Parent,
  isNone: (children: readonly ChildSchema[]) => Code,
): void {
  const { lines } = context;
  const isRequired = listObjectParts(schema).some(({ required = [] }) => required.includes(propertyName));
  const fields = context.names.name('fields');
  const known = importType(runtimeModule, 'UnknownFields');
  lines.declare(fields, code`const ${fields} = ${value.name} as ${known};`);
  const tag = context.declareField(readField(fields, propertyName), propertyName).name;
  const refuse = (some: readonly ChildSchema[]) => (): void =>
    lines.add(some.length === 0 ? 'return false;' : code`if (${isNone(some)}) return false;`);
  const cases = children.flatMap((child): Case[] => {
    const tests = child.values?.map((each) => code`${tag} === ${encodeJson(each)}`);
    return tests ? [{ test: joinOr(tests), write: refuse([child]) }] : [];
  });
  if (!isRequired && cases.length > 0) cases.push({ test: code`${tag} === undefined`, write: refuse(children) });
  const others = refuse(children.filter((child) => !child.values));
  if (cases.length === 0) others();
  else lines.chain([...cases, { test: undefined, write: others }]);
}
