import type { Schema } from '../../../model/schema.js';
import { listMembers, listPresent, partMembers, type SchemaMember } from '../../../model/schema-keywords.js';
import type { Subschema } from '../../../model/walk-schemas.js';
import type { CheckedParts } from './checked-parts.js';

/**
 * Finds the schemas that are checked in the same way even if their names and places differ, so that one function serves
 * all of them. These have the same keywords, the same items and references to the same schemas.
 */
export class EquivalentSchemas {
  readonly #checked: CheckedParts;
  readonly #markOf: (schema: Schema) => string;
  readonly #moduleOf: (schema: Schema) => string | undefined;
  readonly #ids = new Map<Schema, number>();
  /** The numbers of descriptions, and of the targets of references. */
  readonly #numbers = new Map<Schema | string, number>();
  readonly #first = new Map<string | number, Schema>();
  readonly #equivalents = new Map<Schema, Schema>();

  /** Schemas with different marks are checked differently, even if their keywords are equal. */
  constructor(
    checked: CheckedParts,
    markOf: (schema: Schema) => string,
    moduleOf: (schema: Schema) => string | undefined,
  ) {
    this.#checked = checked;
    this.#markOf = markOf;
    this.#moduleOf = moduleOf;
  }

  /**
   * Returns the first schema that was passed to this method and is checked in the same way. A schema without subschemas
   * shares its functions only inside its module: they are short, and its changes should not affect other modules.
   */
  of(schema: Schema): Schema {
    if (schema.kind !== 'keywords') return schema;
    let first = this.#equivalents.get(schema);
    if (first === undefined) {
      first = this.#findFirst(schema);
      this.#equivalents.set(schema, first);
    }
    return first;
  }

  #findFirst(schema: Schema): Schema {
    const parts = this.#checked.of(schema);
    const key =
      parts.length === 0 ? `${this.#describe(schema, parts)} ${this.#moduleOf(schema)}` : this.#idOf(schema, parts);
    const first = this.#first.get(key);
    if (!first) this.#first.set(key, schema);
    return first ?? schema;
  }

  #idOf(schema: Schema, parts: readonly Subschema[]): number {
    const known = this.#ids.get(schema);
    if (known !== undefined) return known;
    const id = this.#numberOf(this.#describe(schema, parts));
    this.#ids.set(schema, id);
    return id;
  }

  #numberOf(thing: Schema | string): number {
    const number = this.#numbers.get(thing) ?? this.#numbers.size;
    this.#numbers.set(thing, number);
    return number;
  }

  #describe(schema: Schema, parts: readonly Subschema[]): string {
    let text = this.#markOf(schema);
    if (schema.notShown.length > 0) text += ` notShown ${JSON.stringify(schema.notShown.map(({ id }) => id))}`;
    if (schema.kind !== 'keywords') return `${text} ${schema.kind} ${schema.kind === 'boolean' ? schema.value : ''}`;
    if (schema.discriminator) text += ` discriminator ${JSON.stringify(schema.discriminator.propertyName)}`;
    const keywords = listPresent(schema, ownKeywords);
    // Most schemas have only one type, which is a short description.
    const type = schema.types?.length === 1 ? schema.types[0] : undefined;
    if (type && keywords.length === 1 && parts.length === 0 && text === '') return type;
    for (const keyword of keywords) text += ` ${keyword} ${JSON.stringify(schema[keyword])}`;
    for (const part of parts) text += ` ${part.keyword} ${formatKey(part.key)} ${this.#describePart(schema, part)}`;
    return text;
  }

  // Inline subschemas are compared by content, references by their target. The place of an inline subschema usually
  // follows from its keyword and its key.
  #describePart({ origin }: Schema, { keyword, key = '', schema: part }: Subschema): string {
    if (references.has(keyword)) return `#${this.#numberOf(part)}`;
    const { pointer } = part.origin;
    const start = origin.pointer.length;
    const name = String(key);
    const isUsual =
      pointer.length === start + keyword.length + name.length + 2 &&
      pointer.startsWith(keyword, start + 1) &&
      pointer.endsWith(name);
    const inside = this.#checked.of(part);
    const content = inside.length === 0 ? formatKey(this.#describe(part, inside)) : this.#idOf(part, inside);
    return isUsual ? String(content) : `${formatKey(pointer.slice(start))} ${content}`;
  }
}

// The length shows where a text ends.
function formatKey(key: string | number | undefined): string {
  return typeof key === 'string' ? `${key.length}:${key}` : String(key);
}

const references: ReadonlySet<string> = new Set(['$ref', 'mapping', 'defaultMapping']);

// The keywords without subschemas that decide which values are valid and which defaults are filled in.
const ownKeywords: ReadonlySet<SchemaMember> = new Set([
  ...listMembers(({ role }) => role === 'assertion').filter((member) => !partMembers.has(member)),
  ...(['default', 'readOnly', 'writeOnly'] satisfies SchemaMember[]),
]);
