import type { Element, JsonValue } from './element.js';

/** Example Object (OpenAPI 3.2, 4.19). */
export interface Example extends Element {
  /** Its name under `examples`; empty for the one under `example`. */
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  /** The value as data, from `value` or `dataValue`. */
  readonly value?: JsonValue;
  readonly serializedValue?: string;
  readonly externalValue?: string;
}
