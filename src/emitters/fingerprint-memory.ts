import type { Schema } from '../model/schema.js';

/** The schemas that the last run printed. */
export interface FingerprintMemory {
  prints?: ReadonlyMap<Schema, SchemaPrint>;
}

/** What was printed of a schema and of the schemas inside it. It is the same in each run that has the same schemas. */
export interface SchemaPrint {
  /** The place of the schema, as a text that no other schema has. */
  readonly place: string;
  /** The hash of their members without texts. */
  readonly content: string;
  /** The hash of their texts. Empty if there are none. */
  readonly texts: string;
  /** The schemas to which they lead. These are not printed as a part of this one. */
  readonly leads: readonly Schema[];
  /** The schema itself and the schemas inside it. */
  readonly parts: readonly Schema[];
}
