import type { Origin } from '../diagnostics/origin.js';
import type { NotShown } from './not-shown.js';

/** A JSON value of a description. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object of a description. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** What every element of the model has. */
export interface Element {
  /** Where it is written; of an element reached through references the place of the target, not of the reference. */
  readonly origin: Origin;
  /** Its items (`x-not-shown`), including those that it names by id only. */
  readonly notShown: readonly NotShown[];
  /** The sections of the documentation it restates (`x-source`). */
  readonly source: readonly string[];
}

/** A fact that is shown, or the item that asks for it. */
export type Shown<T> = { readonly shown: true; readonly value: T } | { readonly shown: false; readonly item: NotShown };

/** External Documentation Object (OpenAPI 3.2, 4.10). */
export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}
