import { describe, expect, test } from 'vitest';
import { ApiError, defineOperation, makeClient } from './client.js';
import { jsonAnswer } from './client-answer.js';
import { type Check, CheckError, checkOperation } from './client-check.js';
import { succeedByDefault } from './client-default.js';
import type { Operation, Outcome, StatusKey } from './client-types.js';

type Any = Outcome<StatusKey, unknown>;
let sent = 0;
let answer: readonly [status: number, body: unknown];
const client = makeClient({
  baseUrl: 'https://api.invalid',
  transport: async () => {
    sent += 1;
    return Response.json(answer[1], { status: answer[0] });
  },
});
const isText: Check<unknown> = (value) =>
  typeof value === 'string' ? [] : [{ instancePath: '/a', message: 'must be a string' }];
const plain: Operation<{ name?: string }, Any, Any> = defineOperation(
  'greet',
  'GET',
  '*/*',
  undefined,
  { '2XX': jsonAnswer, 404: jsonAnswer, default: jsonAnswer },
  () => '/',
);
const checked = checkOperation(plain, {
  request: ({ name }) => (name === 'secret' ? [{ instancePath: '/name', message: 'must be another' }] : []),
  responses: { '2XX': isText, 404: isText },
});

describe('a checked operation', () => {
  test('gives what passes, as before', async () => {
    answer = [201, 'ok'];
    expect(await checked(client, {})).toBe('ok');
    answer = [500, 1];
    await expect(checked(client, {})).rejects.toBeInstanceOf(ApiError);
    expect(await checked.outcome(client, {})).toMatchObject({ status: 'default', body: 1 });
    answer = [200, 1];
    const byDefault = succeedByDefault<void, Any, Any>(
      defineOperation('any', 'GET', '*/*', undefined, { default: jsonAnswer }, () => '/'),
    );
    expect(await checkOperation(byDefault, {})(client)).toBe(1);
  });

  test('refuses a request before it is sent', async () => {
    sent = 0;
    const error: unknown = await checked(client, { name: 'secret' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CheckError);
    expect(error).toMatchObject({ operation: 'greet', message: "greet: the request is not as described at '/name'" });
    expect(sent).toBe(0);
  });

  test('tells what is wrong with an answer, a failure too', async () => {
    for (const code of [200, 404]) {
      answer = [code, 1];
      for (const call of [checked, checked.outcome]) {
        const error: unknown = await call(client, {}).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({
          name: 'CheckError',
          outcome: { code, body: 1 },
          failures: [{ instancePath: '/a' }],
        });
      }
    }
  });
});
