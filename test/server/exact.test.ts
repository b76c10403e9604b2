import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listening, ListenOptions } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder, send } from './make-server.js';

/** A handler receives what was sent, and its caller receives what it replies and is allowed to see. */
let folder: string;
let listening: Listening;
let called: string[];

beforeAll(async () => {
  folder = await generateServer('test/server/exact.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  const { createServer }: { createServer(handlers: object, options: object): Server } = await load('server/index');
  const { listen }: { listen(server: Server, options?: ListenOptions): Promise<Listening> } = await load('server/node');
  const { checkReplies }: { checkReplies: object } = await load('server/check-replies');
  const reply = (operation: string) => () => {
    called.push(operation);
    return { status: 204 };
  };
  const secret = { password: 'p' };
  class Friend {
    name = 'c';
    toJSON(): object {
      return { name: this.name, ...secret };
    }
  }
  const user = {
    name: 'a',
    ...secret,
    friends: [{ name: 'b', ...secret }, new Friend()],
    team: { x: { name: 'd', ...secret } },
  };
  const listUsers = (_: object, { request }: { request: { headers: ReadonlyMap<string, readonly string[]> } }) => {
    const contentType = request.headers.get('accept')?.[0];
    return { status: 200, contentType, body: [user, { name: 'e' }] };
  };
  const events = [{ event: 'added', data: user }, { data: { name: 'e' } }];
  const listEvents = ({ form }: { form: string }) => {
    const contentType = `text/event-stream; form=${form}`;
    return { status: 200, contentType, body: form === 'list' ? makeEach(events) : events };
  };
  const names = ['searchBoth', 'searchPlus', 'addNumbers'];
  const handlers = { ...Object.fromEntries(names.map((name) => [name, reply(name)])), listUsers, listEvents };
  listening = await listen(createServer(handlers, { checkReplies }));
});
afterAll(async () => {
  await listening.close(0);
  removeFolder(folder);
});

async function* makeEach<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function post(body: string, contentType = 'application/json', query = ''): Promise<unknown> {
  called = [];
  const answer = await send(listening.url, 'POST', `/numbers${query}`, { 'content-type': contentType }, body);
  return answer.code === 204 ? called : JSON.parse(answer.body);
}

describe('a number', () => {
  const range = 'must be an integer from -9007199254740991 to 9007199254740991';
  test.each([
    ['{"id":9007199254740993}', `body/id: ${range}`],
    ['{"id":-9007199254740992}', `body/id: ${range}`],
    ['{"id":1e16}', `body/id: ${range}`],
    ['{"list":["1234567890123456",12345678901234567]}', `body/list/1: ${range}`],
    ['{"size":1e999}', 'body/size: must be a number'],
    ['{"any":[{"a/b":-1e999}]}', 'body/any/0/a~1b: must be a smaller number'],
  ])('in %s is refused with 400', async (body, message) => {
    expect(await post(body)).toEqual({ code: 'bad_request', message });
    expect(called).toEqual([]);
  });

  test.each([
    '{"id":9007199254740991}',
    '{"size":1e300}',
    '{"size":12345678901234567890}',
    '{"any":12345678901234567890}',
    '{"list":["12345678901234567"]}',
    '{"id":1.0e2}',
  ])('in %s is accepted', async (body) => {
    expect(await post(body)).toEqual(['addNumbers']);
  });

  test('is refused in a line of JSON, and in a parameter', async () => {
    expect(await post('{"id":1}\n{"id":9007199254740993}', 'application/jsonl')).toMatchObject({ code: 'bad_request' });
    const query = `?filter=${encodeURIComponent('{"id":9007199254740993}')}`;
    expect(await post('{}', 'application/json', query)).toEqual({
      code: 'bad_request',
      message: `query parameter 'filter'/id: ${range}`,
    });
  });
});

test('an error form with a text `code` contains the name of the status', async () => {
  const { code, body } = await send(listening.url, 'GET', '/nowhere');
  expect({ code, body: JSON.parse(body) }).toEqual({
    code: 404,
    body: { code: 'not_found', message: 'path: the API has no such path' },
  });
});

test('writeOnly properties are removed from replies, and the value of the handler does not change', async () => {
  const friends = [{ name: 'b' }, { name: 'c' }];
  const expected = [{ name: 'a', friends, team: { x: { name: 'd' } } }, { name: 'e' }];
  for (let times = 0; times < 2; times += 1) {
    const { body } = await send(listening.url, 'GET', '/users', { accept: 'application/json' });
    expect(JSON.parse(body)).toEqual(expected);
  }
  const { body } = await send(listening.url, 'GET', '/users', { accept: 'application/jsonl' });
  expect(
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(expected);
});

test.each(['data', 'list', 'event'])(
  'writeOnly properties are removed from events that are described by their %s',
  async (form) => {
    const friends = [{ name: 'b' }, { name: 'c' }];
    for (let times = 0; times < 2; times += 1) {
      const { body } = await send(listening.url, 'GET', `/events?form=${form}`);
      const [first = '', second = ''] = body.split('\n\n');
      const [event, data = ''] = first.split('\n');
      expect(event).toBe('event: added');
      expect(JSON.parse(data.slice(6))).toEqual({ name: 'a', friends, team: { x: { name: 'd' } } });
      expect(second).toBe('data: {"name":"e"}');
    }
  },
);

test.each([
  ['a+b', 'searchBoth'],
  ['a%20b', 'searchBoth'],
  ['a%2Bb', 'searchPlus'],
  ['a%2bb', 'searchPlus'],
])('the query type=%s leads to %s', async (query, operation) => {
  called = [];
  await send(listening.url, 'GET', `/search?type=${query}&more=1`);
  expect(called).toEqual([operation]);
});
