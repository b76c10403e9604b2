import { printExactJson } from '../../../model/print-json.js';
import type { Schema } from '../../../model/schema.js';
import { listMembers, listPresent, partMembers, type SchemaMember } from '../../../model/schema-keywords.js';
import type { Subschema } from '../../../model/walk-schemas.js';
import type { CheckedParts } from './facts.js';

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
    const known = this.#equivalents.get(schema);
    if (known || schema.kind !== 'keywords') return known ?? schema;
    const hasParts = this.#checked.of(schema).length > 0;
    const key = hasParts ? this.#idOf(schema) : `${this.#describe(schema)} ${this.#moduleOf(schema)}`;
    const first = this.#first.get(key) ?? schema;
    this.#first.set(key, first);
    this.#equivalents.set(schema, first);
    return first;
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#numberOf(this.#describe(schema));
    this.#ids.set(schema, id);
    return id;
  }

  #numberOf(thing: Schema | string): number {
    const number = this.#numbers.get(thing) ?? this.#numbers.size;
    this.#numbers.set(thing, number);
    return number;
  }

  #describe(schema: Schema): string {
    const items = schema.notShown.map(({ id }) => id);
    const start = [this.#markOf(schema), items, schema.kind === 'boolean' ? schema.value : schema.kind];
    if (schema.kind !== 'keywords') return JSON.stringify(start);
    const keywords = listPresent(schema, ownKeywords).map((keyword) => [keyword, schema[keyword]]);
    const parts = this.#checked.of(schema).map((part) => this.#describePart(schema, part));
    return printExactJson([...start, schema.discriminator?.propertyName, ...keywords, parts]);
  }

  // Inline subschemas are compared by content and relative place, references by their target.
  #describePart({ origin }: Schema, { keyword, key, schema: part }: Subschema): unknown {
    if (references.has(keyword)) return [keyword, key, this.#numberOf(part)];
    const content = this.#checked.of(part).length > 0 ? this.#idOf(part) : this.#describe(part);
    return [keyword, key, part.origin.pointer.slice(origin.pointer.length), content];
  }
}

const references: ReadonlySet<string> = new Set(['$ref', 'mapping', 'defaultMapping']);

// The keywords without subschemas that decide which values are valid and which defaults are filled in.
const ownKeywords: ReadonlySet<SchemaMember> = new Set([
  ...listMembers(({ role }) => role === 'assertion').filter((member) => !partMembers.has(member)),
  ...(['default', 'readOnly', 'writeOnly'] satisfies SchemaMember[]),
]);
