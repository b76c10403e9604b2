import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Code, Reference } from '../../typescript/code.js';
import { isOnly } from './analysis/checked-keywords.js';
import { formatKindSet } from './analysis/kinds.js';
import type { Condition } from './condition.js';
import { nameLocal } from './local-names.js';
import type { Value } from './value.js';

/** The checks that are too long for one expression. */
export interface LongChecks {
  has(schema: Schema, circumstances: string): boolean;
  add(schema: Schema, circumstances: string): void;
}

/** The conditions of schemas with only `type` and `format`, as most are. Each different condition is written once. */
export class SimpleConditions {
  readonly #known = new Map<string, Condition | undefined>();
  readonly #placeholder: Reference = nameLocal('value');

  /**
   * Returns the condition of a schema that has only `type` and `format`. `write` writes it at its first use. Returns
   * `undefined` for all other schemas.
   */
  of(value: Value, schema: KeywordSchema, write: (value: Value) => Condition | undefined): Condition | undefined {
    if (!isOnly(schema, ['types', 'format'])) return undefined;
    const key = `${formatKindSet(value.kinds)} ${schema.types?.join()} ${schema.format}`;
    if (!this.#known.has(key)) this.#known.set(key, write({ ...value, name: this.#placeholder }));
    const known = this.#known.get(key);
    return known && { ...known, ok: this.#put(value.name, known.ok), bad: this.#put(value.name, known.bad) };
  }

  // A condition that is always true or always false contains no name, so it does not change.
  #put(name: Reference, code: Code): Code {
    if (!code.parts.includes(this.#placeholder)) return code;
    return { kind: 'code', parts: code.parts.map((part) => (part === this.#placeholder ? name : part)) };
  }
}
