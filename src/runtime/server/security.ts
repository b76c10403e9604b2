import { decodeForm } from '../read/text.js';
import { singleHeader } from './headers.js';
import type { ServerRequest } from './message.js';
import { readCookies, readQuery } from './place.js';
import { ForbiddenError, Refusal, refuseCaller, serverFailed, UnauthorizedError } from './refusal.js';
import type { SchemeUse, SecurityPlan, SecuritySchemePlan } from './security-plan.js';

/** User and password of basic authentication (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The second argument of a security function, after the credential. */
export interface SecurityContext {
  /** The scopes or roles that the operation requires. */
  readonly scopes: readonly string[];
  /** The operation that is called. */
  readonly operation: string;
  readonly request: ServerRequest;
  /** The principal of the previous scheme, if several are required together. */
  readonly before: unknown;
}

/**
 * Returns the principal of a credential. `undefined`, `null`, `false` or an `UnauthorizedError` refuses the request
 * with 401, a `ForbiddenError` with 403. Any other error is a failure of the server: `onError` receives it, and the
 * response is 500 unless another alternative accepts the request.
 */
export type SecurityFunction<Credential, Principal> = (
  credential: Credential,
  context: SecurityContext,
) => Principal | Nobody | Promise<Principal | Nobody>;

type Nobody = null | undefined | false;

/** The security schemes and functions by key. */
export interface SecurityChecks {
  readonly schemes: ReadonlyMap<string, SecuritySchemePlan>;
  readonly functions: ReadonlyMap<string, SecurityFunction<never, unknown>>;
  readonly onError: (error: unknown, operation: string, request: ServerRequest) => void;
}

/** Checks the security of a request. */
export type CheckSecurity = typeof checkSecurity;

/**
 * Returns the principal of a request. If several schemes are required together, it is that of the last one. For an
 * anonymous caller it is `undefined`, if the operation allows one. Throws a `Refusal` with 401 or 403. A caller with an
 * invalid credential is never anonymous.
 */
export async function checkSecurity(
  plan: SecurityPlan,
  checks: SecurityChecks,
  operation: string,
  request: ServerRequest,
): Promise<unknown> {
  if (plan.length === 0) return undefined;
  const thrown: unknown[] = [];
  // An alternative without schemes has no principal here. The end of this function decides about it.
  for (const uses of plan) {
    const credentials = uses.map((use) => ({ use, credential: findCredential(checks, use.scheme, request) }));
    if (credentials.some(({ credential }) => credential === undefined)) continue;
    try {
      const principal = await checkAll(credentials, checks, operation, request);
      if (!isNobody(principal)) return principal;
    } catch (error) {
      thrown.push(error);
      if (!isDenial(error)) checks.onError(error, operation, request);
    }
  }
  // A failure of the server must not look like an invalid credential.
  if (!thrown.every(isDenial)) throw serverFailed();
  const forbidden = thrown.find((error) => error instanceof ForbiddenError);
  if (forbidden) throw new Refusal(403, forbidden.message || 'the caller is not allowed to do this');
  const isShown = plan.some((uses) => uses.some(({ scheme }) => hasCredential(checks, scheme, request)));
  if (!isShown && plan.some((alternative) => alternative.length === 0)) return undefined;
  const why = thrown.find((error) => error instanceof UnauthorizedError)?.message || 'the credential is not valid';
  throw refuseCaller(isShown ? why : 'a credential is required', plan, checks.schemes);
}

function isDenial(error: unknown): error is ForbiddenError | UnauthorizedError {
  return error instanceof ForbiddenError || error instanceof UnauthorizedError;
}

async function checkAll(
  credentials: readonly { readonly use: SchemeUse; readonly credential: unknown }[],
  { functions }: SecurityChecks,
  operation: string,
  request: ServerRequest,
): Promise<unknown> {
  let before: unknown;
  for (const { use, credential } of credentials) {
    const check: unknown = functions.get(use.scheme);
    if (typeof check !== 'function') return undefined;
    const context: SecurityContext = { scopes: use.scopes, operation, request, before };
    before = await Reflect.apply(check, undefined, [credential, context]);
    if (isNobody(before)) return undefined;
  }
  return before;
}

// A function that only checks a credential returns `false` for an invalid one.
function isNobody(principal: unknown): principal is Nobody {
  return principal === undefined || principal === null || principal === false;
}

function findCredential({ schemes }: SecurityChecks, key: string, request: ServerRequest): unknown {
  const scheme = schemes.get(key);
  switch (scheme?.type) {
    case 'bearer':
      return readToken(readAuthorization(request, 'bearer'));
    case 'basic':
      return readBasic(readToken(readAuthorization(request, 'basic')));
    case 'http':
      return readAuthorization(request, scheme.scheme);
    case 'apiKey':
      return readApiKey(scheme.in, scheme.name, request);
    case 'mutualTLS':
      return request.clientCertificate;
    default:
      return undefined;
  }
}

// The header contains the name of the scheme in any case, a space, and the credential (RFC 9110, 11.4).
function readAuthorization(request: ServerRequest, scheme: string): string | undefined {
  const [, name = '', credential = ''] =
    /^([^ ]+) +([^ ].*)$/s.exec(singleHeader(request, 'authorization') ?? '') ?? [];
  return name.toLowerCase() === scheme && credential !== '' ? credential : undefined;
}

// A token, and base64, contains no white space (RFC 6750, 2.1; RFC 7617, 2). `atob` would ignore it.
function readToken(credential: string | undefined): string | undefined {
  return credential !== undefined && /\s/.test(credential) ? undefined : credential;
}

function readBasic(credential: string | undefined): BasicCredential | undefined {
  if (credential === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(credential), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function readApiKey(place: 'query' | 'header' | 'cookie', name: string, request: ServerRequest): string | undefined {
  const [value = '', second] = listKeys(place, name, request);
  if (second !== undefined) return undefined;
  return (place === 'query' ? decodeForm(value) : value) || undefined;
}

function listKeys(place: 'query' | 'header' | 'cookie', name: string, request: ServerRequest): readonly string[] {
  const { headers, target } = request;
  if (place === 'header') return headers.get(name.toLowerCase()) ?? [];
  const pairs =
    place === 'cookie' ? readCookies(headers.get('cookie') ?? []) : readQuery(target.split('?').slice(1).join('?'));
  return pairs?.get(name) ?? [];
}

// An unreadable or repeated credential counts too: its caller does not mean to be anonymous.
function hasCredential({ schemes }: SecurityChecks, key: string, request: ServerRequest): boolean {
  const scheme = schemes.get(key);
  if (scheme?.type === 'apiKey') return listKeys(scheme.in, scheme.name, request).some((key) => key !== '');
  if (scheme?.type === 'mutualTLS') return request.clientCertificate !== undefined;
  return request.headers.get('authorization')?.some((value) => value !== '') ?? false;
}
