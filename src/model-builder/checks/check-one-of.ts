import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import { followPlain } from '../schemas/schema-facts.js';

type Values = ReadonlySet<unknown>;
const none: Values = new Set();

/**
 * Reports a property that seems to distinguish the alternatives of `oneOf`, but can have the same value in two of them.
 * An object that both accept is invalid. Considers only what the alternatives state themselves.
 */
export function checkOneOf(context: BuildContext, { oneOf, discriminator }: KeywordSchema): void {
  if (!oneOf || discriminator) return;
  const members = oneOf.map(followPlain);
  const [first] = members;
  if (!first) return;
  for (const name of listRequired(first)) {
    const seen = new Map<unknown, Schema>();
    for (const member of members) {
      const values = listValues(member, name);
      if (values.size === 0) break;
      for (const value of values) {
        const other = seen.get(value);
        seen.set(value, member);
        if (!other || isSame(values, listValues(other, name)) || areApart(other, member)) continue;
        const others = `${other.origin.file}#${other.origin.pointer}`;
        context.report('one-of-overlap', member.origin, { name, value: JSON.stringify(value), other: others });
        return;
      }
    }
  }
}

function listRequired(schema: Schema): readonly string[] {
  return schema.kind === 'keywords' ? (schema.required ?? []) : [];
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

// Two alternatives are distinct if no value of another property is valid in both, or if one alternative forbids what
// the other requires.
function areApart(a: Schema, b: Schema): boolean {
  const isApartBy = (name: string): boolean => {
    const values = listValues(b, name);
    return (
      values.size > 0 && listValues(a, name).size > 0 && [...listValues(a, name)].every((value) => !values.has(value))
    );
  };
  return listRequired(a).some(isApartBy) || needsMore(a, b) || needsMore(b, a);
}

function needsMore(a: Schema, b: Schema): boolean {
  if (b.kind !== 'keywords' || b.additionalProperties?.kind !== 'boolean' || b.additionalProperties.value) return false;
  return listRequired(a).some((name) => !b.properties?.some((property) => property.name === name));
}
