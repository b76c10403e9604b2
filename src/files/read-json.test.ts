import { expect, test } from 'vitest';
import { type JsonNode, readJson } from './read-json.js';

const read = (root: JsonNode): unknown => {
  root.only(['only', 'name']);
  return [
    root
      .find('only')
      ?.items()
      .map((kind) => kind.choice(['types', 'client'])),
    root.get('name').text(),
  ];
};

test.each([
  ['{"name": "x", "only": ["types"]}', { value: [['types'], 'x'] }],
  ['\ufeff{"name": "x"}', { value: [undefined, 'x'] }],
  ['{}', { mistake: { line: 1, column: 1, what: "the file lacks 'name', which is required" } }],
  ['[]', { mistake: { line: 1, column: 1, what: 'the file must be an object' } }],
  ['{\n  "name": 1 }', { mistake: { line: 2, column: 3, what: "'name' must be a string" } }],
  ['{"name": "x",\n "onyl": []}', { mistake: { line: 2, column: 2, what: "'onyl' is unknown; did you mean 'only'?" } }],
  [
    '{"only": ["types", "clients"]}',
    { mistake: { line: 1, column: 20, what: `'only/1' cannot be "clients"; did you mean 'client'?` } },
  ],
  ['{"name": "x",\n}', { mistake: { line: 2, column: 1, what: 'expected another member after the comma' } }],
  ['<<<<<<< ours', { mistake: { line: 1, column: 1, what: "expected a value, found '<<<<<<<'" } }],
  ['', { mistake: { line: 1, column: 1, what: 'expected a value' } }],
])('reads %j', (text, expected) => {
  expect(readJson(text, read)).toEqual(expected);
});

test.each([
  '../a.ts',
  '/a.ts',
  'a/../../b.ts',
  'a//b.ts',
  'C:a.ts',
  'a\\b.ts',
  'a\0.ts',
  '.git/hooks/pre-commit',
  'a/.GIT/config',
])('a record cannot name the path %j', (path) => {
  const reading = readJson(JSON.stringify({ files: { [path]: '' } }), (root) => root.get('files').files());
  expect(reading).toMatchObject({ mistake: { what: `'${path}' is not a path below the folder` } });
  expect(readJson(JSON.stringify(path), (root) => root.file())).toHaveProperty('mistake');
});

test.each(['a.ts', '.github/a.yml', 'a.git/b', '...a'])('a record can name the path %j', (path) => {
  expect(readJson(JSON.stringify(path), (root) => root.file())).toEqual({ value: path });
});
