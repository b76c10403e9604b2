import type { SecurityRequirement, SecurityScheme } from '../../model/api.js';
import type { Names } from '../../naming/names.js';
import { type Code, code, encodeComment, encodePropertyKey, encodeString, joinCode } from '../../typescript/code.js';
import { callRuntime, importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { isSetByBrowsers } from './header.js';

/** Prints the code that adds the credentials of an operation to its request. Returns `undefined` if it needs none. */
export function printSecurity(security: readonly SecurityRequirement[], names: Names): Code {
  const alternatives = security
    .map(({ schemes }) => schemes.map(({ scheme }) => scheme).filter(isSent))
    // An anonymous call is the last alternative, wherever it is listed.
    .sort((a, b) => Number(a.length === 0) - Number(b.length === 0));
  const [first] = alternatives;
  if (!first || first.length === 0) return code`undefined`;
  const [scheme] = first;
  if (scheme && isBearer(scheme) && alternatives.length === 1 && first.length === 1) {
    return callRuntime('client/auth', 'bearer', printKey(scheme, names));
  }
  const lists = alternatives.map((schemes) => {
    const pairs = schemes.map((each) => code`[${printKey(each, names)}, ${printScheme(each)}]`);
    return code`[${joinCode(pairs, ', ')}]`;
  });
  return code`/* @__PURE__ */ ${importRuntimeValue('client/security', 'secureAny')}([${joinCode(lists, ', ')}])`;
}

/** Prints the type of `auth`, with one credential per security scheme. */
export function printAuthType(schemes: readonly SecurityScheme[], names: Names): Code {
  const members = schemes.filter(isSent).map((scheme) => {
    const key = encodePropertyKey(names.securitySchemes.get(scheme) ?? scheme.name);
    return code`${printDoc(scheme)}  readonly ${key}?: ${printCredentialType(scheme)} | undefined;`;
  });
  return members.length === 0 ? code`{ readonly [scheme: string]: never }` : code`{\n${joinCode(members, '\n')}\n}`;
}

function printDoc(scheme: SecurityScheme): string {
  if (scheme.type !== 'apiKey') return '';
  return `  /** ${encodeComment(`Sent in the ${scheme.in} as ${scheme.wireName}.`).replaceAll('\n', ' ')} */\n`;
}

// The platform itself sends client certificates.
function isSent({ type }: SecurityScheme): boolean {
  return type !== 'mutualTLS';
}

function printCredentialType(scheme: SecurityScheme): Code {
  const isBasic = scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
  const credential = importRuntimeType('client/contract', 'Credential');
  return isBasic
    ? code`${credential}<${importRuntimeType('client/contract', 'BasicCredential')}>`
    : code`${credential}`;
}

function printKey(scheme: SecurityScheme, names: Names): string {
  return encodeString(names.securitySchemes.get(scheme) ?? scheme.name);
}

function printScheme(scheme: SecurityScheme): Code {
  if (scheme.type === 'apiKey') {
    const header = isSetByBrowsers(scheme.wireName) ? 'platformKey' : 'headerKey';
    const key = { header, query: 'queryKey', cookie: 'cookieKey' } as const;
    const put = importRuntimeValue('client/security', key[scheme.in]);
    return code`/* @__PURE__ */ ${put}(${encodeString(scheme.wireName)})`;
  }
  if (isBearer(scheme)) return code`${importRuntimeValue('client/security', 'bearerToken')}`;
  const name = scheme.type === 'http' ? scheme.scheme : '';
  if (name.toLowerCase() === 'basic') return code`${importRuntimeValue('client/security', 'basic')}`;
  return callRuntime('client/security', 'httpScheme', encodeString(name));
}

// OAuth 2 and OpenID Connect use bearer tokens.
function isBearer(scheme: SecurityScheme): boolean {
  return scheme.type === 'http'
    ? scheme.scheme.toLowerCase() === 'bearer'
    : scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
}
