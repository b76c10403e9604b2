import type { Origin } from '../diagnostics/origin.js';
import type { Element, ExternalDocs, JsonObject, JsonValue, Shown } from './element.js';
import type { Example } from './example.js';
import type { Schema } from './schema.js';
import type { SecurityRequirement } from './security.js';
import type { Server } from './server.js';
import type { ParameterLocation, Style } from './styles.js';

/** Operation Object (OpenAPI 3.2, 4.8) with what it takes over from its path item and the root. */
export interface Operation extends Element {
  /** The direction of the call: to the API, or from the API to its caller. */
  readonly kind: 'path' | 'webhook' | 'callback';
  /** The HTTP method as sent, such as `GET`; of `additionalOperations` in its own spelling. */
  readonly method: string;
  readonly path: PathTemplate;
  readonly pathItem: PathItem;
  readonly operationId?: string;
  /** The identifier that the author chose (`x-identifier`). */
  readonly identifier?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly externalDocs?: ExternalDocs;
  /** Those of the path item first, replaced where the operation has one of the same name and location. */
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  /** In the order of the description. */
  readonly responses: readonly Response[];
  readonly callbacks: readonly Callback[];
  /** The alternatives, from the operation or the root; empty: none needed. */
  readonly security: readonly SecurityRequirement[];
  /** From operation, path item or root, the nearest; empty where none of them has any. */
  readonly servers: readonly Server[];
  readonly pagination?: Pagination;
}

/** The members that the operations of a path share. */
export interface PathItem extends Element {
  readonly summary?: string;
  readonly description?: string;
}

/** A path template (OpenAPI 3.2, 4.7.1), or the name of a webhook, or the expression of a callback. */
export interface PathTemplate {
  /** As written, `/sessions/{session_id}`. */
  readonly template: string;
  /**
   * Literal text (as written, percent-encoding untouched) and parameters, by wire name, in order; empty for webhooks
   * and callbacks.
   */
  readonly parts: readonly ({ readonly literal: string } | { readonly parameter: string })[];
}

/** Parameter Object (OpenAPI 3.2, 4.12), defaults of style and explode filled in. */
export interface Parameter extends Element {
  readonly location: ParameterLocation;
  /** The name sent over HTTP, or the item that asks for it. */
  readonly wireName: Shown<string>;
  /** The `name` as written; of an unnamed parameter its placeholder, such as `<from date>`. Never sent. */
  readonly writtenName: string;
  /** The identifier that the author chose (`x-identifier`). */
  readonly identifier?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly allowEmptyValue: boolean;
  readonly content: ParameterContent;
  readonly examples: readonly Example[];
  /** The header that must accompany a value other than the default (`x-requires`), by wire name. */
  readonly requires?: { readonly header: string };
}

/** A parameter or header is serialized by style, or contains a document of a media type. */
export type ParameterContent =
  | {
      readonly by: 'style';
      readonly style: Style;
      readonly explode: boolean;
      readonly allowReserved: boolean;
      readonly schema: Schema;
    }
  | { readonly by: 'media-type'; readonly mediaType: MediaType };

/** Returns the schema of the value of a parameter or header, however it is written. */
export function findSchemaOfContent(content: ParameterContent): Schema | undefined {
  return content.by === 'style' ? content.schema : content.mediaType.schema;
}

/** Request Body Object (OpenAPI 3.2, 4.13). */
export interface RequestBody extends Element {
  readonly required: boolean;
  readonly description?: string;
  readonly content: readonly MediaType[];
}

/** Media Type Object (OpenAPI 3.2, 4.14) with its key. */
export interface MediaType extends Element {
  /** The media type or range as written, such as `application/json` or `text/*`. */
  readonly mediaType: string;
  /** Of the whole content; absent if the description has none and no item asks for it. */
  readonly schema?: Schema;
  /** Of one item of a sequence (3.2). */
  readonly itemSchema?: Schema;
  /** Of server-sent events: `schema` may be of one event or its data, since there is no `itemSchema` before 3.2. */
  readonly isOfEvent?: true;
  readonly examples: readonly Example[];
  readonly encoding: readonly Encoding[];
  readonly prefixEncoding: readonly Encoding[];
  readonly itemEncoding?: Encoding;
}

/** Encoding Object (OpenAPI 3.2, 4.15). */
export interface Encoding extends Element {
  /** The property that it describes; empty for `prefixEncoding` and `itemEncoding`. */
  readonly property: string;
  readonly contentType?: string;
  readonly headers: readonly Header[];
  /** Present only if the description states it or one of the two members below. */
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly encoding: readonly Encoding[];
  readonly prefixEncoding: readonly Encoding[];
  readonly itemEncoding?: Encoding;
}

/** A key of the responses object: a status code, a range or `default`. */
export type StatusKey = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** Response Object (OpenAPI 3.2, 4.17) with its key. */
export interface Response extends Element {
  readonly status: StatusKey;
  /** The exact code or range, or the item that asks for it: then the range under `status` is all that is known. */
  readonly code: Shown<StatusKey>;
  readonly summary?: string;
  readonly description?: string;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
}

/** Header Object (OpenAPI 3.2, 4.21) with its name; its style is `simple`. */
export interface Header extends Element {
  readonly wireName: string;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly content: ParameterContent;
  readonly examples: readonly Example[];
}

/** Link Object (OpenAPI 3.2, 4.20). */
export interface Link extends Element {
  readonly name: string;
  readonly description?: string;
  readonly operationId?: string;
  /** Origin of the operation that `operationRef` or `operationId` leads to, if the description contains it. */
  readonly operation?: Origin;
  readonly parameters: readonly { readonly name: string; readonly value: JsonValue }[];
  readonly requestBody?: JsonValue;
  readonly server?: Server;
}

/** Callback Object (OpenAPI 3.2, 4.18): its operations have the runtime expression as path. */
export interface Callback extends Element {
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** Where the parameters and fields of a paginated list are (`x-pagination`). */
export interface Pagination {
  readonly page?: Parameter;
  readonly limit?: Parameter;
  readonly items: string;
  readonly total?: string;
  readonly pageField?: string;
  readonly limitField?: string;
  /** The other members of the extension. */
  readonly written: JsonObject;
}
