import { expect, test } from 'vitest';
import { Malformed } from '../read/json.js';
import { changeData, jsonEventsReader, readDataEventsContent, readEventsContent } from './events.js';

const options = { maxDepth: 3, contentType: 'text/event-stream' };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['', []],
  ['data: a\n\n', [{ data: 'a' }]],
  // Each kind of line end, alone and mixed.
  ['data: a\rdata: b\r\r', [{ data: 'a\nb' }]],
  ['data: a\r\ndata: b\r\n\r\n', [{ data: 'a\nb' }]],
  ['id: 1\r\nevent: e\rretry: 5\ndata: a\n\r\n', [{ id: '1', event: 'e', retry: 5, data: 'a' }]],
  // If the body ends before the blank line is complete, the last event is cut off.
  ['data: a\n\ndata: b\n', [{ data: 'a' }]],
  ['data: a\n\ndata: b', [{ data: 'a' }]],
])('the body %j has the events %j', (text, expected) => {
  expect(readEventsContent(encode(text), options)).toEqual(expected);
});

test('JSON is read in the fields that contain it', () => {
  const body = encode('id: 7\nevent: 8\ndata: {"a":1}\n\n');
  expect(jsonEventsReader('data')(body, options)).toEqual([{ id: '7', event: '8', data: { a: 1 } }]);
  expect(jsonEventsReader('id', 'event')(body, options)).toEqual([{ id: 7, event: 8, data: '{"a":1}' }]);
  expect(() => jsonEventsReader('data')(encode('data: {\n\n'), options)).toThrow(Malformed);
  expect(() => jsonEventsReader('data')(encode('data: [[[[]]]]\n\n'), options)).toThrow(Malformed);
});

test('data that is not JSON stays text', () => {
  const body = encode('data: {"a":1}\n\ndata: [DONE]\n\nid: 1\ndata: 2\n\n');
  expect(readDataEventsContent(body, options)).toEqual([{ data: { a: 1 } }, { data: '[DONE]' }, { id: '1', data: 2 }]);
  expect(() => readDataEventsContent(encode('data: [[[[]]]]\n\n'), options)).toThrow(Malformed);
});

test('a conversion of data keeps the other fields, and text that it cannot convert', () => {
  const refuse = (error: unknown) => () => {
    throw error;
  };
  expect(changeData((data) => [data])({ id: '1', data: 2 })).toEqual({ id: '1', data: [2] });
  expect(changeData(refuse(new Malformed('is no date')))({ id: '1', data: '[DONE]' })).toEqual({
    id: '1',
    data: '[DONE]',
  });
  expect(() => changeData(refuse(new Malformed('is no date')))({ data: 5 })).toThrow('is no date');
  expect(() => changeData(refuse(new Error('a fault')))({ data: '[DONE]' })).toThrow('a fault');
});
