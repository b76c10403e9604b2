import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Code, Reference } from '../../typescript/code.js';
import { isOnly } from './analysis/checked-keywords.js';
import { allKinds } from './analysis/kinds.js';
import { type Condition, isAlways, isNever } from './condition.js';
import type { Value } from './value.js';

/** The checks that are too long for one expression. */
export interface LongChecks {
  has(schema: Schema, circumstances: string): boolean;
  add(schema: Schema, circumstances: string): void;
}

const simpleKeywords = ['types', 'format'] as const;

/**
 * The conditions of schemas with only `type` and `format`, as most are. Each different condition is written once for
 * each name of a value, because descriptions repeat few properties very often.
 */
export class SimpleConditions {
  readonly #known = new Map<Reference, Map<string, Condition | undefined>>();
  readonly #statements = new Map<Condition, Map<string, Code | undefined>>();

  /**
   * Returns the condition of a schema that has only `type` and `format`. `write` writes it at its first use, or each
   * time if more is known about the value. Returns `undefined` for all other schemas.
   */
  of(value: Value, schema: KeywordSchema, write: () => Condition | undefined): Condition | undefined {
    if (!isOnly(schema, simpleKeywords)) return undefined;
    if (value.kinds !== allKinds) return write();
    const { types, format } = schema;
    const type = String(types?.length === 1 ? types[0] : types?.join());
    const key = format === undefined ? type : `${type} ${format}`;
    const byKeywords = this.#known.get(value.name) ?? new Map<string, Condition | undefined>();
    if (byKeywords.size === 0) this.#known.set(value.name, byKeywords);
    if (!byKeywords.has(key)) {
      const written = write();
      byKeywords.set(key, written);
      // All names share the conditions that are always true or false.
      if (written && !isAlways(written) && !isNever(written)) this.#statements.set(written, new Map());
    }
    return byKeywords.get(key);
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
