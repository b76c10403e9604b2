import type { Operation } from '../../../../model/operation.js';

/** A sample call of an operation, as text. */
export type Sample = {
  /** The language, by a name that Redoc knows. */
  readonly lang: string;
  /** The language for people. */
  readonly label: string;
  readonly source: string;
};

/** The sample calls of operations, one per language. Redoc's page and the article show the same ones. */
export type Samples = ReadonlyMap<Operation, readonly Sample[]>;
