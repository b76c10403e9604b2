import type { Origin } from '../diagnostics/origin.js';

/** The identifiers that schemas give themselves (JSON Schema 2020-12, core, 8.2); empty for OpenAPI 3.0, which has none. */
export interface IdentifierIndex {
  /** The root of each schema resource, by its absolute URI. */
  readonly resources: ReadonlyMap<string, Origin>;
  /** The absolute URI of each schema resource, by the `originKey` of its root. */
  readonly uris: ReadonlyMap<string, string>;
  /** The place of each `$anchor` and `$dynamicAnchor`, by resource (`resourceOf`), then by name. */
  readonly anchors: ReadonlyMap<string, ReadonlyMap<string, Origin>>;
  /** The place of each `$dynamicAnchor`, by resource, then by name. */
  readonly dynamicAnchors: ReadonlyMap<string, ReadonlyMap<string, Origin>>;
}
