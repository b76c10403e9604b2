/** Where a security scheme finds its credential (OpenAPI 3.2, 4.27). */
export type SecuritySchemePlan =
  | { readonly type: 'bearer' }
  | { readonly type: 'basic' }
  /** Another scheme of HTTP authentication, by its name in lower case: the credential is what follows the name. */
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'mutualTLS' };

/** Alternatives, each a list of schemes that are required together. An empty one admits anonymous callers. */
export type SecurityPlan = readonly (readonly SchemeUse[])[];

/** A scheme by its key in the `security` option, and the scopes it is used with. */
export interface SchemeUse {
  readonly scheme: string;
  readonly scopes: readonly string[];
}
