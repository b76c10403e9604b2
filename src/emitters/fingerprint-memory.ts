import type { Schema } from '../model/schema.js';

/** What the last run printed. */
export interface FingerprintMemory {
  prints?: ReadonlyMap<Schema, SchemaPrint>;
  /** Values outside schemas. */
  values?: ReadonlyMap<object, ValuePrint>;
}

/** What was printed of a value outside schemas. */
export interface ValuePrint {
  readonly text: string;
  /** The schemas that it contains. Their fingerprints are not a part of the text. */
  readonly leads: readonly Schema[];
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
