import { expect, test } from 'vitest';
import type { NodeIncoming } from './message.js';
import { faultOf, findFault } from './refusals.js';

const readError = (code: string, text = ''): Parameters<typeof faultOf>[0] =>
  Object.assign(new Error(code), { code, rawPacket: Buffer.from(text), bytesParsed: text.indexOf('|') });

test.each([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_INVALID_METHOD', 400],
  ['HPE_INVALID_VERSION', 400],
  ['HPE_INVALID_CONSTANT', 400],
  ['ECONNRESET', 400],
])('the response to the error %s of Node is %i', (code, status) => {
  expect(faultOf(readError(code))[0]).toBe(status);
});

test('an error without the received bytes counts as not HTTP', () => {
  expect(faultOf(Object.assign(new Error(''), { code: 'HPE_INVALID_METHOD' }))).toEqual([
    400,
    'request: is not HTTP/1.1',
  ]);
});

test.each<[string, readonly string[], number | undefined]>([
  ['1.1', ['Host', 'a:80'], undefined],
  ['1.1', ['HOST', '[::1]'], undefined],
  ['1.1', ['Host', 'a b'], 400],
  ['1.1', ['Host', 'a', 'host', 'a'], 400],
  ['1.1', ['Accept', 'a'], 400],
  ['1.0', [], undefined],
  ['0.9', [], 400],
  ['1.2', ['Host', 'a'], 505],
])('HTTP/%s with the headers %j has the fault %s', (httpVersion, rawHeaders, status) => {
  expect(findFault({ httpVersion, rawHeaders } as unknown as NodeIncoming)?.[0]).toBe(status);
});
