import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { type CrossedBounds, listCrossedBounds } from './crossed-bounds.js';
import { buildTypes, getOwnTypes, nameTypes } from './schema-types.js';

/**
 * Removes from a schema the types for which no value satisfies the bounds. Also removes these bounds. If no type would
 * remain, the schema does not change: it has no valid value.
 */
export function settleTypes(context: BuildContext, schema: Draft<KeywordSchema>): void {
  const { types } = schema;
  if (!types) return;
  const crossed = listCrossedBounds(schema);
  const isLeft = (type: (typeof types)[number]): boolean =>
    crossed.reduce((left, one) => left & ~one.types, buildTypes([type])) !== 0;
  const left = types.filter(isLeft);
  if (left.length === types.length || left.length === 0) return;
  for (const bounds of crossed) reportCrossed(context, schema, bounds);
  schema.types = left;
  for (const { types: without, lower, upper } of crossed) {
    if ((without & getOwnTypes(schema)) !== 0) continue;
    const finding = { variant: 'contradicted', keyword: upper, other: lower } as const;
    context.report('no-effect', buildChildOrigin(schema.origin, upper), finding);
    delete schema[lower];
    delete schema[upper];
  }
}

function reportCrossed(context: BuildContext, schema: KeywordSchema, { types, lower, upper }: CrossedBounds): void {
  const without = types & getOwnTypes(schema);
  if (without === 0) return;
  context.report('impossible-type', buildChildOrigin(schema.origin, lower), {
    variant: 'bounds',
    types: nameTypes(without),
    lower: { keyword: lower, value: schema[lower] },
    upper: { keyword: upper, value: schema[upper] },
  });
}
