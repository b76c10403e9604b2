import { expect, test } from 'vitest';
import { contentLength } from './headers.js';
import type { ServerRequest } from './message.js';

test.each<[boolean | undefined, Record<string, string>, number]>([
  [undefined, {}, 0],
  [undefined, { 'content-length': '5' }, 5],
  [undefined, { 'content-length': '0' }, 0],
  [undefined, { 'transfer-encoding': 'chunked' }, Number.NaN],
  [false, { 'content-length': '5' }, 0],
  [false, { 'transfer-encoding': 'chunked' }, 0],
  [true, { 'content-length': '5' }, 5],
  [true, { 'content-length': '0' }, Number.NaN],
  [true, {}, Number.NaN],
])('with content %s and the headers %j, the length is %d', (hasContent, headers, length) => {
  const lines = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));
  expect(contentLength({ hasContent, headers: lines } as unknown as ServerRequest)).toBe(length);
});
