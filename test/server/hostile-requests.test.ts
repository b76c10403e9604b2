import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkReplies } from '../../generated/server/check-replies.js';
import { createServer, unimplemented } from '../../generated/server/index.js';
import { type Listening, listen } from '../../generated/server/node.js';
import { wireNames } from './wire-names.js';

/** Hostile requests, sent unchanged. Each gets a declared error, and no handler runs. */
interface Group {
  readonly about: string;
  readonly cite: string;
  readonly code: readonly number[];
  readonly line: string;
  readonly headers?: string;
  readonly body?: string;
  readonly bare?: boolean;
  readonly each: readonly (string | Repeated)[];
}
interface Repeated {
  readonly repeat: string;
  readonly times: number;
  readonly before?: string;
  readonly after?: string;
}

const groups: readonly Group[] = parse(readFileSync('test/server/hostile-requests.yaml', 'utf8'));
let listening: Listening;
const called: string[] = [];
const errors: unknown[] = [];
beforeAll(async () => {
  const operations = Object.keys(unimplemented) as (keyof typeof unimplemented)[];
  const note = (operation: string) => (): never => {
    called.push(operation);
    throw new Error('a handler ran');
  };
  const handlers = { ...unimplemented, ...Object.fromEntries(operations.map((one) => [one, note(one)])) };
  const bearer = (token: string): object | undefined => (token === 'right' ? {} : undefined);
  const options = { security: { bearer }, wireNames, onError: (error: unknown) => errors.push(error), checkReplies };
  listening = await listen(createServer(handlers, options));
});
afterAll(() => listening.close(0));
beforeEach(() => {
  called.length = 0;
  errors.length = 0;
});

test('there are at least 300, each with a citation', () => {
  expect(groups.flatMap(({ each }) => each).length).toBeGreaterThanOrEqual(300);
  for (const { cite } of groups) expect(cite).toMatch(/\d/);
});

describe.each(groups)('$about ($cite)', (group) => {
  test.each(group.each.map((one) => [nameOf(one), one] as const))('%s', async (_, one) => {
    const answer = await sendRaw(write(group, typeof one === 'string' ? one : repeat(one)));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(group.code).toContain(Number(head.split(' ')[1]));
    // One request has one response: no part of it was read as a second request.
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    if (!group.line.startsWith('*') || body !== '') expect(body).toMatch(/^(\{"error":".+","details":\{\}\})?$/);
    expect({ called, errors }).toEqual({ called: [], errors: [] });
  });
});

test('the server still responds', async () => {
  const answer = await sendRaw(
    'GET /balance HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer right\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(called).toEqual(['getBalance']);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

function nameOf(one: string | Repeated): string {
  return typeof one === 'string' ? JSON.stringify(one) : `${one.before ?? ''}${one.repeat} ${one.times} times`;
}

function repeat({ before = '', repeat: text, times, after = '' }: Repeated): string {
  return before + text.repeat(times) + after;
}

function write({ line, headers = '', body = '', bare = false }: Group, one: string): Buffer {
  const put = (template: string): Buffer =>
    Buffer.from(
      template.replace('*', () => one),
      'utf8',
    );
  const content = put(body);
  const told = put(headers).toString('utf8');
  const isFramed = /content-length|transfer-encoding/i.test(told) || content.length === 0;
  const lines = [
    put(line).toString('utf8'),
    ...(bare ? [] : ['Host: h', 'Authorization: Bearer right', 'Connection: close']),
    ...(told === '' ? [] : [told]),
    ...(isFramed ? [] : [`Content-Length: ${content.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), content]);
}

function sendRaw(text: string | Buffer): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    // After a response, a server can close the connection without reading the rest.
    socket.on('error', () => undefined);
    socket.on('close', () => done(answer));
  });
}
