import { expect, test } from 'vitest';
import {
  matchesBase64,
  matchesDate,
  matchesDateTime,
  matchesDuration,
  matchesEmail,
  matchesHostname,
  matchesIdnEmail,
  matchesIpv4,
  matchesIpv6,
  matchesJsonPointer,
  matchesRegex,
  matchesTime,
  matchesUri,
  matchesUriReference,
  matchesUuid,
} from './formats.js';

/** A few texts of each format; the JSON Schema Test Suite has many more. */
const formats: [(text: string) => boolean, string[], string[]][] = [
  [
    matchesDateTime,
    ['2024-02-29T23:59:60Z', '2024-01-31t12:00:00.5+01:00'],
    ['2024-01-31 12:00:00Z', '2023-02-29T00:00:00Z'],
  ],
  [matchesDate, ['2024-02-29'], ['2023-02-29', '2024-1-1', '2024-01-01Z', '12024-01-01', ' 2024-01-01']],
  [
    matchesTime,
    ['23:59:59.123z', '00:00:00+23:59', '23:59:60Z', '00:29:60+00:30', '23:29:60-00:30', '00:59:60+01:00'],
    [
      '00:00:60Z',
      '23:58:60Z',
      '23:59:61Z',
      '00:60:00Z',
      '00:00:00+24:00',
      '00:00:00+00:60',
      '00:29:60-00:30',
      '0:00:00Z',
    ],
  ],
  [
    matchesTime,
    ['22:59:60-01:00', '00:00:00.0Z'],
    ['22:59:60+01:00', '00:00:00', '00:00:00.Z', '00:00:00Z ', ' 00:00:00Z'],
  ],
  [
    matchesDate,
    ['2000-02-29', '2004-02-29', '0000-01-01', ...'01 03 05 07 08 10 12'.split(' ').map((month) => `2023-${month}-31`)],
    [
      '1900-02-29',
      '2023-00-01',
      '2023-13-01',
      '2023-01-00',
      ...'04 06 09 11'.split(' ').map((month) => `2023-${month}-31`),
    ],
  ],
  [
    matchesDateTime,
    ['2023-02-28t00:00:00z'],
    ['2023-02-28', '2023-02-2800:00:00Z', '2023-02-28T24:00:00Z', 'T00:00:00Z'],
  ],
  [matchesTime, ['12:00:00Z', '15:59:60-08:00'], ['12:00:00', '24:00:00Z', '12:00:60Z']],
  [matchesDuration, ['P1Y2M3DT4H5M6S', 'P2W'], ['P', 'P1YT', 'P1Y2D', 'PT0.5S']],
  [
    matchesEmail,
    ['a.b@example.com', '"a b"@[127.0.0.1]', 'a@[IPv6:::1]', '"a@b"@c', '""@b', '"\\""@b', `${'a'.repeat(64)}@b`],
    ['a', 'aa', '@b', 'a@', 'a..b@c', '.a@b', 'a.@b', 'a@b_c', 'a b@c', '"a"b"@c', '"a@b', `${'a'.repeat(65)}@b`],
  ],
  [matchesEmail, ['a@[IPv6:1::2]'], ['a@[127.0.0.1', 'a@127.0.0.1]', 'a@[::1]', 'a@[IPv6:127.0.0.1]', 'a@[b]', 'a@[]']],
  [
    matchesIdnEmail,
    [
      'δοκιμή@παράδειγμα',
      '"δ ή"@b',
      'a@[127.0.0.1]',
      'a.b@c.d',
      `${'é'.repeat(32)}@b`,
      'a@a\u00b7b',
      `a@${'a'.repeat(63)}`,
    ],
    [
      'δοκιμή',
      'aa',
      '@b',
      'a@',
      'δ..ή@b',
      'a@-b',
      'a@b-',
      'a@b..c',
      'a@b c',
      'δ ή@b',
      '"δ"ή@b',
      '"δ@b',
      `a@${'a'.repeat(64)}`,
    ],
  ],
  // The part before the `@` has at most 64 octets, and a character has one to four octets.
  [
    matchesIdnEmail,
    [
      ...[`${'a'.repeat(64)}@b`, `${'\u0080'.repeat(32)}@b`, `${'\u07ff'.repeat(32)}@b`, `${'\u0800'.repeat(21)}a@b`],
      ...[`${'\uffff'.repeat(21)}a@b`, `${'\u{10000}'.repeat(16)}@b`],
    ],
    [
      ...[
        `${'a'.repeat(65)}@b`,
        `${'\u0080'.repeat(32)}a@b`,
        `${'\u07ff'.repeat(32)}a@b`,
        `${'\u0800'.repeat(21)}aa@b`,
      ],
      ...[`${'\uffff'.repeat(21)}aa@b`, `${'\u{10000}'.repeat(16)}a@b`],
    ],
  ],
  [matchesHostname, ['example.com', 'a--b', 'xn--4gbwdl'], ['', '-a', 'a.', 'a_b', `${'a'.repeat(64)}.b`]],
  [matchesIpv4, ['0.0.0.0', '255.249.199.99'], ['256.0.0.1', '1.2.3', '1.2.3.04', '1.2.3.4.']],
  [
    matchesIpv6,
    ['::', '::1', '1:2:3:4:5:6:1.2.3.4', '1::8', 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'],
    ['1', '1.2.3.4', ':::', '1::2::3', '12345::', '::1%a'],
  ],
  [
    matchesUri,
    ['https://a.b/c?d#e', 'urn:a:b', 'http://[::1]:80/'],
    ['/a', 'a b:c', 'http://[::g]', 'http://[v.a]', 'http://a/%zz'],
  ],
  [matchesUriReference, ['/a', '', '?q', 'a/b:c', '#f'], ['a:b c', '1:b', '\\a']],
  [
    matchesUri,
    ['a:', 'a:/', 'a+b.c-1:x', 'a://u:p@h:1/b//c?d/?#e?/', 'a://[v1.x]', 'a://[V1.x]', 'a:?', 'a://', 'a:%aF'],
    [
      '1a:b',
      ':a',
      'a',
      'a:b#c#d',
      'a://[1::2',
      'a://[v1.]',
      'a://[v1.x/]',
      'a://[xv1.x]',
      'a://h:x',
      'a:%a',
      'a:[',
      'a:b\n',
      'a:é',
      'a://h@i@j',
    ],
  ],
  [
    matchesUriReference,
    ['//h/a', '/a//b', 'a;b@c', './a:b', '?a#b', '//[::1]'],
    ['//[::g]', ' a', 'a ', '%', '#a#b', '//h:x'],
  ],
  [
    matchesHostname,
    ['a'.repeat(63), 'A-1', `${'a.'.repeat(126)}a`, 'XN--4GBWDL'],
    ['a-', 'a..b', `${'a.'.repeat(126)}ab`, 'xn--', 'xn--a-', '.a'],
  ],
  [
    matchesIpv6,
    ['1:2:3:4:5:6:7:8', '::1.2.3.4', 'ABCD::', '1:2:3:4:5:6:7::'],
    [
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2:3:4:5:6:7:8',
      '::1.2.3',
      '1.2.3.4::',
      '',
      'g::',
      '1:2:3:4:5:6:7:1.2.3.4',
    ],
  ],
  [
    matchesUuid,
    ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
    ['x2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d163800'],
  ],
  [
    matchesDuration,
    ['P1D', 'P1M', 'PT1S', 'PT1M1S', 'P1DT1H', 'P1Y'],
    ['P1', 'PT', 'P1DT', 'P1W1D', '1D', ' P1D', 'P1D ', 'p1d', 'P1M1Y', 'PT1S1M'],
  ],
  [matchesBase64, ['AB+/'], ['AAAA=', 'A', 'AA=A', 'AA==AAAA', '=', 'AAA\n']],
  [matchesUuid, ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'], ['2eb8aa08aa9811eab4aa73b441d16380']],
  [matchesRegex, ['^a+$', '\\p{L}'], ['(', '\\_']],
  [matchesJsonPointer, ['', '/a~1b/~0', '/'], ['a', '/~2', '#/a']],
  [matchesBase64, ['', 'YQ==', 'YWI=', 'YWJj'], ['YQ', 'YQ=', '====', 'Y*Jj']],
];

test.each(formats)('%o', (isFormat, right, wrong) => {
  expect(right.filter((text) => !isFormat(text))).toEqual([]);
  expect(wrong.filter((text) => isFormat(text))).toEqual([]);
});
