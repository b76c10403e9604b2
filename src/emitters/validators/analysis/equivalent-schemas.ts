import type { Anchors } from '../../../model/in-place.js';
import type { Schema } from '../../../model/schema.js';
import { listMembers, listPresent, partMembers, type SchemaMember } from '../../../model/schema-keywords.js';
import { hasParts, type Subschema } from '../../../model/walk-schemas.js';
import { listCheckedSubschemas } from './facts.js';

/**
 * Finds the schemas that are checked in the same way even if their names and places differ, so that one function serves
 * all of them. These have the same keywords, the same items and references to the same schemas.
 */
export class EquivalentSchemas {
  readonly #anchors: Anchors;
  readonly #markOf: (schema: Schema) => string;
  readonly #moduleOf: (schema: Schema) => string | undefined;
  readonly #keys = new Map<Schema, string>();
  readonly #ids = new Map<string | Schema, number>();
  readonly #first = new Map<string, Schema>();
  readonly #equivalents = new Map<Schema, Schema>();

  /** Schemas with different marks are checked differently, even if their keywords are equal. */
  constructor(anchors: Anchors, markOf: (schema: Schema) => string, moduleOf: (schema: Schema) => string | undefined) {
    this.#anchors = anchors;
    this.#markOf = markOf;
    this.#moduleOf = moduleOf;
  }

  /**
   * Returns the first schema that was passed to this method and is checked in the same way. A schema without subschemas
   * shares its functions only inside its module: they are short, and its changes should not affect other modules.
   */
  of(schema: Schema): Schema {
    // The target of a `$dynamicRef` depends on its place.
    if (this.#anchors.size > 0 || schema.kind !== 'keywords') return schema;
    let first = this.#equivalents.get(schema);
    if (first === undefined) {
      first = this.#findFirst(schema);
      this.#equivalents.set(schema, first);
    }
    return first;
  }

  #findFirst(schema: Schema): Schema {
    const isLeaf = listCheckedSubschemas(schema, this.#anchors).length === 0;
    const key = `${this.#keyOf(schema)} ${isLeaf ? this.#moduleOf(schema) : ''}`;
    const first = this.#first.get(key);
    if (!first) this.#first.set(key, schema);
    return first ?? schema;
  }

  // The key of a schema without subschemas is found again, because few are asked for twice.
  #keyOf(schema: Schema): string {
    if (!hasParts(schema)) return String(this.#idOf(this.#describe(schema)));
    const known = this.#keys.get(schema);
    if (known !== undefined) return known;
    const key = String(this.#idOf(this.#describe(schema)));
    this.#keys.set(schema, key);
    return key;
  }

  #describe(schema: Schema): string {
    const items = schema.notShown.map(({ id }) => id).join();
    if (schema.kind !== 'keywords') return `${schema.kind} ${schema.kind === 'boolean' ? schema.value : ''} ${items}`;
    let text = `${this.#markOf(schema)} ${items} ${JSON.stringify(schema.discriminator?.propertyName)}`;
    for (const keyword of listPresent(schema, ownKeywords)) text += ` ${keyword} ${JSON.stringify(schema[keyword])}`;
    for (const part of listCheckedSubschemas(schema, this.#anchors))
      text += ` ${part.keyword} ${formatKey(part.key)} ${this.#describePart(schema, part)}`;
    return text;
  }

  // Inline subschemas are compared by content, references by their target. The place of an inline subschema usually
  // follows from its keyword and its key.
  #describePart({ origin }: Schema, { keyword, key = '', schema: part }: Subschema): string {
    if (references.has(keyword)) return `#${this.#idOf(part)}`;
    const { pointer } = part.origin;
    const start = origin.pointer.length;
    const end = `${keyword}/${key}`;
    const isUsual = pointer.length === start + 1 + end.length && pointer.endsWith(end);
    return isUsual ? this.#keyOf(part) : `${formatKey(pointer.slice(start))} ${this.#keyOf(part)}`;
  }

  #idOf(thing: string | Schema): number {
    const known = this.#ids.get(thing);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(thing, id);
    return id;
  }
}

// The length shows where a text ends.
function formatKey(key: string | number | undefined): string {
  return typeof key === 'string' ? `${key.length}:${key}` : String(key);
}

const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'mapping', 'defaultMapping']);

// The keywords without subschemas that decide which values are valid and which defaults are filled in.
const ownKeywords: ReadonlySet<SchemaMember> = new Set([
  ...listMembers(({ role }) => role === 'assertion').filter((member) => !partMembers.has(member)),
  ...(['default', 'readOnly', 'writeOnly'] satisfies SchemaMember[]),
]);
