import type { Schema } from '../../model/schema.js';
import { type Admitted, type FindAdmitted, intersectAdmitted } from './admitted-types.js';

/** The facts about the properties of a value to which several schemas apply. */
interface Properties {
  readonly admitted: ReadonlyMap<string, Admitted>;
  /** The properties for which each of these schemas has valid values, but all together have none. */
  readonly impossible: ReadonlySet<string>;
}

// The maximum number of remembered properties. Only chains of thousands of schemas that extend each other exceed it.
// Beyond it, a schema is compared only with the schemas that it applies directly.
const mostRemembered = 1_000_000;

const none: Properties = { admitted: new Map(), impossible: new Set() };

/**
 * Finds the properties for which no value is valid in all schemas that describe them, by `allOf` or `$ref` at any
 * depth.
 */
export class ImpossibleProperties {
  readonly #admittedOf: FindAdmitted;
  readonly #found = new Map<Schema, Properties>();
  #remembered = 0;

  constructor(admittedOf: FindAdmitted) {
    this.#admittedOf = admittedOf;
  }

  /**
   * Returns the names of these properties, except those that a schema applied by this one already has. `applied` lists
   * the schemas that it applies. Schemas must be visited after those that they apply.
   */
  find(schema: Schema, applied: readonly Schema[]): readonly string[] {
    const parts = applied.flatMap((part) => this.#found.get(part) ?? []);
    const own = this.#listOwn(schema);
    const all = own.admitted.size > 0 ? [...parts, own] : parts;
    const described = all.filter(({ admitted }) => admitted.size > 0);
    const [only = none] = described;
    const whole = described.length < 2 ? only : this.#combine(described);
    if (described.length > 1) this.#remembered += whole.admitted.size;
    this.#found.set(schema, this.#remembered > mostRemembered ? own : whole);
    if (whole.impossible.size === 0) return [];
    return [...whole.impossible].filter((name) => !parts.some(({ impossible }) => impossible.has(name)));
  }

  #listOwn(schema: Schema): Properties {
    if (schema.kind !== 'keywords' || !schema.properties?.length) return none;
    // A property that is impossible in a single schema has its own finding. `false` is intentional.
    const admitted = new Map<string, Admitted>();
    for (const { name, schema: property } of schema.properties) {
      const own = this.#admittedOf(property);
      if (own && own.types !== 0) admitted.set(name, own);
    }
    return { admitted, impossible: none.impossible };
  }

  #combine([first = none, ...others]: readonly Properties[]): Properties {
    const admitted = new Map(first.admitted);
    const impossible = new Set(first.impossible);
    for (const part of others) {
      for (const name of part.impossible) impossible.add(name);
      for (const [name, own] of part.admitted) {
        const before = admitted.get(name);
        if (before === own) continue;
        const both = before ? intersectAdmitted([before, own]) : own;
        if (both.types === 0) impossible.add(name);
        else admitted.set(name, both);
      }
    }
    return { admitted, impossible };
  }
}
