import type { Origin } from '../diagnostics/origin.js';
import type { Element } from './element.js';

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
