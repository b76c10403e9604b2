import type { Schema } from '../model/schema.js';

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

/** How a value and its parts are converted. A plan may contain itself. */
export interface ConversionPlan {
  /** The schema of the value, if there is only one. */
  readonly schema?: Schema;
  readonly formats: ReadonlySet<ConvertedFormat>;
  readonly properties: ReadonlyMap<string, ConversionPlan | undefined>;
  readonly patterns: ReadonlyMap<string, ConversionPlan | undefined>;
  /** The plan of all other members. If `by` is present: the plan of values to which none of `cases` applies. */
  readonly others?: ConversionPlan;
  readonly first: readonly (ConversionPlan | undefined)[];
  readonly items?: ConversionPlan;
  /** The name of the property whose value selects one of `cases`. */
  readonly by?: string;
  readonly cases: ReadonlyMap<string, ConversionPlan | undefined>;
}
