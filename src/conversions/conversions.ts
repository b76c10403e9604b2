import type { Schema } from '../model/schema.js';

/** What a value of JSON is in code: `date` and `date-time` a `Date`, `int64` a `bigint`. */
export type ConvertedFormat = 'date' | 'date-time' | 'int64';

/** Which formats are converted. */
export interface ConversionChoice {
  readonly dates?: 'string' | 'Date' | undefined;
  readonly int64?: 'number' | 'bigint' | undefined;
}

/** Which values are another thing in code than on the wire: a `Date` for text, a `bigint` for a number. */
export interface Conversions {
  /** Whether integers may be `bigint`, so that JSON has to be read and written with all their digits. */
  readonly exact: boolean;
  /** Gives the format by which the values of a schema are converted; `undefined`: they are not. */
  formatOf(schema: Schema): ConvertedFormat | undefined;
  /** Gives how the values of a schema are converted with their parts; `undefined`: nothing of them is. */
  planOf(schema: Schema): ConversionPlan | undefined;
}

/** How a value is converted with its parts. Plans may hold themselves. */
export interface ConversionPlan {
  /** The schema, where it is one only that speaks of the value. */
  readonly schema?: Schema;
  readonly formats: ReadonlySet<ConvertedFormat>;
  readonly properties: ReadonlyMap<string, ConversionPlan | undefined>;
  readonly patterns: ReadonlyMap<string, ConversionPlan | undefined>;
  /** Of the members beside these; of a value that a property decides about, in all other cases. */
  readonly others?: ConversionPlan;
  readonly first: readonly (ConversionPlan | undefined)[];
  readonly items?: ConversionPlan;
  /** The property that decides which of `cases` it is. */
  readonly by?: string;
  readonly cases: ReadonlyMap<string, ConversionPlan | undefined>;
}
