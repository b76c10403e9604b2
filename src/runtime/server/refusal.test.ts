import { expect, test } from 'vitest';
import { codeNameOf, reasonOf, refuseMistakes } from './refusal.js';

const list = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ place: `body/${index}`, message: 'is wrong' }));

test('the message of a refusal names at most five mistakes, and its list contains all of them', () => {
  const five = 'body/0: is wrong; body/1: is wrong; body/2: is wrong; body/3: is wrong; body/4: is wrong';
  expect(refuseMistakes(list(5)).message).toBe(five);
  expect(refuseMistakes(list(7)).message).toBe(`${five}; and 2 more`);
  expect(refuseMistakes(list(7)).mistakes).toHaveLength(7);
});

test('a refusal shortens long texts', () => {
  const mistake = (length: number) => ({ place: 'x'.repeat(length), message: 'y'.repeat(length) });
  expect(refuseMistakes([mistake(200)]).message).toBe(`${'x'.repeat(200)}: ${'y'.repeat(200)}`);
  expect(refuseMistakes([mistake(201)]).message).toBe(`${'x'.repeat(200)}…: ${'y'.repeat(200)}…`);
});

test('each status code has a reason phrase and a name', () => {
  expect([reasonOf(404), reasonOf(413), reasonOf(418)]).toEqual(['Not Found', 'Content Too Large', 'Error']);
  expect([codeNameOf(404), codeNameOf(413), codeNameOf(418)]).toEqual(['not_found', 'content_too_large', 'error']);
});
