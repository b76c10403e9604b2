import { expect, test } from 'vitest';
import { Malformed } from '../read/json.js';
import { type Part, readMultipart } from './multipart.js';

/** Reads a body of Latin-1 text with the boundary `b`. Lists the parts with their content as text. */
function read(text: string): object[] {
  const decode = ({ bytes, headers: _, ...part }: Part): object => ({
    ...part,
    text: Buffer.from(bytes).toString('latin1'),
  });
  return readMultipart(Buffer.from(text, 'latin1'), 'b').map(decode);
}

const disposition = 'Content-Disposition: form-data; name=';
const part = { name: 'x', fileName: undefined, contentType: undefined, text: '1' };

test.each([
  ['one part', `--b\r\n${disposition}x\r\n\r\n1\r\n--b--`, [part]],
  ['a preamble and an epilogue', `pre\r\n--b\r\n${disposition}x\r\n\r\n1\r\n--b--\r\nafter\r\n--b\r\n`, [part]],
  ['white space behind a boundary', `--b \t\r\n${disposition}x\r\n\r\n1\r\n--b--`, [part]],
  ['a blank behind a boundary', `--b \r\n${disposition}x\r\n\r\n1\r\n--b-- `, [part]],
  ['a header on two lines', `--b\r\nContent-Disposition: form-data;\r\n\tname=x\r\n\r\n1\r\n--b--`, [part]],
  ['no part', '--b--', []],
  ['an empty part', `--b\r\n${disposition}x\r\n\r\n\r\n--b--`, [{ ...part, text: '' }]],
  [
    'white space around header names and values',
    `--b\r\nCONTENT-disposition :  FORM-DATA ;name=x \r\n\r\n1\r\n--b--`,
    [part],
  ],
  ['no white space before a header value', `--b\r\nContent-Disposition:form-data;name=x\r\n\r\n1\r\n--b--`, [part]],
  [
    'a file',
    `--b\r\n${disposition}"a%22%0D%0ab%25"; filename="c;\\"d%22"\r\nContent-Type: a/b\r\n\r\n\xff\r\n-b\r\n--b--`,
    [{ name: 'a"\r\nb%25', fileName: 'c;"d"', contentType: 'a/b', text: '\xff\r\n-b' }],
  ],
  // Headers that have no meaning in a part may be repeated (RFC 7578, 4.8).
  ['other headers', `--b\r\n${disposition}x\r\nX-A: 1\r\nX-A: 2\r\n\r\n1\r\n--b--`, [part]],
  ['names in UTF-8', `--b\r\n${disposition}"\xc3\xbc"\r\n\r\n1\r\n--b--`, [{ ...part, name: '\u00fc' }]],
])('%s', (_what, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  ['x--b--', 'does not begin with its boundary'],
  [' --b--', 'does not begin with its boundary'],
  [`--b\r\n${disposition}x\r\n\r\n1\r\n--bc--`, 'does not end with its boundary'],
  [`--b\r\n${disposition}x\r\n\r\n1\r\n--b--c\r\n2\r\n--b--`, 'does not end with its boundary'],
  [`--b\r\n${disposition}x\r\n\r\n1\r\n--b c\r\n2\r\n--b--`, 'does not end with its boundary'],
  [`--b\r\n${disposition}x\r\n\r\n1--b--\r\n`, 'ends within a part'],
  ['--b', 'does not end with its boundary'],
  [`--b\r\n${disposition}x\r\n\r\n1`, 'ends within a part'],
  [`--b\r\n${disposition}x\r\n--b--`, 'has a part whose headers do not end'],
  ['--b\r\n\r\n1\r\n--b--', 'has a part without a name'],
  ['--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--', 'has a part without a name'],
  ['--b\r\nContent-Disposition: attachment; name=x\r\n\r\n1\r\n--b--', 'has a part without a name'],
  ['--b\r\nContent-Disposition: x-form-data; name=x\r\n\r\n1\r\n--b--', 'has a part without a name'],
  [`--b\r\n${disposition}x\r\nno header\r\n\r\n1\r\n--b--`, 'has a part with a line that is not a header'],
  [`--b\r\n${disposition}x\r\n: no name\r\n\r\n1\r\n--b--`, 'has a part with a line that is not a header'],
  [`--b\r\n${disposition}x; name=y\r\n\r\n1\r\n--b--`, "has a part with 'name' more than once"],
  [
    `--b\r\n${disposition}x\r\nContent-Type: a/b\r\ncontent-type: a/b\r\n\r\n1\r\n--b--`,
    "has a part with 'content-type' more than once",
  ],
  [
    `--b\r\n${disposition}x\r\nContent-Transfer-Encoding: 8bit\r\nContent-Transfer-Encoding: 8bit\r\n\r\n1\r\n--b--`,
    "has a part with 'content-transfer-encoding' more than once",
  ],
  [`--b\r\n${disposition}"\xff"\r\n\r\n1\r\n--b--`, 'has headers of a part that are not text in utf-8'],
])('%j is refused', (text, message) => {
  expect(() => read(text)).toThrow(
    expect.toSatisfy((error) => error instanceof Malformed && error.message === message),
  );
});

test('there are at most 1,000 parts, each with at most 8,192 bytes of headers', () => {
  const one = `\r\n--b\r\n${disposition}x\r\n\r\n1`;
  expect(read(`${one.repeat(1000)}\r\n--b--`)).toHaveLength(1000);
  expect(() => read(`${one.repeat(1001)}\r\n--b--`)).toThrow('has more than 1000 parts');
  const head = (size: number): string => `--b\r\n${`${disposition}x; y=`.padEnd(size - 2, 'z')}\r\n\r\n1\r\n--b--`;
  expect(read(head(8192))).toEqual([part]);
  expect(() => read(head(8193))).toThrow('has a part with more than 8192 bytes of headers');
});
