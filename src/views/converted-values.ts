import { listPartsInPlace } from '../model/in-place.js';
import { getJsonType } from '../model/json-type.js';
import { listApplied, type Position } from '../model/positions.js';
import { type KeywordSchema, listValues, type Schema } from '../model/schema.js';
import { listMembers, listMembersAbout } from '../model/schema-keywords.js';
import type { ConversionChoice, ConvertedFormat } from './conversions.js';

/** Returns whether the user wants any format converted. */
export function isChosen({ dates, int64 }: ConversionChoice): boolean {
  return dates === 'Date' || int64 === 'bigint';
}

/** Returns the format of a schema if the user wants it converted, otherwise `undefined`. */
export function findChosenFormat(schema: Schema, { dates, int64 }: ConversionChoice): ConvertedFormat | undefined {
  if (schema.kind !== 'keywords') return undefined;
  const { format } = schema;
  if (dates === 'Date' && (format === 'date' || format === 'date-time')) return format;
  return int64 === 'bigint' && format === 'int64' ? format : undefined;
}

/** Why the values of a schema are not converted. */
type Obstacle = { readonly variant: 'type' } | { readonly variant: 'keyword'; readonly keyword: string };

/** Finds what prevents the conversion of the values of a schema, or returns `undefined` if nothing does. */
export function findObstacle(schema: KeywordSchema, format: ConvertedFormat): Obstacle | undefined {
  const wanted = listTypes(format);
  const types = schema.types?.filter((type) => type !== 'null') ?? [];
  if (types.length !== 1 || !types.every((type) => wanted.has(type))) return { variant: 'type' };
  // The values of `enum` and `const` of an `int64` become `bigint` too.
  const keyword = format === 'int64' ? undefined : textKeywords.find((each) => schema[each] !== undefined);
  return keyword && { variant: 'keyword', keyword };
}

const dataKeywords = listMembers(({ holds, role }) => holds === 'data' && role === 'assertion');
const textKeywords = [...dataKeywords, ...listMembersAbout('string', ['assertion', 'annotation'])];
const numberKeywords = listMembersAbout('number');

// The JSON types of the values of a format.
function listTypes(format: ConvertedFormat): ReadonlySet<string> {
  return new Set(format === 'int64' ? ['integer', 'number'] : ['string']);
}

/** Returns whether the keywords of a schema itself describe strings (for `int64`: numbers). */
export function isTypeOf(schema: KeywordSchema, format: ConvertedFormat): boolean {
  const types = listTypes(format);
  const values = listValues(schema);
  if (values) return values.some((value) => types.has(getJsonType(value)));
  if (schema.types) return schema.types.some((type) => types.has(type));
  const keywords = format === 'int64' ? numberKeywords : textKeywords;
  if (keywords.some((keyword) => schema[keyword] !== undefined)) return true;
  return schema.format !== undefined && numberFormats.has(schema.format) === (format === 'int64');
}

const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'decimal']);

/**
 * Finds an alternative in a position that allows any string (for `int64`: any number) and does not describe strings
 * (numbers).
 */
export function findUntyped(
  applied: Iterable<KeywordSchema>,
  position: Position,
  format: ConvertedFormat,
): Schema | undefined {
  for (const schema of applied) {
    if (position.chosen.has(schema)) continue;
    for (const member of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      const inside = listApplied({ schemas: [member], chosen: position.chosen });
      if ([...inside].some((each) => isTypeOf(each, format))) continue;
      if (canAdmit(member, format, new Set())) return member;
    }
  }
  return undefined;
}

const partKeywords = (['object', 'array'] as const).flatMap((type) =>
  listMembersAbout(type, ['assertion', 'applicator']),
);

function canAdmit(schema: Schema, format: ConvertedFormat, open: ReadonlySet<Schema>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown' || schema.value;
  if (open.has(schema)) return false;
  // A schema with keywords for objects or arrays describes only objects or arrays, although others are valid.
  if (schema.types || schema.enum || schema.const !== undefined) return isTypeOf(schema, format);
  if (partKeywords.some((keyword) => schema[keyword] !== undefined)) return false;
  const inside = new Set([...open, schema]);
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return (
    listPartsInPlace(schema).every((each) => canAdmit(each, format, inside)) &&
    (some.length === 0 || some.some((each) => canAdmit(each, format, inside)))
  );
}
