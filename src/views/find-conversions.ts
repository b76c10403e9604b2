import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { listApplied, type Position } from '../model/positions.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { TreePlanner } from '../model/value-tree.js';
import type { ConversionChoice, Conversions, ConvertedFormat } from './conversions.js';
import { findChosenFormat, findObstacle, findUntyped, isTypeOf } from './converted-values.js';

/** The conversions of a run without conversions. */
export const noConversions: Conversions = { exact: false, readFormat: () => undefined, planOf: () => undefined };

/** The schemas that are known to be converted. */
interface Candidates {
  readonly formats: Map<Schema, ConvertedFormat>;
}

/**
 * Finds the values whose type in code differs from JSON. All schemas that describe one value must agree, so that its
 * type is right wherever it is used. If they do not agree, the value is not converted, and a finding reports this.
 */
export function findConversions(
  schemas: ReadonlySet<Schema>,
  choice: ConversionChoice,
  diagnostics: Diagnostics,
): Conversions {
  const formats = new Map<Schema, ConvertedFormat>();
  for (const schema of schemas) {
    const format = findChosenFormat(schema, choice);
    if (!format || schema.kind !== 'keywords') continue;
    const obstacle = findObstacle(schema, format);
    if (!obstacle) formats.set(schema, format);
    else if (isTypeOf(schema, format)) diagnostics.report('not-converted', schema.origin, { format, ...obstacle });
  }
  if (formats.size === 0) return { ...noConversions, exact: choice.int64 === 'bigint' };
  // A schema that is no longer converted can contradict others that agreed with it before.
  while (removeContradicted(schemas, { formats }, diagnostics));
  const planner = createPlanner(formats);
  return {
    exact: choice.int64 === 'bigint',
    readFormat: (schema) => formats.get(schema),
    planOf: (schema) => planner.treeOf(schema),
  };
}

function createPlanner(formats: ReadonlyMap<Schema, ConvertedFormat>): TreePlanner<ReadonlySet<ConvertedFormat>> {
  return new TreePlanner<ReadonlySet<ConvertedFormat>>({
    mostSchemas: 64,
    readOwn: (described) => {
      const found = new Set([...described].flatMap((schema) => formats.get(schema) ?? []));
      return found.size > 0 ? found : undefined;
    },
  });
}

// Returns whether it removed a schema from the candidates.
function removeContradicted(schemas: ReadonlySet<Schema>, candidates: Candidates, diagnostics: Diagnostics): boolean {
  const { formats } = candidates;
  const before = formats.size;
  for (const position of createPlanner(formats).listPositions(schemas)) {
    const applied = listApplied(position);
    const converted = [...applied].filter((schema) => formats.has(schema));
    for (const schema of converted) {
      const format = formats.get(schema);
      const other = format && findOther(schema, applied, position, candidates);
      if (!format || !other) continue;
      const place = `${other.origin.file}#${other.origin.pointer}`;
      diagnostics.report('not-converted', schema.origin, { variant: 'place', format, place });
      for (const each of converted) if (each === schema || formats.get(each) !== format) formats.delete(each);
    }
  }
  return formats.size < before;
}

// Finds another schema that applies to the same value and describes another type.
function findOther(
  schema: KeywordSchema,
  applied: ReadonlySet<KeywordSchema>,
  position: Position,
  { formats }: Candidates,
): Schema | undefined {
  const format = formats.get(schema);
  if (!format || applied.size === 1) return undefined;
  for (const other of applied)
    if (other !== schema && formats.get(other) !== format && isTypeOf(other, format)) return other;
  return findUntyped(applied, position, format);
}
