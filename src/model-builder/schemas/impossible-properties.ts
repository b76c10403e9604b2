import { typeSets } from '../../model/json-type.js';
import type { Schema } from '../../model/schema.js';
import { type Admitted, type FindAdmitted, intersectAdmitted } from './admitted-types.js';
import type { Ban } from './object-conflicts.js';

/** The facts about the properties of a value to which several schemas apply. */
interface Properties {
  readonly admitted: ReadonlyMap<string, Admitted>;
  /**
   * The properties for which each of these schemas has valid values, but all together have none, with the keyword that
   * forbids the name, if there is one.
   */
  readonly impossible: ReadonlyMap<string, Ban | undefined>;
}

// The maximum number of remembered properties. Only chains of thousands of schemas that extend each other exceed it.
// Beyond it, a schema is compared only with the schemas that it applies directly.
const mostRemembered = 1_000_000;
const mostTests = 5_000_000;

const none: Properties = { admitted: new Map(), impossible: new Map() };

/**
 * Finds the properties for which no value is valid in all schemas that describe them, by `allOf` or `$ref` at any
 * depth.
 */
export class ImpossibleProperties {
  readonly #admittedOf: FindAdmitted;
  readonly #found = new Map<Schema, Properties>();
  #remembered = 0;
  #tests = 0;

  constructor(admittedOf: FindAdmitted) {
    this.#admittedOf = admittedOf;
  }

  /**
   * Returns these properties, except those that a schema applied by this one already has. `applied` lists the schemas
   * that it applies. Schemas must be visited after those that they apply.
   */
  find(schema: Schema, applied: readonly Schema[]): Properties['impossible'] {
    const parts = applied.flatMap((part) => this.#found.get(part) ?? []);
    const own = this.#listOwn(schema);
    const all = own.admitted.size > 0 ? [...parts, own] : parts;
    const described = all.filter(({ admitted }) => admitted.size > 0);
    const [only = none] = described;
    const joint = described.length < 2 ? only : this.#combine(described);
    if (described.length > 1) this.#remembered += joint.admitted.size;
    const whole = this.#forbid(schema, joint);
    this.#found.set(schema, this.#remembered > mostRemembered ? own : whole);
    if (whole.impossible.size === 0) return none.impossible;
    return new Map([...whole.impossible].filter(([name]) => !parts.some(({ impossible }) => impossible.has(name))));
  }

  /**
   * Returns whether no object is valid in both schemas, because their types, the properties that they require or a
   * property that is `present` exclude each other. Considers what they apply by `allOf` and `$ref`.
   */
  areApart(a: Schema, b: Schema, present: string): boolean {
    const joint = intersectAdmitted([a, b].flatMap((schema) => this.#admittedOf(schema) ?? []));
    if ((joint.types & typeSets.object) === 0) return true;
    const parts = [a, b].map((schema) => this.#found.get(schema) ?? none);
    this.#tests += parts.reduce((sum, { admitted }) => sum + admitted.size, 0);
    if (this.#tests > mostTests) return true;
    const { impossible } = this.#combine(parts);
    return (
      impossible.has(present) ||
      joint.objects.some(({ schema }) => schema.required?.some((name) => impossible.has(name)))
    );
  }

  // Adds the properties that a keyword about names forbids, also those of alternatives.
  #forbid(schema: Schema, joint: Properties): Properties {
    const bans =
      this.#admittedOf(schema)?.objects.flatMap((part) => part.bans.filter(({ isByName }) => isByName)) ?? [];
    if (bans.length === 0 || schema.kind !== 'keywords') return joint;
    const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(
      (one) => this.#found.get(one) ?? [],
    );
    const names = [joint, ...alternatives].flatMap(({ admitted }) => [...admitted.keys()]);
    this.#tests += names.length * bans.length;
    if (this.#tests > mostTests) return joint;
    const forbidden = bans.flatMap((ban) => ban.refuse(names).map((name) => [name, ban] as const));
    return forbidden.length === 0 ? joint : { ...joint, impossible: new Map([...forbidden, ...joint.impossible]) };
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
    const impossible = new Map(first.impossible);
    for (const part of others) {
      for (const [name, ban] of part.impossible) impossible.set(name, ban);
      for (const [name, own] of part.admitted) {
        const before = admitted.get(name);
        if (before === own) continue;
        const both = before ? intersectAdmitted([before, own]) : own;
        if (both.types === 0) impossible.set(name, undefined);
        else admitted.set(name, both);
      }
    }
    return { admitted, impossible };
  }
}
