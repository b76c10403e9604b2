import { describe, expect, test } from 'vitest';
import { makeDraft } from '../../../test/wire/make-draft.js';
import { writeCookie } from '../write/cookie.js';
import { asPart, headerLines } from '../write/described-part.js';

/** The characters that a name or a value may have. The test tries all of ASCII and one other character. */
const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é'];
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Lists the characters with which a call does not throw. */
function listAccepted(call: (character: string) => void): string {
  const accepted = characters.filter((character) => {
    try {
      call(character);
      return true;
    } catch {
      return false;
    }
  });
  return accepted.sort().join('');
}

const sort = (text: string): string => [...text].sort().join('');
const writeCookies = (value: unknown, name = 'a'): void => writeCookie(makeDraft(), name, value, true);

describe('characters', () => {
  // RFC 9110, 5.6.2: the characters of a token.
  const token = sort(`!#$%&'*+-.^_\`|~${alphanumeric}`);

  test('of the name of a header of a part are those of a token', () => {
    expect(listAccepted((one) => headerLines({ headers: { [`${one}a`]: '1' } }))).toBe(token);
    expect(listAccepted((one) => headerLines({ headers: { [`a${one}`]: '1' } }))).toBe(token);
  });

  test('of the name of a cookie are those of a token', () => {
    expect(listAccepted((one) => writeCookies({ [`${one}a`]: 1 }))).toBe(token);
    expect(listAccepted((one) => writeCookies({ [`a${one}`]: 1 }))).toBe(token);
  });

  // RFC 6265, 4.1.1: a cookie value has no quote, comma, semicolon or backslash. OpenAPI 3.2, 4.12.7, has spaces.
  test('of the value of a cookie, also in quotes, are its octets', () => {
    const octets = sort(` !#$%&'()*+-./:<=>?@[]^_\`{|}~${alphanumeric}`);
    expect(listAccepted((one) => writeCookies(`a${one}b`))).toBe(octets);
    expect(listAccepted((one) => writeCookies(`"a${one}"`))).toBe(octets);
    for (const text of ['"', '"a', 'a"']) expect(() => writeCookies(text), text).toThrow('cookies cannot contain');
    writeCookies('""');
  });
});

test('the headers that identify a part cannot be set, in any case', () => {
  const write = (name: string): string[] => headerLines(asPart('', { headers: { [name]: '1' } }).description);
  for (const name of ['content-type', 'Content-Disposition']) expect(() => write(name), name).toThrow();
  expect(write('Content-Types')).toEqual(['content-types: 1']);
  expect(write('content-dispositio')).toEqual(['content-dispositio: 1']);
  expect(write('toString')).toEqual(['tostring: 1']);
});
