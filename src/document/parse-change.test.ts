import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from './limits.js';
import { parseChange } from './parse-change.js';
import { parseText } from './parse-text.js';

function change(before: string, after: string, limits: Limits = defaultLimits) {
  const value: unknown = JSON.parse(before);
  const known = { file: 'api.json', format: 'json', hash: '', value, bytes: Buffer.from(before) } as const;
  return { known: value, changed: parseChange(known, Buffer.from(after), limits)?.value };
}

function parseWhole(text: string): unknown {
  const diagnostics = new Diagnostics();
  const parsing = { limits: defaultLimits, budget: { left: 0 }, diagnostics };
  const parsed = parseText(Buffer.from(text), 'api.json', parsing);
  return diagnostics.list.length > 0 ? undefined : parsed?.value;
}

const api = '{"info": {"title": "A"}, "paths": {"/a": {"get": [{"x": 1}, {"y": 2}]}, "/b": {"put": {"z": [3]}}}}';

test.each([
  ['a text', '"x": 1', '"x": "one"'],
  ['a new member', '"/b"', '"/new": {"get": []}, "/b"'],
  ['a new last member', '[3]}}', '[3]}, "/c": {}}'],
  ['a removed member', '"/a": {"get": [{"x": 1}, {"y": 2}]}, ', ''],
  ['a new item', '{"y": 2}', '{"n": null}, {"y": 2}'],
  ['a new name', '"/a"', '"/b/{c~d}"'],
  ['several members', '2}]}, "/b": {"put"', '4}, 5]}, "/c": {}, "/d": {"patch"'],
])('reads %s', (_name, from, to) => {
  const after = api.replace(from, to);
  const { changed } = change(api, after);
  expect(JSON.stringify(changed)).toBe(JSON.stringify(JSON.parse(after)));
});

test('keeps the objects outside the change', () => {
  const { known, changed } = change(api, api.replace('"x": 1', '"x": 2'));
  expect(changed).toHaveProperty(['paths', '/a', 'get', 0, 'x'], 2);
  expect(known).not.toEqual(changed);
  for (const path of [['info'], ['paths', '/b'], ['paths', '/a', 'get', 1]])
    expect(getAt(changed, path)).toBe(getAt(known, path));
});

function getAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((each, key) => Object(each)[key], value);
}

test.each([
  ['a mistake', '{"a": [1, 2]}', '{"a": [1, 2'],
  ['two commas', '{"a": [1, 2, 3]}', '{"a": [1, , 3]}'],
  ['a comma at the end', '{"a": [1, 2]}', '{"a": [1, ]}'],
  ['a closed array', '{"a": [1, 2]}', '{"a": [1], [2]}'],
  ['a byte order mark', '{"a": [1, 2]}', '{"a": [1,\ufeff 2]}'],
  ['a repeated name', '{"a": {"b": 1, "c": 2}}', '{"a": {"b": 1, "b": 2}}'],
  ['a number that JavaScript does not have', '{"a": [1, 2]}', '{"a": [1, 12345678901234567890]}'],
  ['a depth over the limit', '{"a": {"b": [1]}}', '{"a": {"b": [[1]]}}', { ...defaultLimits, depth: 3 }],
])('leaves %s to the parser of whole files', (_name, before, after, limits = defaultLimits) => {
  expect(change(before, after, limits).changed).toBeUndefined();
});

const text = fc.oneof(fc.constantFrom('a', '200', '1', '__proto__', 'b/~c', 'é😀', '"}', '\\', ',['), fc.string());
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, -1.5),
    text,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('json')), { maxLength: 4 }).map(Object.fromEntries),
  ),
}));
const printed = fc.tuple(json, fc.constantFrom(0, 2)).map(([value, indent]) => JSON.stringify(value, null, indent));
const piece = fc.oneof(
  printed,
  fc.constantFrom('', '\ufeff', ',', '{', '}', '[', ']', '"', ':', '"a": 1,', ', 2', '\n'),
);
const offset = fc.double({ min: 0, max: 1, noNaN: true });

test('reads what the parser of whole files reads', () => {
  fc.assert(
    fc.property(printed, offset, fc.nat({ max: 30 }), piece, (before, share, length, added) => {
      const start = Math.floor(before.length * share);
      const after = before.slice(0, start) + added + before.slice(start + length);
      const { changed } = change(before, after);
      if (changed !== undefined) expect(JSON.stringify(changed)).toBe(JSON.stringify(parseWhole(after)));
    }),
    { numRuns: 1000 },
  );
});
