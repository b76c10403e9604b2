import { request as sendRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkReplies } from '../../generated/server/check-replies.js';
import { createServer, type Invalid, type ResponseReport, unimplemented } from '../../generated/server/index.js';
import { isAsSent, type Reached, reach } from './adapters.js';

/**
 * Requests that reach no handler. The response has the form that the description declares, and the hooks receive a
 * report, with every adapter.
 */
let server: Reached;
let invalid: number[];
let answered: number[];
beforeEach(async () => {
  [invalid, answered] = [[], []];
  server = await reach(
    createServer<string>(
      { ...unimplemented, getBalance: () => ({ status: '2XX', body: { balance: 1, currency: 'EUR' } }) },
      {
        security: { bearer: (token) => (token === 'secret' ? token : undefined) },
        onInvalid: ({ code }: Invalid) => {
          invalid.push(code);
          return undefined;
        },
        onResponse: ({ code }: ResponseReport) => {
          answered.push(code);
        },
        checkReplies,
      },
    ),
  );
});
afterEach(() => server.close(0));

const authorization = 'Bearer secret';
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
  fetch(server.url + path, { method, headers: { authorization, ...headers }, body: body ?? null });

describe('a refusal', () => {
  test.each([
    ['GET', '/none', 404],
    ['GET', '', 404],
    ['GET', '/', 404],
    ['GET', '/balance/', 404],
    ['GET', '/scenarios/a%2Fb/none', 404],
    ['PROPFIND', '/balance', 405],
    ['DELETE', '/balance', 405],
    ['GET', '/scenarios/%zz', 400],
    ['GET', '/scenarios/%ff', 400],
    ['GET', `/${'a'.repeat(200)}`, 404],
  ])('of %s %s is %i', async (method, path, code) => {
    const response = await ask(method, path);
    const body = await response.text();
    expect({ code: response.status, body: JSON.parse(body) }).toEqual({
      code,
      body: { error: expect.any(String), details: {} },
    });
    expect({ invalid, answered }).toEqual({ invalid: [code], answered: [code] });
    if (code === 405) expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test.each([
    ['a name that reaches a prototype', '{"input":"check","__proto__":{"admin":true}}', 'application/json', 400],
    ['a name that comes twice', '{"input":"a","input":"b"}', 'application/json', 400],
    ['half of JSON', '{"input":', 'application/json', 400],
    ['JSON that is too deep', `{"input":${'['.repeat(200)}`, 'application/json', 400],
    ['another media type', '<a/>', 'application/xml', 415],
    ['more than is allowed', 'x'.repeat(1_100_000), 'application/json', 413],
  ])('of a body with %s', async (_, body, contentType, code) => {
    const response = await ask('POST', '/test', { 'content-type': contentType }, body);
    expect({ code: response.status, told: invalid }).toEqual({ code, told: [code] });
    expect(await response.json()).toMatchObject({ error: expect.any(String) });
  });

  test('comes before the body if the caller is unknown', async () => {
    const response = await ask('GET', '/balance', { authorization: 'Bearer other' });
    expect({ code: response.status, challenge: response.headers.get('www-authenticate') }).toEqual({
      code: 401,
      challenge: 'Bearer',
    });
  });
});

test('HEAD has the response of GET without content, and OPTIONS lists the methods', async () => {
  const [head, get, options] = [
    await ask('HEAD', '/balance'),
    await ask('GET', '/balance'),
    await ask('OPTIONS', '/balance'),
  ];
  expect({ code: head.status, body: await head.text(), type: head.headers.get('content-type') }).toEqual({
    code: 200,
    body: '',
    type: get.headers.get('content-type'),
  });
  expect(await get.json()).toEqual({ balance: 1, currency: 'EUR' });
  expect({ code: options.status, allow: options.headers.get('allow') }).toEqual({
    code: 204,
    allow: 'GET, HEAD, OPTIONS',
  });
  expect(answered).toEqual([200, 200, 204]);
});

test('a request target in absolute form is accepted', async ({ skip }) => {
  if (!isAsSent()) skip();
  const { origin, pathname } = new URL(server.url);
  const prefix = pathname === '/' ? '' : pathname;
  const code = await new Promise((resolve, reject) => {
    const path = `${origin}${prefix}/balance`;
    const outgoing = sendRequest(origin, { path, headers: { authorization }, agent: false }, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
  expect(code).toBe(200);
});
