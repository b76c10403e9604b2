import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Anchors } from '../model/in-place.js';
import { listApplied, type Position } from '../model/positions.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import type { ConversionChoice, Conversions, ConvertedFormat } from './conversions.js';
import { chosenFormat, findHindrance, findSilent, speaksOf } from './converted-values.js';
import { ConversionPlanner } from './plan-conversions.js';

/** Converts nothing. */
export const noConversions: Conversions = { exact: false, formatOf: () => undefined, planOf: () => undefined };

/**
 * Decides which values are another thing in code than on the wire. Everything that speaks of one value has to agree, so
 * that its type holds wherever it is used; where it does not, the value stays as it is, which is told.
 */
export function findConversions(
  schemas: ReadonlySet<Schema>,
  choice: ConversionChoice,
  anchors: Anchors,
  diagnostics: Diagnostics,
): Conversions {
  const formats = new Map<Schema, ConvertedFormat>();
  for (const schema of schemas) {
    const format = chosenFormat(schema, choice);
    if (!format || schema.kind !== 'keywords') continue;
    const why = findHindrance(schema, format);
    if (!why) formats.set(schema, format);
    else if (speaksOf(schema, format)) diagnostics.report('not-converted', schema.origin, { format, ...why });
  }
  if (formats.size === 0) return { ...noConversions, exact: choice.int64 === 'bigint' };
  // What stays as it is may be at odds with others that were at one with it.
  while (settle(schemas, formats, anchors, diagnostics));
  const planner = new ConversionPlanner(formats, anchors);
  return {
    exact: choice.int64 === 'bigint',
    formatOf: (schema) => formats.get(schema),
    planOf: (schema) => planner.planOf(schema),
  };
}

// Tells whether something was taken out of `formats`.
function settle(
  schemas: ReadonlySet<Schema>,
  formats: Map<Schema, ConvertedFormat>,
  anchors: Anchors,
  diagnostics: Diagnostics,
): boolean {
  const before = formats.size;
  for (const position of new ConversionPlanner(formats, anchors).listPositions(schemas)) {
    const applied = listApplied(position, anchors);
    const converted = [...applied].filter((schema) => formats.has(schema));
    for (const schema of converted) {
      const format = formats.get(schema);
      const other = format && findOther(schema, format, applied, formats, position, anchors);
      if (!format || !other) continue;
      const { file, pointer } = other.origin;
      diagnostics.report('not-converted', schema.origin, {
        variant: 'place',
        format,
        place: `${file}#${pointer}`,
      });
      for (const each of converted) if (each === schema || formats.get(each) !== format) formats.delete(each);
    }
  }
  return formats.size < before;
}

// Finds what says something else of the same value.
function findOther(
  schema: KeywordSchema,
  format: ConvertedFormat,
  applied: ReadonlySet<KeywordSchema>,
  formats: ReadonlyMap<Schema, ConvertedFormat>,
  position: Position,
  anchors: Anchors,
): Schema | undefined {
  if (applied.size === 1) return undefined;
  for (const other of applied)
    if (other !== schema && formats.get(other) !== format && speaksOf(other, format)) return other;
  return findSilent(applied, position, format, anchors);
}
