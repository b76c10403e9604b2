import type { JsonObject } from '../../model/element.js';
import { printExactJson } from '../../model/print-json.js';
import type { Schema } from '../../model/schema.js';
import type { Names } from '../../naming/names.js';
import type { SchemaTypes } from '../types/contract.js';
import { printKeywords } from './print-keywords.js';

/** A schema as JSON Schema, and the schemas to which it refers. */
interface Definition {
  readonly json: JsonObject | boolean;
  readonly targets: ReadonlySet<Schema>;
  /** The number of its characters, without indentation. */
  readonly length: number;
}

/** The schemas of a description as definitions, each printed once. */
export class Definitions {
  readonly #names: Names;
  readonly #known = new Map<Schema, Definition>();
  readonly #unnamed = new Map<Schema, string>();
  // An `x-identifier` may equal the name that an unnamed schema would get.
  readonly #taken: ReadonlySet<string>;
  #count = 0;

  constructor({ names }: SchemaTypes) {
    this.#names = names;
    this.#taken = new Set([...names.schemas.values()].map(({ types }) => types.response));
  }

  /** Returns the definition of a schema. */
  of(schema: Schema): Definition {
    const known = this.#known.get(schema) ?? this.#print(schema);
    this.#known.set(schema, known);
    return known;
  }

  /** Returns the name of a definition: the name of its type. */
  nameOf(schema: Schema): string {
    const named = this.#names.schemas.get(schema)?.types.response ?? this.#unnamed.get(schema);
    if (named !== undefined) return named;
    let name: string;
    do name = `schema${++this.#count}`;
    while (this.#taken.has(name));
    this.#unnamed.set(schema, name);
    return name;
  }

  /** Returns the value of `$ref` for a schema. */
  referenceTo(schema: Schema): string {
    return `#/$defs/${this.nameOf(schema)}`;
  }

  #print(schema: Schema): Definition {
    const targets = new Set<Schema>();
    const refer = (target: Schema): string => {
      // A component that only refers to a schema has the name of that schema.
      const declared = this.#names.schemas.get(target)?.schema ?? target;
      targets.add(declared);
      return this.referenceTo(declared);
    };
    const print = (part: Schema): JsonObject | boolean => {
      if (part.kind === 'boolean') return part.value;
      return printKeywords(part, { print, refer });
    };
    const json = print(schema);
    return { json, targets, length: printExactJson(json).length };
  }
}
