import { listAppliedInPlace } from '../../model/in-place.js';
import { collectParts, type PartSchemas } from '../../model/positions.js';
import { hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import { withHolders } from '../../model/walk-schemas.js';
import { type Code, code, importValue, type Reference } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { encodePattern } from '../../typescript/encode-pattern.js';
import { type LiteralMember, printArray, printObject } from '../../typescript/print-literal.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { MediaPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { findConversion } from '../types/contract.js';
import { listUnions, printAccepts } from '../validators/contract.js';
import { findIdentifier } from './contract.js';

/**
 * The function that removes undeclared members from replies. `createServer` loads its module only with the option
 * `replies`.
 */
export const stripReplies: Reference = importValue('server/strip-replies', 'stripReplies');

/** Builds the module that removes the members of replies that the description does not declare. */
export function buildStripModule(input: EmitInput): TsFile {
  const table = new PlaceTable(input);
  const contents = new Map<MediaPlan, readonly Schema[]>();
  for (const { responses } of input.plans.values())
    for (const media of responses.flatMap(({ alternatives }) => alternatives)) contents.set(media, findJson(media));
  for (const schemas of contents.values()) table.find(schemas);
  const places = table.finish();
  const indexOf: IndexOf = (schemas) => {
    const place = table.find(schemas);
    const index = place && places.get(place);
    return index === undefined ? undefined : String(index);
  };
  const printContents = (media: readonly MediaPlan[]): Code | undefined => {
    const indices = media.map((each) => indexOf(contents.get(each) ?? []));
    if (indices.every((index) => index === undefined)) return undefined;
    return printArray(media.map((each, at) => printContent(each, indices[at])));
  };
  const operations = input.api.operations.map((operation): LiteralMember => {
    const { responses = [] } = input.plans.get(operation) ?? {};
    const rows = responses.map(({ status, alternatives }): LiteralMember => {
      return [encodePropertyKey(String(status)), printContents(alternatives)];
    });
    const isUseful = rows.some(([, row]) => row !== undefined);
    return [encodePropertyKey(findIdentifier(operation, input.names)), isUseful ? printObject(rows) : undefined];
  });
  const file = new TsFile(stripReplies.module);
  file.addConstant({
    name: 'places',
    local: true,
    type: code`readonly ${importRuntimeType('strip-replies', 'DeclaredMembers')}[]`,
    value: printArray([...places.keys()].map((place) => printPlace(place, indexOf, input))),
  });
  file.addConstant({
    name: stripReplies.name,
    doc: "Removes the members of a reply that the description does not declare, for the option `replies: 'strip'` of `createServer`.",
    type: code`${importRuntimeType('strip-replies', 'StripReply')}`,
    value: code`${importRuntimeValue('strip-replies', 'stripBy')}(places, ${printObject(operations)})`,
  });
  return file;
}

/** Returns the index of the place of schemas as code, or `undefined` if nothing can be removed there. */
type IndexOf = (schemas: readonly Schema[]) => string | undefined;

// Returns the schema of the JSON in a body, in an item or in the data of an event.
function findJson(media: MediaPlan): readonly Schema[] {
  const { format, mediaType, items } = media;
  if (!isSequence(media)) return format === 'json' && mediaType.schema ? [mediaType.schema] : [];
  const schema = items?.data ?? (items?.format === 'json' ? items.schema : undefined);
  return schema ? [schema] : [];
}

function isSequence({ items, held }: MediaPlan): boolean {
  return items !== undefined && held.server.kind === 'items';
}

function printContent(media: MediaPlan, index: string | undefined): Code {
  const mediaType = encodeString(media.mediaType.mediaType);
  if (index === undefined) return printArray([mediaType]);
  const as = isSequence(media) ? [encodeString(media.items?.data ? 'events' : 'items')] : [];
  return printArray([mediaType, index, ...as]);
}

/** What some schemas declare about the same value. */
interface Place {
  /** The declared names; absent if the schemas that always apply declare none and do not exclude others. */
  readonly names: readonly string[] | undefined;
  readonly isOpen: boolean;
  readonly parts: PartSchemas;
  readonly unions: readonly (readonly Schema[])[];
}

/** The places of all replies. Values that the same schemas describe share one place, also in recursive schemas. */
class PlaceTable {
  readonly #input: EmitInput;
  readonly #places = new Map<string, Place>();
  readonly #ids = new Map<Schema, number>();

  constructor(input: EmitInput) {
    this.#input = input;
  }

  /** Returns the place of the values of schemas, or `undefined` if the schemas say nothing about their parts. */
  find(schemas: readonly Schema[]): Place | undefined {
    const always = this.#listApplied(schemas, false);
    const applied = this.#listApplied(schemas, true);
    if (applied.length === 0) return undefined;
    const key = [always, applied].map((list) => list.map((schema) => this.#idOf(schema)).join()).join(' ');
    const known = this.#places.get(key);
    if (known) return known;
    const keywords = applied.filter((schema) => schema.kind === 'keywords');
    const names = new Set(keywords.flatMap(({ properties = [] }) => properties.map(({ name }) => name)));
    const place: Place = {
      names: always.some(isNamed) ? [...names] : undefined,
      isOpen: applied.some(isOpen),
      parts: collectParts(new Set(keywords)),
      unions: keywords.flatMap((schema) => this.#listUnions(schema).filter((union) => union.length > 1)),
    };
    this.#places.set(key, place);
    return place;
  }

  // Lists the schemas that say something about the parts of a value, also those that apply under a condition. If only
  // one alternative of a union accepts objects or arrays, it applies to all of them.
  #listApplied(schemas: readonly Schema[], branches: boolean): readonly Schema[] {
    const found = listAppliedInPlace(schemas, { branches });
    // The loop also visits the schemas that it adds.
    for (const schema of found) {
      if (schema.kind !== 'keywords') continue;
      const only = this.#listUnions(schema).filter((union) => union.length === 1);
      const further = [...only.flat(), ...(branches && schema.if ? [schema.if] : [])];
      for (const each of listAppliedInPlace(further, { branches })) found.add(each);
    }
    return [...found].filter((schema) => isOpen(schema) || isNamed(schema) || hasItemsOrUnions(schema));
  }

  #listUnions(schema: KeywordSchema): (readonly Schema[])[] {
    return listUnions(schema, this.#input.validators.places);
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }

  /** Returns the indices of the places where members may be removed, and of the alternatives that forbid this. */
  finish(): ReadonlyMap<Place, number> {
    const inside = new Map<Place, readonly Place[]>();
    const alternatives = new Set<Place>();
    // The loop also visits the places that it adds.
    for (const place of this.#places.values()) {
      const members = place.unions.flat().flatMap((member) => this.find([member]) ?? []);
      for (const member of members) alternatives.add(member);
      inside.set(place, [...members, ...listParts(place).flatMap((schemas) => this.find(schemas) ?? [])]);
    }
    const places = [...inside.keys()];
    const deciding = places.filter((place) => place.names || (place.isOpen && alternatives.has(place)));
    const kept = withHolders(deciding, places, (place) => inside.get(place) ?? []);
    return new Map(places.filter((place) => kept.has(place)).map((place, index) => [place, index]));
  }
}

function isOpen(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  const others = [schema.additionalProperties, schema.unevaluatedProperties];
  return (
    hasOpenFields(schema) || schema.patternProperties !== undefined || others.some((each) => each && !isFalse(each))
  );
}

function isNamed(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const others = [schema.additionalProperties, schema.unevaluatedProperties];
  return schema.properties !== undefined || others.some((each) => each && isFalse(each));
}

function hasItemsOrUnions(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const { prefixItems, items, unevaluatedItems, anyOf, oneOf, discriminator } = schema;
  return (prefixItems ?? items ?? unevaluatedItems ?? anyOf ?? oneOf ?? discriminator) !== undefined;
}

function isFalse(schema: Schema): boolean {
  return schema.kind === 'boolean' && !schema.value;
}

function listParts({ parts }: Place): (readonly Schema[])[] {
  const { properties, patterns, others, first, items } = parts;
  return [...properties.values(), ...patterns.values(), others, ...first, items];
}

function printPlace(place: Place, indexOf: IndexOf, input: EmitInput): Code {
  const { names = [], isOpen: isPlaceOpen, parts, unions } = place;
  const print = (schemas: readonly Schema[]): string => indexOf(schemas) ?? 'undefined';
  const patterns = [...parts.patterns];
  const hasOthers = indexOf(parts.others) !== undefined || patterns.some(([, schemas]) => indexOf(schemas));
  const members = names.flatMap((name) => {
    const index = indexOf(parts.properties.get(name) ?? []);
    if (index !== undefined) return printArray([encodeString(name), index]);
    // In an open object, a name only says that the rules of other members do not apply.
    return isPlaceOpen && !hasOthers ? [] : encodeString(name);
  });
  const deciding = unions.filter((union) => union.some((member) => indexOf([member])));
  return printObject([
    ['members', place.names && (members.length > 0 || !isPlaceOpen) ? printArray(members) : undefined],
    ['isOpen', isPlaceOpen ? 'true' : undefined],
    [
      'patterns',
      hasOthers && patterns.length > 0
        ? printArray(
            patterns.map(([pattern, schemas]) => printArray([encodePattern(pattern).expression, print(schemas)])),
          )
        : undefined,
    ],
    ['others', indexOf(parts.others)],
    ['first', parts.first.some(indexOf) ? printArray(parts.first.map(print)) : undefined],
    ['items', indexOf(parts.items)],
    [
      'unions',
      deciding.length > 0
        ? printArray(deciding.map((union) => printArray(union.map((member) => printAlternative(member, print, input)))))
        : undefined,
    ],
  ]);
}

function printAlternative(member: Schema, print: (schemas: readonly Schema[]) => string, input: EmitInput): Code {
  const conversion = findConversion(member, input);
  const write = conversion && code`${importRuntimeValue('server-convert', 'readReply')}(${conversion.code})`;
  return printArray([print([member]), printAccepts(input, member), ...(write ? [write] : [])]);
}
