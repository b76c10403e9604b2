import type { Schema } from '../model/schema.js';
import type { ValueTree } from '../model/value-tree.js';

/** The formats with a special type in code: `Date` for `date` and `date-time`, `bigint` for `int64`. */
export type ConvertedFormat = 'date' | 'date-time' | 'int64';

/** The type that the user wants for each format. */
export interface ConversionChoice {
  readonly dates?: 'string' | 'Date' | undefined;
  readonly int64?: 'number' | 'bigint' | undefined;
}

/** The values whose type in code differs from JSON: a `Date` for a string, a `bigint` for a number. */
export interface Conversions {
  /** Whether integers can be `bigint`. If so, JSON is read and written with all digits of integers. */
  readonly exact: boolean;
  /** Returns the format by which the values of a schema are converted, or `undefined` if they are not converted. */
  readFormat(schema: Schema): ConvertedFormat | undefined;
  /**
   * Returns how the values of a schema and their parts are converted, or `undefined` if nothing in them is converted.
   */
  planOf(schema: Schema): ConversionPlan | undefined;
}

/** How a value and its parts are converted: by one of the formats. */
export type ConversionPlan = ValueTree<ReadonlySet<ConvertedFormat>>;
