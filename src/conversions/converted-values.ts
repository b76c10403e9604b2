import { type Anchors, partsInPlace } from '../model/in-place.js';
import { listApplied, type Position } from '../model/positions.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { listMembers, membersAbout } from '../model/schema-keywords.js';
import type { ConversionChoice, ConvertedFormat } from './conversions.js';

/** Tells whether anything is to be converted. */
export function isChosen({ dates, int64 }: ConversionChoice): boolean {
  return dates === 'Date' || int64 === 'bigint';
}

/** Gives the format by which a schema may be converted; `undefined` where it has none that was chosen. */
export function chosenFormat(schema: Schema, { dates, int64 }: ConversionChoice): ConvertedFormat | undefined {
  if (schema.kind !== 'keywords') return undefined;
  const { format } = schema;
  if (dates === 'Date' && (format === 'date' || format === 'date-time')) return format;
  return int64 === 'bigint' && format === 'int64' ? format : undefined;
}

/** Why the values of a schema are not converted. */
export type Hindrance = { readonly variant: 'type' } | { readonly variant: 'keyword'; readonly keyword: string };

/** Finds what in a schema with a chosen format prevents the conversion of its values; `undefined` if nothing does. */
export function findHindrance(schema: KeywordSchema, format: ConvertedFormat): Hindrance | undefined {
  const wanted = typesOf(format);
  const types = schema.types?.filter((type) => type !== 'null') ?? [];
  if (types.length !== 1 || !types.every((type) => wanted.has(type))) return { variant: 'type' };
  const keyword = textKeywords.find((each) => schema[each] !== undefined);
  return keyword && { variant: 'keyword', keyword };
}

const dataKeywords = listMembers(({ holds, role }) => holds === 'data' && role === 'assertion');
const textKeywords = [...dataKeywords, ...membersAbout('string', ['assertion', 'annotation'])];
const numberKeywords = membersAbout('number');

// The types of JSON that a format is about.
function typesOf(format: ConvertedFormat): ReadonlySet<string> {
  return new Set(format === 'int64' ? ['integer', 'number'] : ['string']);
}

/** Tells whether a schema says of its values, in its own keywords, that they may be texts (or numbers, for `int64`). */
export function speaksOf(schema: KeywordSchema, format: ConvertedFormat): boolean {
  const types = typesOf(format);
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values) return values.some((value) => types.has(typeof value));
  if (schema.types) return schema.types.some((type) => types.has(type));
  const keywords = format === 'int64' ? numberKeywords : textKeywords;
  if (keywords.some((keyword) => schema[keyword] !== undefined)) return true;
  return schema.format !== undefined && numberFormats.has(schema.format) === (format === 'int64');
}

const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'decimal']);

/** Gives the alternatives of a position that let any text (or number) through although they say nothing of it. */
export function findSilent(
  applied: Iterable<KeywordSchema>,
  position: Position,
  format: ConvertedFormat,
  anchors: Anchors,
): Schema | undefined {
  for (const schema of applied) {
    if (position.chosen.has(schema)) continue;
    for (const member of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      const inside = listApplied({ schemas: [member], chosen: position.chosen }, anchors);
      if ([...inside].some((each) => speaksOf(each, format))) continue;
      if (admits(member, format, new Set())) return member;
    }
  }
  return undefined;
}

const partKeywords = (['object', 'array'] as const).flatMap((type) => membersAbout(type, ['assertion', 'applicator']));

function admits(schema: Schema, format: ConvertedFormat, open: ReadonlySet<Schema>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown' || schema.value;
  if (open.has(schema)) return false;
  // Keywords about the parts of a value are meant for what has parts.
  if (schema.types || schema.enum || schema.const !== undefined) return speaksOf(schema, format);
  if (partKeywords.some((keyword) => schema[keyword] !== undefined)) return false;
  const inside = new Set([...open, schema]);
  const some = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return (
    partsInPlace(schema).every((each) => admits(each, format, inside)) &&
    (some.length === 0 || some.some((each) => admits(each, format, inside)))
  );
}
