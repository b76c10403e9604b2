import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Reference } from '../../typescript/code.js';
import { isOnly } from './analysis/checked-keywords.js';
import { formatKindSet } from './analysis/kinds.js';
import type { Condition } from './condition.js';
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

  /**
   * Returns the condition of a schema that has only `type` and `format`. `write` writes it at its first use. Returns
   * `undefined` for all other schemas.
   */
  of(value: Value, schema: KeywordSchema, write: () => Condition | undefined): Condition | undefined {
    if (!isOnly(schema, ['types', 'format'])) return undefined;
    const key = `${formatKindSet(value.kinds)} ${schema.types?.join()} ${schema.format}`;
    const byName = this.#known.get(key) ?? new Map<Reference, Condition | undefined>();
    if (byName.size === 0) this.#known.set(key, byName);
    if (!byName.has(value.name)) byName.set(value.name, write());
    return byName.get(value.name);
  }
}
