import type { Operation } from '../../../../model/operation.js';

/** A sample call of an operation, as text. */
export type Sample = {
  /** The language by the name that Redoc knows. */
  readonly lang: string;
  /** The name of the language for people. */
  readonly label: string;
  /** The usual short name of the language of the code. */
  readonly language: string;
  readonly source: string;
  /** The name of the example in the body; absent for the first one. */
  readonly example?: string;
};

/** The sample calls of operations, one per language. Redoc's page and the article show the same ones. */
export type Samples = ReadonlyMap<Operation, readonly Sample[]>;
