import { expect, test } from 'vitest';
import type { Draft } from '../write/draft.js';
import { primitiveHeader, textHeader, typedHeaders } from './typed-headers.js';

test('a declared header that no response can have does not change the other headers and the body', () => {
  const readers = { 'Next page': textHeader, 'X-Left': primitiveHeader('integer'), 'X-Gone': textHeader };
  const headers = new Headers({ 'x-left': '3' });
  const draft: Draft = {
    operation: 'a',
    headers: {},
    query: '',
    client: { baseUrl: '' },
    init: { method: 'GET', headers: {}, signal: AbortSignal.abort() },
  };
  expect(typedHeaders(readers, () => 'body')(headers, new Uint8Array(), draft)).toBe('body');
  expect(headers).toMatchObject({ typed: { 'Next page': undefined, 'X-Left': 3, 'X-Gone': undefined } });
});
