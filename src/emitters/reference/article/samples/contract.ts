import type { Operation } from '../../../../model/operation.js';

/** A sample call of an operation, as text. */
export type Sample = {
  /** The language, by a name that Redoc knows. */
  readonly lang: string;
  /** The language for people. */
  readonly label: string;
  /** The language of the code, by its usual short name. */
  readonly language: string;
  readonly source: string;
  /** The name of the example that the body is; absent for the first one. */
  readonly example?: string;
};

/** The sample calls of operations, one per language. Redoc's page and the article show the same ones. */
export type Samples = ReadonlyMap<Operation, readonly Sample[]>;
