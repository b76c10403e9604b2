import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { JsonObject } from '../../model/element.js';
import type { Schema } from '../../model/schema.js';
import type { Names } from '../../naming/names.js';
import type { Views } from '../../views/views.js';
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
  readonly #views: Views;
  readonly #diagnostics: Diagnostics;
  readonly #known = new Map<Schema, Definition>();
  readonly #unnamed = new Map<Schema, string>();
  // An `x-identifier` may equal the name that an unnamed schema would get.
  readonly #taken: ReadonlySet<string>;
  #count = 0;

  constructor({ names, views }: SchemaTypes, diagnostics: Diagnostics) {
    this.#names = names;
    this.#views = views;
    this.#taken = new Set([...names.schemas.values()].map(({ types }) => types.response));
    this.#diagnostics = diagnostics;
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
      targets.add(target);
      return this.referenceTo(target);
    };
    const print = (part: Schema): JsonObject | boolean => {
      if (part.kind === 'boolean') return part.value;
      if (part.kind === 'keywords') this.#reportDynamic(part);
      return printKeywords(part, { print, refer });
    };
    const json = print(schema);
    return { json, targets, length: JSON.stringify(json).length };
  }

  // The target of `$dynamicRef` depends on the references that led to the schema. A definition does not know these
  // references.
  #reportDynamic(schema: Schema): void {
    const anchor = schema.kind === 'keywords' ? schema.dynamicRef?.anchor : undefined;
    if (anchor === undefined || (this.#views.dynamicAnchors.get(anchor)?.length ?? 0) < 2) return;
    this.#diagnostics.report('reduced-emission', schema.origin, {
      variant: 'dynamic-anchors',
      anchor,
    });
  }
}
