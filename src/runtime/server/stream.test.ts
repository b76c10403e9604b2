import { expect, test } from 'vitest';
import { ReplyError } from './reply.js';
import { writeDataEvents, writeEvents, writeJsonSequence } from './stream.js';

async function write(written: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const item of written) text += item;
  return text;
}

test.each([
  [{ data: { a: 1 } }, 'data: {"a":1}\n\n'],
  [{ data: [1] }, 'data: [1]\n\n'],
  [{ data: null }, 'data: null\n\n'],
  [{ data: 5, id: '1', event: 'e', retry: 2 }, 'event: e\nid: 1\nretry: 2\ndata: 5\n\n'],
  // Text is sent unchanged, unless it would be read as JSON.
  [{ data: '[DONE]' }, 'data: [DONE]\n\n'],
  [{ data: '5' }, 'data: "5"\n\n'],
  [{ data: '"a"' }, 'data: "\\"a\\""\n\n'],
  [{ event: 'e' }, 'event: e\n\n'],
])('the event %j with JSON in its data is written as %j', async (event, expected) => {
  expect(await write(writeDataEvents([event]))).toBe(expected);
});

test('items are written one by one, and a body that is not a sequence is refused at once', async () => {
  expect(await write(writeJsonSequence([1, { a: 2 }]))).toBe('\u001e1\n\u001e{"a":2}\n');
  expect(await write(writeEvents([{ data: 'a\nb' }, { data: 'c' }]))).toBe('data: a\ndata: b\n\ndata: c\n\n');
  expect(() => writeEvents(5)).toThrow(ReplyError);
  await expect(write(writeEvents(['a']))).rejects.toThrow(ReplyError);
});
