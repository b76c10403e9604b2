import type { Origin } from '../diagnostics/origin.js';
import type { Element, ExternalDocs } from './element.js';
import type { NotShown, Resolved } from './not-shown.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';
import type { SecurityScheme } from './security.js';
import type { Server } from './server.js';

/** A whole description, without the differences between OpenAPI 3.0, 3.1 and 3.2. */
export interface Api extends Element {
  /** The version as written, such as `3.1.1`. */
  readonly openapi: string;
  readonly info: Info;
  readonly servers: readonly Server[];
  /** The operations under `paths`, in the order of the description. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  /** The security schemes that the description declares, used or not. */
  readonly securitySchemes: readonly SecurityScheme[];
  readonly tags: readonly Tag[];
  readonly externalDocs?: ExternalDocs;
  /** Every schema that was read, once each: first the components, then all others in the order of reading. */
  readonly schemas: readonly Schema[];
  /** Every item, each once, in the order of the description. */
  readonly items: readonly NotShown[];
  readonly resolved: readonly Resolved[];
  /** The numbers and booleans that are read as text. */
  readonly texts: readonly { readonly origin: Origin; readonly text: string }[];
  /** The numbers in schemas, except examples, that have more digits than JavaScript numbers. */
  readonly numbers: readonly LongNumber[];
}

/** A number with more digits than a JavaScript number has. */
export interface LongNumber {
  readonly origin: Origin;
  readonly text: string;
  readonly schema: Schema;
  /** The keyword of the schema that contains it. */
  readonly keyword: string;
}

/** Info Object (OpenAPI 3.2, 4.2). */
export interface Info extends Element {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** Tag Object (OpenAPI 3.2, 4.22). */
export interface Tag extends Element {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocs;
  readonly parent?: string;
  readonly kind?: string;
}
