import type { Origin } from '../diagnostics/origin.js';
import type { Element, ExternalDocs, JsonValue } from './element.js';
import type { NotShown, Resolved } from './not-shown.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';

/** A whole description, the differences between OpenAPI 3.0, 3.1 and 3.2 gone. */
export interface Api extends Element {
  /** The version as written, such as `3.1.1`. */
  readonly openapi: string;
  readonly info: Info;
  readonly servers: readonly Server[];
  /** In the order of the description, `paths` only. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  /** The security schemes that the description declares, used or not. */
  readonly securitySchemes: readonly SecurityScheme[];
  readonly tags: readonly Tag[];
  readonly externalDocs?: ExternalDocs;
  /** Every schema that was read, each once, in reading order: components first, then those only reached otherwise. */
  readonly schemas: readonly Schema[];
  /** Every item, each once, in the order of the description. */
  readonly items: readonly NotShown[];
  readonly resolved: readonly Resolved[];
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

/** Tag Object (OpenAPI 3.2, 4.22). */
export interface Tag extends Element {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocs;
  readonly parent?: string;
  readonly kind?: string;
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

/** What all security schemes have. */
export interface SecuritySchemeBase extends Element {
  /** The key under `components/securitySchemes`. */
  readonly name: string;
  /** No component declares it, although a requirement names it: nobody knows what its credential is. */
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

/** Security Requirement Object (OpenAPI 3.2, 4.30): all of these schemes together; none at all means anonymous. */
export interface SecurityRequirement {
  readonly origin: Origin;
  readonly schemes: readonly { readonly scheme: SecurityScheme; readonly scopes: readonly string[] }[];
}

/** Example Object (OpenAPI 3.2, 4.19). */
export interface Example extends Element {
  /** Empty for the one under `example`. */
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  /** The value as data, from `value` or `dataValue`. */
  readonly value?: JsonValue;
  readonly serializedValue?: string;
  readonly externalValue?: string;
}
