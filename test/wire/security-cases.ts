import type { JsonObject } from '../../src/model/element.js';
import type { Expected, WireCase } from './wire-case.js';

function securityCase(
  name: string,
  cite: string,
  security: readonly JsonObject[],
  auth: object,
  expected: Expected,
): WireCase {
  return { name, cite, operation: { security: [...security] }, auth, expected };
}

const authorization = (value: string | null, more: Record<string, string | null> = {}): Expected => ({
  headers: { authorization: value, ...more },
});
const user = (username: string, password: string): object => ({ basic: { username, password } });

/** Credentials, by the schemes of the description. */
export const securityCases: readonly WireCase[] = [
  securityCase(
    'a bearer token',
    'RFC 6750, 2.1',
    [{ bearer: [] }],
    { bearer: 'mF_9.B5f-4.1JqM' },
    authorization('Bearer mF_9.B5f-4.1JqM'),
  ),
  securityCase(
    'a bearer token of a function',
    'RFC 6750, 2.1',
    [{ bearer: [] }],
    { bearer: async () => 'a' },
    authorization('Bearer a'),
  ),
  securityCase(
    'OAuth 2',
    'RFC 6749, 7.1; RFC 6750, 2.1',
    [{ oauth: ['read'] }],
    { oauth: () => 'a' },
    authorization('Bearer a'),
  ),
  securityCase('OpenID Connect', 'RFC 6750, 2.1', [{ openId: [] }], { openId: 'a' }, authorization('Bearer a')),
  securityCase(
    'basic',
    'RFC 7617, 2',
    [{ basic: [] }],
    user('Aladdin', 'open sesame'),
    authorization('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='),
  ),
  securityCase(
    'basic in UTF-8',
    'RFC 7617, 2.1',
    [{ basic: [] }],
    user('test', '123£'),
    authorization('Basic dGVzdDoxMjPCow=='),
  ),
  securityCase('a colon in a user', 'RFC 7617, 2', [{ basic: [] }], user('a:b', 'c'), { refused: 'auth: username' }),
  securityCase(
    'another scheme',
    'RFC 9110, 11.4',
    [{ digest: [] }],
    { digest: 'username="a"' },
    authorization('digest username="a"'),
  ),
  securityCase(
    'a key in a header',
    'OpenAPI, Security Scheme Object',
    [{ headerKey: [] }],
    { headerKey: 'a b' },
    authorization(null, { 'x-key': 'a b' }),
  ),
  securityCase(
    'a key in the query',
    'OpenAPI, Security Scheme Object; RFC 3986, 2.1',
    [{ queryKey: [] }],
    { queryKey: 'a&b' },
    { url: '?api%20key=a%26b' },
  ),
  securityCase(
    'a key in a cookie',
    'OpenAPI, Security Scheme Object; RFC 6265, 4.2.1',
    [{ cookieKey: [] }],
    { cookieKey: 'abc' },
    authorization(null, { cookie: 'SESSION=abc' }),
  ),
  securityCase(
    'a key that no cookie holds',
    'RFC 6265, 4.1.1',
    [{ cookieKey: [] }],
    { cookieKey: 'a;b' },
    { refused: 'session' },
  ),
  securityCase(
    'a key that no header holds',
    'RFC 9110, 5.5',
    [{ headerKey: [] }],
    { headerKey: 'a\r\nb' },
    { refused: 'key' },
  ),
  securityCase(
    'two together',
    'OpenAPI, Security Requirement Object',
    [{ basic: [], headerKey: [] }],
    { ...user('a', 'b'), headerKey: 'k' },
    authorization('Basic YTpi', { 'x-key': 'k' }),
  ),
  securityCase(
    'one of two together',
    'OpenAPI, Security Requirement Object',
    [{ basic: [], headerKey: [] }],
    { headerKey: 'k' },
    { refused: 'auth.basic and auth.headerkey' },
  ),
  securityCase(
    'the first of two alternatives',
    'OpenAPI, Security Requirement Object',
    [{ bearer: [] }, { headerKey: [] }],
    { bearer: 'a', headerKey: 'k' },
    authorization('Bearer a', { 'x-key': null }),
  ),
  securityCase(
    'the second of two alternatives',
    'OpenAPI, Security Requirement Object',
    [{ bearer: [] }, { headerKey: [] }],
    { headerKey: 'k' },
    authorization(null, { 'x-key': 'k' }),
  ),
  securityCase(
    'none, where it is optional',
    'OpenAPI, Security Requirement Object',
    [{}, { bearer: [] }],
    {},
    authorization(null),
  ),
  securityCase(
    'one, where it is optional',
    'OpenAPI, Security Requirement Object',
    [{}, { bearer: [] }],
    { bearer: 'a' },
    authorization('Bearer a'),
  ),
  securityCase('none at all', 'OpenAPI, Operation Object: security', [], { bearer: 'a' }, authorization(null)),
  securityCase(
    'none, where one is needed',
    'OpenAPI, Security Requirement Object',
    [{ bearer: [] }],
    { bearer: () => undefined },
    { refused: 'auth.bearer' },
  ),
];
