import type { Origin } from '../diagnostics/origin.js';
import type { Element, ExternalDocs, JsonObject, JsonValue, NotShown, Resolved, Shown } from './element.js';
import type { Schema } from './schema.js';
import type { ParameterLocation, Style } from './styles.js';

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
  /** Every gap, each once, in the order of the description. */
  readonly gaps: readonly NotShown[];
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

/** The picture of an API (`x-logo` of the Info Object). */
export interface Logo {
  /** A `data:` URI. */
  readonly source: string;
  /** The text in place of the picture; empty if the picture says no more than the title. */
  readonly text: string;
}

/** Lists every operation once: those of `paths`, then the webhooks, then the callbacks of all of these. */
export function listOperations({ operations, webhooks }: Pick<Api, 'operations' | 'webhooks'>): Operation[] {
  const found = new Set([...operations, ...webhooks]);
  for (const operation of found)
    for (const callback of operation.callbacks) for (const called of callback.operations) found.add(called);
  return [...found];
}

/** Operation Object (OpenAPI 3.2, 4.10), completed with what its path item and the root define for it. */
export interface Operation extends Element {
  /** The direction of the call: to the API, or from the API to its caller. */
  readonly kind: 'path' | 'webhook' | 'callback';
  /** The HTTP method as sent, such as `GET`. A method of `additionalOperations` keeps its spelling. */
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
  /**
   * The parameters of the path item, then those of the operation. An operation's parameter replaces one of the same
   * name and location.
   */
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  /** The responses in the order of the description. */
  readonly responses: readonly Response[];
  readonly callbacks: readonly Callback[];
  /** The alternative security requirements, from the operation or the root. Empty: none is needed. */
  readonly security: readonly SecurityRequirement[];
  /** The servers of the operation, or else of the path item, or else of the root. Empty if none of them has servers. */
  readonly servers: readonly Server[];
  readonly pagination?: Pagination;
}

/** The members that the operations of a path share (Path Item Object, OpenAPI 3.2, 4.9). */
export interface PathItem extends Element {
  readonly summary?: string;
  readonly description?: string;
}

/** A path template (OpenAPI 3.2, 4.8.2), the name of a webhook, or the expression of a callback. */
export interface PathTemplate {
  /** The template as written, such as `/sessions/{session_id}`. */
  readonly template: string;
  /**
   * The literal texts, percent-encoded as written, and the wire names of the parameters, in order. Empty for webhooks
   * and callbacks.
   */
  readonly parts: readonly ({ readonly literal: string } | { readonly parameter: string })[];
}

/** Parameter Object (OpenAPI 3.2, 4.12). The defaults of `style` and `explode` are filled in. */
export interface Parameter extends Element {
  readonly location: ParameterLocation;
  /** The name sent over HTTP, or the gap that asks for it. */
  readonly wireName: Shown<string>;
  /** The `name` as written. An unnamed parameter has its placeholder, such as `<from date>`, which is never sent. */
  readonly writtenName: string;
  /** The identifier that the author chose (`x-identifier`). */
  readonly identifier?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly allowEmptyValue: boolean;
  readonly content: ParameterContent;
  readonly examples: readonly Example[];
  /** The wire name of the header that must accompany a value other than the default (`x-requires`). */
  readonly requires?: { readonly header: string };
}

/** How a parameter or header is serialized: by a style, or as a document of a media type. */
export type ParameterContent =
  | {
      readonly by: 'style';
      readonly style: Style;
      readonly explode: boolean;
      readonly allowReserved: boolean;
      readonly schema: Schema;
    }
  | { readonly by: 'media-type'; readonly mediaType: MediaType };

/** Returns the schema of the value of a parameter or header, for both ways of serialization. */
export function findSchemaOfContent(content: ParameterContent): Schema | undefined {
  return content.by === 'style' ? content.schema : content.mediaType.schema;
}

/** Request Body Object (OpenAPI 3.2, 4.13). */
export interface RequestBody extends Element {
  readonly required: boolean;
  readonly description?: string;
  readonly content: readonly MediaType[];
}

/** Media Type Object (OpenAPI 3.2, 4.14) with its key in `content`. */
export interface MediaType extends Element {
  /** The media type or range as written, such as `application/json` or `text/*`. */
  readonly mediaType: string;
  /** The schema of the whole content. Absent if the description has none and no gap asks for it. */
  readonly schema?: Schema;
  /** The schema of one item of a sequence (OpenAPI 3.2). */
  readonly itemSchema?: Schema;
  /**
   * Whether this is content of server-sent events whose `schema` may describe one event or its data. Only before
   * OpenAPI 3.2, which has `itemSchema`.
   */
  readonly isOfEvent?: true;
  readonly examples: readonly Example[];
  readonly encoding: readonly Encoding[];
  readonly prefixEncoding: readonly Encoding[];
  readonly itemEncoding?: Encoding;
}

/** Encoding Object (OpenAPI 3.2, 4.15). */
export interface Encoding extends Element {
  /** The property that it describes. Empty for `prefixEncoding` and `itemEncoding`. */
  readonly property: string;
  readonly contentType?: string;
  readonly headers: readonly Header[];
  /** The style. Present only if the description states it or one of the two members below. */
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly encoding: readonly Encoding[];
  readonly prefixEncoding: readonly Encoding[];
  readonly itemEncoding?: Encoding;
}

/** A key of the responses object: a status code, a range or `default`. */
export type StatusKey = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** Response Object (OpenAPI 3.2, 4.17) with its key in `responses`. */
export interface Response extends Element {
  readonly status: StatusKey;
  /**
   * The exact code or range, or the gap that asks for it. In the latter case, only the range under `status` is known.
   */
  readonly code: Shown<StatusKey>;
  readonly summary?: string;
  readonly description?: string;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
}

/** Header Object (OpenAPI 3.2, 4.21) with its name. Its style is always `simple`. */
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
  /** The origin of the operation to which `operationRef` or `operationId` leads, if the description contains it. */
  readonly operation?: Origin;
  readonly parameters: readonly { readonly name: string; readonly value: JsonValue }[];
  readonly requestBody?: JsonValue;
  readonly server?: Server;
}

/** Callback Object (OpenAPI 3.2, 4.18). The path of its operations is the runtime expression. */
export interface Callback extends Element {
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** The places of the parameters and fields of a paginated list (`x-pagination`). */
export interface Pagination {
  readonly page?: Parameter;
  readonly limit?: Parameter;
  readonly items: string;
  readonly total?: string;
  readonly pageField?: string;
  readonly limitField?: string;
  /** The other members of the extension, as written. */
  readonly written: JsonObject;
}

/** Server Object (OpenAPI 3.2, 4.5). */
export interface Server extends Element {
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
}

/** Server Variable Object (OpenAPI 3.2, 4.6). */
export interface ServerVariable extends Element {
  readonly name: string;
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** Security Scheme Object (OpenAPI 3.2, 4.27), by its type. */
export type SecurityScheme =
  | (SecuritySchemeBase & {
      readonly type: 'apiKey';
      readonly in: 'query' | 'header' | 'cookie';
      readonly wireName: string;
    })
  | (SecuritySchemeBase & { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string })
  | (SecuritySchemeBase & {
      readonly type: 'oauth2';
      readonly flows: readonly OAuthFlow[];
      readonly metadataUrl?: string;
    })
  | (SecuritySchemeBase & { readonly type: 'openIdConnect'; readonly url: string })
  | (SecuritySchemeBase & { readonly type: 'mutualTLS' });

/** The members of all security schemes. */
export interface SecuritySchemeBase extends Element {
  /** The key under `components/securitySchemes`. */
  readonly name: string;
  /** Whether a requirement names it but no component declares it, so that its credential is unknown. */
  readonly isUndeclared?: true;
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** OAuth Flow Object (OpenAPI 3.2, 4.29). */
export interface OAuthFlow extends Element {
  readonly flow: 'implicit' | 'password' | 'clientCredentials' | 'authorizationCode' | 'deviceAuthorization';
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/**
 * Security Requirement Object (OpenAPI 3.2, 4.30): the schemes that are needed together. An empty one allows anonymous
 * calls.
 */
export interface SecurityRequirement {
  readonly origin: Origin;
  readonly schemes: readonly { readonly scheme: SecurityScheme; readonly scopes: readonly string[] }[];
}

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

/** Returns the label of an operation in gaps: its `operationId`, or else `METHOD /path`. */
export function formatOperation({ operationId, method, path }: Operation): string {
  return operationId ?? `${method} ${path.template}`;
}

/** Returns whether a response is an error, or `default`, which may be one. */
export function isError({ status }: Pick<Response, 'status'>): boolean {
  return status === 'default' || /^[45]/.test(String(status));
}
