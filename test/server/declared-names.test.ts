import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Listening } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { type Answer, generateServer, removeFolder, send } from './make-server.js';

let folder: string;
let listening: Listening;
let seen: unknown[] = [];
beforeAll(async () => {
  folder = await generateServer('test/server/declared-names.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  const emitted: { createServer(handlers: object, options: object): Server } = await load('server/index');
  const node: { listen(server: Server): Promise<Listening> } = await load('server/node');
  const addWord = (args: unknown) => {
    seen.push(args);
    return { status: 204 };
  };
  listening = await node.listen(emitted.createServer({ addWord, putOpen: addWord }, { limits: { maxDepth: 4 } }));
});
afterAll(async () => {
  await listening.close(0);
  removeFolder(folder);
});

const declared = '{"constructor":"a","__proto__":{"depth":1},"tags":["x",{"constructor":"b"}]}';
const elsewhere = [
  '{"plain":{"constructor":"a"}}',
  '{"__proto__":{"__proto__":{}}}',
  '{"tags":[["constructor"],[{"constructor":1}]]}',
];
const tooDeep = '{"plain":{"a":[[[0]]]}}';

async function sendAt(place: string, text: string): Promise<Answer> {
  const value = encodeURIComponent(text);
  const part = (name: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${content}\r\n--x--`;
  const post = (query: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
    send(listening.url, 'POST', `/words${query}`, headers, body);
  switch (place) {
    case 'query':
      return post(`?q=${value}`, {});
    case 'header':
      return post('', { 'x-word': text });
    case 'cookie':
      return post('', { cookie: `word=${value}` });
    case 'form parameter':
      return post(`?form=${encodeURIComponent(`next=${value}`)}`, {});
    case 'form':
      return post('', { 'content-type': 'application/x-www-form-urlencoded' }, `next=${value}`);
    case 'multipart':
      return post('', { 'content-type': 'multipart/form-data; boundary=x' }, part('next', text));
    default:
      return post('', { 'content-type': place }, text);
  }
}

const places = [
  'query',
  'header',
  'cookie',
  'form parameter',
  'application/json',
  'application/jsonl',
  'form',
  'multipart',
];

test.each(places)('%s: names with a meaning in JavaScript are read only if they are declared', async (place) => {
  seen = [];
  expect(await sendAt(place, declared)).toMatchObject({ code: 204 });
  // Compared as texts, because a prototype is not an own property.
  expect(JSON.stringify(seen)).toContain(declared);
  for (const text of elsewhere) {
    expect(await sendAt(place, text)).toMatchObject({ code: 400, body: expect.stringContaining('must not have') });
  }
  expect(await sendAt(place, tooDeep)).toMatchObject({
    code: 400,
    body: expect.stringContaining('more than 4 levels deep'),
  });
  expect(seen).toHaveLength(1);
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  '%s: a field with a declared name is an own property',
  async (contentType) => {
    seen = [];
    const fields = contentType.startsWith('multipart')
      ? '--x\r\ncontent-disposition: form-data; name="constructor"\r\n\r\na\r\n--x--'
      : 'constructor=a';
    const answer = await send(listening.url, 'POST', '/words', { 'content-type': contentType }, fields);
    expect(answer).toMatchObject({ code: 204 });
    expect(JSON.stringify(seen)).toContain('"body":{"constructor":"a"}');
  },
);

test.each([
  ['constructor', 400],
  ['__proto__', 400],
  ['toString', 204],
  ['hasOwnProperty', 204],
])('%s as a member of an open object is %d in parameters, JSON and forms', async (name, code) => {
  const json = encodeURIComponent(`{"${name}":"a"}`);
  const post = (query: string, headers = {}): Promise<Answer> => send(listening.url, 'POST', `/words${query}`, headers);
  const put = (type: string, body: string): Promise<Answer> =>
    send(listening.url, 'PUT', '/open/a,b', { 'content-type': type }, body);
  const part = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\na\r\n--x--`;
  seen = [];
  const answers = await Promise.all([
    post(`?deep[${name}]=a`),
    post(`?flat=${name},a`),
    post(`?json=${json}`),
    post('', { 'x-flat': `${name},a` }),
    post('', { cookie: `flat=${name},a` }),
    send(listening.url, 'PUT', `/open/${name},a`),
    send(listening.url, 'PUT', `/open/a,b?${name}=a`),
    put('application/json', `{"${name}":"a"}`),
    put('application/jsonl', `{"${name}":"a"}\n`),
    put('application/x-www-form-urlencoded', `${name}=a`),
    put('multipart/form-data; boundary=x', part),
  ]);
  expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => code));
  expect(seen).toHaveLength(code === 204 ? answers.length : 0);
  for (const args of seen) expect(JSON.stringify(args)).toContain(`{"${name}":"a"}`);
});
