import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Code, Reference } from '../../typescript/code.js';
import { isOnly } from './analysis/checked-keywords.js';
import { formatKindSet } from './analysis/kinds.js';
import { type Condition, isAlways, isNever } from './condition.js';
import type { Value } from './value.js';

/** The checks that are too long for one expression. */
export interface LongChecks {
  has(schema: Schema, circumstances: string): boolean;
  add(schema: Schema, circumstances: string): void;
}

/**
 * The conditions of schemas with only `type` and `format`, as most are. Each different condition is written once for
 * each name of a value, because descriptions repeat few properties very often.
 */
export class SimpleConditions {
  readonly #known = new Map<string, Map<Reference, Condition | undefined>>();
  readonly #statements = new Map<Condition, Map<string, Code | undefined>>();

  /**
   * Returns the condition of a schema that has only `type` and `format`. `write` writes it at its first use. Returns
   * `undefined` for all other schemas.
   */
  of(value: Value, schema: KeywordSchema, write: () => Condition | undefined): Condition | undefined {
    if (!isOnly(schema, ['types', 'format'])) return undefined;
    const key = `${formatKindSet(value.kinds)} ${schema.types?.join()} ${schema.format}`;
    const byName = this.#known.get(key) ?? new Map<Reference, Condition | undefined>();
    if (byName.size === 0) this.#known.set(key, byName);
    if (!byName.has(value.name)) {
      const written = write();
      byName.set(value.name, written);
      // All names share the conditions that are always true or false.
      if (written && !isAlways(written) && !isNever(written)) this.#statements.set(written, new Map());
    }
    return byName.get(value.name);
  }

  /**
   * Returns a statement about a condition. Under the same name, a statement about one of these conditions is written
   * once, and a statement about any other condition each time.
   */
  keepStatement(condition: Condition, name: string, write: () => Code | undefined): Code | undefined {
    const known = this.#statements.get(condition);
    if (!known) return write();
    if (!known.has(name)) known.set(name, write());
    return known.get(name);
  }
}
