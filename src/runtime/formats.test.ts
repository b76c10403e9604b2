import { expect, test } from 'vitest';
import { isHostname, isIpv4, isIpv6 } from './formats-host.js';
import { isEmail, isIdnEmail } from './formats-mail.js';
import { isBase64, isJsonPointer, isRegex, isUuid } from './formats-text.js';
import { isDate, isDateTime, isDuration, isTime } from './formats-time.js';
import { isUri, isUriReference } from './formats-uri.js';

/** A few texts of each format; the JSON Schema Test Suite has many more. */
const formats: [(text: string) => boolean, string[], string[]][] = [
  [
    isDateTime,
    ['2024-02-29T23:59:60Z', '2024-01-31t12:00:00.5+01:00'],
    ['2024-01-31 12:00:00Z', '2023-02-29T00:00:00Z'],
  ],
  [isDate, ['2024-02-29'], ['2023-02-29', '2024-1-1', '2024-01-01Z']],
  [isTime, ['12:00:00Z', '15:59:60-08:00'], ['12:00:00', '24:00:00Z', '12:00:60Z']],
  [isDuration, ['P1Y2M3DT4H5M6S', 'P2W'], ['P', 'P1YT', 'P1Y2D', 'PT0.5S']],
  [isEmail, ['a.b@example.com', '"a b"@[127.0.0.1]', 'a@[IPv6:::1]'], ['a', 'a..b@c', 'a@b_c', `${'a'.repeat(65)}@b`]],
  [isIdnEmail, ['δοκιμή@παράδειγμα'], ['δοκιμή', 'a@-b', `${'é'.repeat(33)}@b`]],
  [isHostname, ['example.com', 'a--b', 'xn--4gbwdl'], ['', '-a', 'a.', 'a_b', `${'a'.repeat(64)}.b`]],
  [isIpv4, ['0.0.0.0', '255.249.199.99'], ['256.0.0.1', '1.2.3', '1.2.3.04', '1.2.3.4.']],
  [isIpv6, ['::', '::1', '1:2:3:4:5:6:1.2.3.4', '1::8'], ['1', '1.2.3.4', ':::', '1::2::3', '12345::', '::1%a']],
  [isUri, ['https://a.b/c?d#e', 'urn:a:b', 'http://[::1]:80/'], ['/a', 'a b:c', 'http://[::g]', 'http://a/%zz']],
  [isUriReference, ['/a', '', '?q', 'a/b:c', '#f'], ['a:b c', '1:b', '\\a']],
  [isUuid, ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'], ['2eb8aa08aa9811eab4aa73b441d16380']],
  [isRegex, ['^a+$', '\\p{L}'], ['(', '\\_']],
  [isJsonPointer, ['', '/a~1b/~0', '/'], ['a', '/~2', '#/a']],
  [isBase64, ['', 'YQ==', 'YWI=', 'YWJj'], ['YQ', 'YQ=', '====', 'Y*Jj']],
];

test.each(formats)('%o', (isFormat, right, wrong) => {
  expect(right.filter((text) => !isFormat(text))).toEqual([]);
  expect(wrong.filter((text) => isFormat(text))).toEqual([]);
});
