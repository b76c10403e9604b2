import { type Api, listOperations } from '../model/api.js';
import type { JsonValue } from '../model/element.js';
import { listAppliedInPlace, listPartsInPlace } from '../model/in-place.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { collectReachable, type SchemaParts } from '../model/schema-parts.js';
import { listMessageSchemas, withHolders } from '../model/walk-schemas.js';
import { type FilledAlternative, listFilledAlternatives } from './filled-alternatives.js';
import { findDemanded } from './value-groups.js';

/** The defaults that a client fills into request bodies. Both the emitted types and the emitted code depend on it. */
export interface SentDefaults {
  /**
   * Lists the defaults to fill into an object of a schema. Does not list those of the schemas that the schema applies.
   */
  list(schema: Schema): readonly (readonly [name: string, value: JsonValue])[];
  /** Returns whether a default is filled into a value of a schema, or into a part of that value. */
  hasDefaults(schema: Schema): boolean;
  /**
   * Lists the alternatives of a schema whose values receive defaults. Returns `undefined` if a client cannot decide
   * which alternative a value has.
   */
  listAlternatives(schema: Schema): readonly FilledAlternative[] | undefined;
  /** Returns whether a property is filled in whenever a required one is missing. */
  isFilled(property: Schema): boolean;
}

/**
 * Plans the defaults that a client fills in. `defaults` contains the default of each property in messages that a client
 * sends, and `schemas` contains every schema of the description.
 */
export function planSentDefaults(
  api: Api,
  defaults: ReadonlyMap<Schema, JsonValue>,
  schemas: SchemaParts,
): SentDefaults {
  const plan = new SentDefaultsPlan(defaults, schemas);
  if (defaults.size === 0) return plan;
  const bodies = new Set<Schema>();
  const roots: Schema[] = [];
  for (const operation of listOperations(api)) {
    for (const { mediaType, schema } of operation.requestBody?.content ?? [])
      if (schema && filledMedia.test(mediaType)) bodies.add(schema);
    for (const { direction, schema } of listMessageSchemas(operation)) if (direction === 'request') roots.push(schema);
  }
  plan.findUnfilled(roots, bodies);
  return plan;
}

// The media types of bodies that are filled. Their values are objects or arrays at the time of sending. Items of a
// sequence and parameters are not filled.
const filledMedia = /^\s*(?:[^;]*[/+]json|application\/x-www-form-urlencoded|multipart\/[^;]*)\s*(?:;|$)/i;

class SentDefaultsPlan implements SentDefaults {
  readonly #defaults: ReadonlyMap<Schema, JsonValue>;
  readonly #schemas: SchemaParts;
  /** The defaults of properties, by the schema that describes them itself, through `$ref` or through `allOf`. */
  readonly #known = new Map<Schema, ReadonlyMap<string, JsonValue>>();
  readonly #lists = new Map<Schema, readonly (readonly [string, JsonValue])[]>();
  readonly #alternatives = new Map<Schema, readonly FilledAlternative[] | undefined>();
  readonly #unfilled = new Set<Schema>();
  #holders: ReadonlySet<Schema> = new Set();

  constructor(defaults: ReadonlyMap<Schema, JsonValue>, schemas: SchemaParts) {
    this.#defaults = defaults;
    this.#schemas = schemas;
  }

  /**
   * Finds the schemas below `bodies` whose values are filled, and the properties below `roots` that are not filled in
   * every message.
   */
  findUnfilled(roots: readonly Schema[], bodies: ReadonlySet<Schema>): void {
    const sent = [...collectReachable(roots, this.#schemas)].filter((schema) => schema.kind === 'keywords');
    const names = new Set(sent.flatMap((schema) => this.#ownDefaults(schema).map(([name]) => name)));
    if (names.size === 0) return;
    const filled: Schema[] = sent.filter((schema) => this.list(schema).length > 0);
    this.#holders = withHolders(filled, sent, (schema) => listFilledParts(schema, true));
    const unreached = [...roots.filter((root) => !bodies.has(root)), ...this.#listUnreached(sent)];
    for (const schema of collectReachable(unreached, this.#schemas))
      if (schema.kind === 'keywords') this.#addUnfilled(schema, () => true);
    this.#findDemanded(sent, names);
    for (const schema of sent) this.#demandTags(schema);
  }

  list(schema: Schema): readonly (readonly [string, JsonValue])[] {
    const known = this.#lists.get(schema);
    if (known) return known;
    const defaults = this.#defaultsOf(schema);
    const required = schema.kind === 'keywords' ? (schema.required ?? []) : [];
    const inside = new Set(listPartsInPlace(schema).flatMap((part) => this.list(part).map(([name]) => name)));
    const found = [...new Set(required)].flatMap((name): [string, JsonValue][] => {
      const value = defaults.get(name);
      return value === undefined || inside.has(name) ? [] : [[name, value]];
    });
    this.#lists.set(schema, found);
    return found;
  }

  hasDefaults(schema: Schema): boolean {
    return this.#holders.has(schema);
  }

  isFilled(property: Schema): boolean {
    return this.#defaults.has(property) && !this.#unfilled.has(property);
  }

  listAlternatives(schema: Schema): readonly FilledAlternative[] | undefined {
    if (schema.kind !== 'keywords') return [];
    if (this.#alternatives.has(schema)) return this.#alternatives.get(schema);
    const found = listFilledAlternatives(schema, (part) => this.#holders.has(part));
    this.#alternatives.set(schema, found);
    return found;
  }

  // Lists the schemas in a body that are not filled: those below other keywords, and alternatives between which a
  // client cannot decide.
  #listUnreached(sent: readonly KeywordSchema[]): Schema[] {
    return sent.flatMap((schema) => {
      const isDecided = this.listAlternatives(schema) !== undefined;
      const filled = new Set(listFilledParts(schema, isDecided));
      const isNamed = (keyword: string): boolean =>
        isDecided && (keyword === 'mapping' || keyword === 'defaultMapping');
      return (this.#schemas.get(schema) ?? []).flatMap((part) =>
        filled.has(part.schema) || isNamed(part.keyword) ? [] : [part.schema],
      );
    });
  }

  // Finds properties that one schema requires and another schema describes. The first schema does not know their
  // default.
  #findDemanded(sent: readonly KeywordSchema[], names: ReadonlySet<string>): void {
    const isMeant = (schema: KeywordSchema, name: string): boolean =>
      names.has(name) && !this.#defaultsOf(schema).has(name);
    const isDemanded = findDemanded(sent, { isMeant });
    for (const schema of sent) this.#addUnfilled(schema, (name) => isDemanded(schema, name));
  }

  // The property by which an alternative is recognized must be in the value, so it is not filled in.
  #demandTags(schema: KeywordSchema): void {
    const bases = schema.discriminator?.inheritance ? [schema.discriminator.inheritance.base] : [];
    for (const { schema: alternative, tag } of this.listAlternatives(schema) ?? [])
      if (tag)
        for (const part of listAppliedInPlace([alternative, ...bases]))
          if (part.kind === 'keywords') this.#addUnfilled(part, (name) => name === tag.property);
  }

  #addUnfilled(schema: KeywordSchema, isUnfilled: (name: string) => boolean): void {
    for (const { name, schema: property } of schema.properties ?? [])
      if (this.#defaults.has(property) && isUnfilled(name)) this.#unfilled.add(property);
  }

  #ownDefaults(schema: KeywordSchema): [string, JsonValue][] {
    return (schema.properties ?? []).flatMap(({ name, schema: property }): [string, JsonValue][] => {
      const value = this.#defaults.get(property);
      return value === undefined ? [] : [[name, value]];
    });
  }

  #defaultsOf(schema: Schema): ReadonlyMap<string, JsonValue> {
    const known = this.#known.get(schema);
    if (known || schema.kind !== 'keywords') return known ?? new Map();
    const inherited = listPartsInPlace(schema).flatMap((part) => [...this.#defaultsOf(part)]);
    const defaults = new Map([...inherited, ...this.#ownDefaults(schema)]);
    this.#known.set(schema, defaults);
    return defaults;
  }
}

function listFilledParts(schema: Schema, alternatives: boolean): readonly Schema[] {
  if (schema.kind !== 'keywords') return [];
  const { properties = [], items, additionalProperties, discriminator } = schema;
  return [
    ...listPartsInPlace(schema, { alternatives }),
    ...[...properties, ...(alternatives && discriminator?.inheritance ? discriminator.mapping : [])].map(
      (part) => part.schema,
    ),
    ...[items, additionalProperties].flatMap((part) => part ?? []),
  ];
}
