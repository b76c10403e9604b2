import { buildChildOrigin, formatOrigin } from '../../diagnostics/origin.js';
import { Described, everythingInPlace, followReference, listAppliedInPlace } from '../../model/in-place.js';
import { printExactJson } from '../../model/print-json.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { CompleteSchemas } from '../schemas/complete-schemas.js';

type Values = ReadonlySet<unknown>;
const none: Values = new Set();

/**
 * Reports a property that seems to distinguish the alternatives of `oneOf`, or of `anyOf` with a discriminator, but can
 * have the same value in two of them. For `oneOf`, an object that both accept is invalid. Without a discriminator,
 * considers only what the alternatives state themselves.
 */
export function checkOneOf(context: BuildContext, schema: KeywordSchema, { areApart }: CompleteSchemas): void {
  const { oneOf, discriminator } = schema;
  if (discriminator) {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const members = schema[keyword] ?? [];
      // Another finding says that the discriminator has no effect.
      if (
        keyword === 'anyOf' &&
        !members.some((member) => listDescribed(member, discriminator.propertyName).length > 0)
      )
        continue;
      const alike = listAlike(members, discriminator.propertyName, areApart);
      const others = alike.map((member) => formatOrigin(followPlain(member).origin));
      const finding = { variant: 'discriminator', keyword, name: discriminator.propertyName, others } as const;
      if (others.length > 0) context.report('one-of-overlap', buildChildOrigin(schema.origin, keyword), finding);
    }
    return;
  }
  if (!oneOf) return;
  const members = oneOf.map(followPlain);
  const [first] = members;
  if (!first) return;
  for (const name of first.kind === 'keywords' ? (first.required ?? []) : []) {
    const seen = new Map<unknown, Schema>();
    for (const member of members) {
      const values = listValues(member, name);
      if (values.size === 0) break;
      for (const value of values) {
        const other = seen.get(value);
        seen.set(value, member);
        if (!other || isSame(values, listValues(other, name)) || areApart(other, member, name)) continue;
        const finding = { name, value: printExactJson(value), other: formatOrigin(other.origin) };
        context.report('one-of-overlap', member.origin, { variant: 'value', ...finding });
        return;
      }
    }
  }
}

// Beyond these numbers, overlaps are not reported.
const mostMembers = 50;
const mostApplied = 100;

// Lists the alternatives that accept an object with the property that another one also accepts.
function listAlike(members: readonly Schema[], name: string, areApart: CompleteSchemas['areApart']): readonly Schema[] {
  const different = [...new Map(members.map((member) => [followPlain(member), member])).values()];
  const known = different.slice(0, mostMembers).filter((member) => isDecided(member, name));
  return known.filter((one) => known.some((other) => other !== one && !areApart(one, other, name)));
}

// Follows references to a schema with its own properties, or to the end of the chain.
function followPlain(schema: Schema): Schema {
  return followReference(schema, ({ ref, properties }) => (properties ? undefined : ref)).schema;
}

// Returns whether the facts that `areApart` compares decide which objects an alternative accepts.
function isDecided(member: Schema, name: string): boolean {
  const roots = [member, ...listDescribed(member, name)];
  const all = [...listAppliedInPlace(roots, { ...everythingInPlace, most: mostApplied })];
  return (
    all.length <= mostApplied &&
    all.length === listAppliedInPlace(roots, { most: mostApplied }).size &&
    all.every((part) => part.kind === 'keywords' && part.pattern === undefined && !hasOpenValues(part))
  );
}

// Lists the schemas of a property in an alternative.
function listDescribed(member: Schema, name: string): readonly Schema[] {
  return new Described([member], { most: mostApplied }).schemasOf(name);
}

// Lists the values of a property that is always present.
function listValues(schema: Schema, name: string): Values {
  if (schema.kind !== 'keywords' || !schema.required?.includes(name)) return none;
  const property = schema.properties?.find((one) => one.name === name);
  const target = property && followPlain(property.schema);
  if (target?.kind !== 'keywords') return none;
  return target.const === undefined ? new Set(target.enum) : new Set([target.const]);
}

function isSame(a: Values, b: Values): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}
