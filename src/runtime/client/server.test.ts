import { describe, expect, test } from 'vitest';
import { defineOperation, jsonResponse, makeClient } from './client.js';
import type { Client, NoArgs, Operation, Outcome, Undocumented } from './contract.js';
import { callAt, type OwnServer } from './server.js';

const region = 'https://{region}.files.invalid/v2';
const roots = ['https://api.invalid/{version}', 'https://{tenant}.api.invalid:{port}/'];

async function urlOf(server: Partial<OwnServer>, options: Partial<Client> = {}): Promise<string> {
  let called = '';
  const transport: Client['transport'] = async (url) => {
    called = url;
    return Response.json(1);
  };
  const operation: Operation<NoArgs, Outcome<200, unknown>, Undocumented> = callAt(
    defineOperation('a', 'GET', '*/*', undefined, { 200: jsonResponse }, () => '/a'),
    { url: region, variables: { region: 'eu' }, roots, ...server },
  );
  const client = makeClient({ baseUrl: 'https://api.invalid/v1', transport, ...options });
  expect(await operation(client, {})).toBe(1);
  expect((await operation.outcome(client, {})).code).toBe(200);
  return called;
}

describe('the server of an operation (OpenAPI 3.2, 4.5 and 4.6)', () => {
  test.each<[string, Partial<OwnServer>, Partial<Client>, string]>([
    ['its variables by default', {}, {}, 'https://eu.files.invalid/v2/a'],
    ['its variables as told', {}, { servers: { [region]: { region: 'us' } } }, 'https://us.files.invalid/v2/a'],
    [
      'a variable of `undefined`',
      {},
      { servers: { [region]: { region: undefined } } },
      'https://eu.files.invalid/v2/a',
    ],
    ['another place', {}, { servers: { [region]: 'http://127.0.0.1:1/x/' } }, 'http://127.0.0.1:1/x/a'],
    ['relative to the root', { url: '/v2' }, {}, 'https://api.invalid/v2/a'],
    ['relative to the base', { url: 'v2/' }, {}, 'https://api.invalid/v1/v2/a'],
    ['relative elsewhere too', { url: '/v2' }, { baseUrl: 'http://localhost:1' }, 'http://localhost:1/v2/a'],
    ['a root with variables', {}, { baseUrl: 'https://t.api.invalid:8443' }, 'https://eu.files.invalid/v2/a'],
    ['no root that is described', { roots: [] }, { baseUrl: 'http://localhost:1' }, 'https://eu.files.invalid/v2/a'],
    ['a relative root', { roots: ['/api'] }, { baseUrl: 'http://localhost:1' }, 'https://eu.files.invalid/v2/a'],
  ])('%s', async (_what, server, options, expected) => {
    expect(await urlOf(server, options)).toBe(expected);
  });

  test('is not called by a client of another deployment, unless the client has its address', async () => {
    const elsewhere = { baseUrl: 'http://localhost:1' };
    await expect(urlOf({}, elsewhere)).rejects.toThrow(`'servers: ${region}'`);
    await expect(urlOf({ url: 'HTTPS://files.invalid' }, elsewhere)).rejects.toThrow(`'servers: HTTPS`);
    await expect(urlOf({}, { baseUrl: 'https://api.invalid.evil.invalid' })).rejects.toThrow('servers');
    expect(await urlOf({}, { ...elsewhere, servers: { [region]: {} } })).toBe('https://eu.files.invalid/v2/a');
  });

  test('is restricted like that of the client', async () => {
    await expect(urlOf({ url: 'http://files.invalid' })).rejects.toThrow(`'servers: http://files.invalid' must be`);
    for (const [given, message] of [
      [{ region: 'evil.invalid/?' }, `'servers: ${region}' must not contain ?`],
      [{ region: 'a b' }, `'servers: ${region}' must be an https URL`],
      [region, `'servers: ${region}' needs a value for each variable in braces`],
      [{ region: 1 }, `'servers: region' must be a string`],
    ] as const)
      await expect(urlOf({}, { servers: { [region]: given } })).rejects.toThrow(message);
  });
});
