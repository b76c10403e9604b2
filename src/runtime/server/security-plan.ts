/** Where the server finds the credential of a security scheme (OpenAPI 3.2, 4.27). */
export type SecuritySchemePlan =
  | { readonly type: 'bearer' }
  | { readonly type: 'basic' }
  /** Another scheme of HTTP authentication, with its name in lower case. The credential is the text after the name. */
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'mutualTLS' };

/** The alternatives. Each is a list of schemes that are required together. An empty one admits anonymous callers. */
export type SecurityPlan = readonly (readonly SchemeUse[])[];

/** The key of a scheme in the `security` option, and the scopes that it must grant. */
export interface SchemeUse {
  readonly scheme: string;
  readonly scopes: readonly string[];
}
