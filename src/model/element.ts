import type { Origin } from '../diagnostics/origin.js';
import type { NotShown } from './not-shown.js';

/** A JSON value of a description. An integer with more digits than a JavaScript number is a `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A JSON object of a description. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The members of every element of the model. */
export interface Element {
  /** The place where it is written. For an element behind a reference, the place of the target. */
  readonly origin: Origin;
  /** Its items (`x-not-shown`), including those that it names by id only. */
  readonly notShown: readonly NotShown[];
  /** The sections of the documentation it restates (`x-source`). */
  readonly source: readonly string[];
}

/** A known fact, or the item that asks for it. */
export type Shown<T> = { readonly shown: true; readonly value: T } | { readonly shown: false; readonly item: NotShown };

/** External Documentation Object (OpenAPI 3.2, 4.11). */
export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}
