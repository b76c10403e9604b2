import type { Schema } from '../model/schema.js';

/** The formats whose values have a type of their own in code: `date` and `date-time` a `Date`, `int64` a `bigint`. */
export type ConvertedFormat = 'date' | 'date-time' | 'int64';

/** The formats that the user wants converted. */
export interface ConversionChoice {
  readonly dates?: 'string' | 'Date' | undefined;
  readonly int64?: 'number' | 'bigint' | undefined;
}

/** The values whose type in code differs from JSON: a `Date` for a string, a `bigint` for a number. */
export interface Conversions {
  /** Whether integers may be `bigint`, so that JSON is read and written with all their digits. */
  readonly exact: boolean;
  /** Returns the format by which the values of a schema are converted; `undefined` if they are not. */
  readFormat(schema: Schema): ConvertedFormat | undefined;
  /** Returns how the values of a schema and their parts are converted; `undefined` if nothing in them is. */
  planOf(schema: Schema): ConversionPlan | undefined;
}

/** How a value and its parts are converted. A plan may contain itself. */
export interface ConversionPlan {
  /** The schema of the value, if there is only one. */
  readonly schema?: Schema;
  readonly formats: ReadonlySet<ConvertedFormat>;
  readonly properties: ReadonlyMap<string, ConversionPlan | undefined>;
  readonly patterns: ReadonlyMap<string, ConversionPlan | undefined>;
  /** Of all other members; with `by`, of the values that are in none of `cases`. */
  readonly others?: ConversionPlan;
  readonly first: readonly (ConversionPlan | undefined)[];
  readonly items?: ConversionPlan;
  /** The property that decides which of `cases` applies. */
  readonly by?: string;
  readonly cases: ReadonlyMap<string, ConversionPlan | undefined>;
}
