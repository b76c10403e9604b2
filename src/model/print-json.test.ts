import { expect, test } from 'vitest';
import { printJsonFile } from './print-json.js';

test('the parts of a JSON file are its members, indented like in one text', () => {
  const schema = { type: ['object', 'null'], properties: { 'a"b': { enum: [null, 1, '\n', [], {}] } } };
  const description = {
    openapi: '3.1.1',
    tags: [],
    servers: [{ url: '/' }],
    paths: {},
    components: { schemas: { A: schema, B: true, C: {} }, ['__proto__']: { D: null } },
  };
  const parts = printJsonFile(description);
  expect(parts.join('')).toBe(`${JSON.stringify(description, null, 2)}\n`);
  expect(parts.some((part) => part.startsWith('{') && part.includes('a\\"b'))).toBe(true);
  expect(printJsonFile({}).join('')).toBe('{}\n');
});
