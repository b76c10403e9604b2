import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Action, applyAction } from '../../src/overlays/apply-action.js';
import { listMistakes } from '../../src/overlays/apply-overlays.js';
import { listNodes } from '../../src/overlays/list-nodes.js';

const suite = '../shared/jsonpath/cts.json';
const sets = '../shared/overlay/compliant-sets';
const documents = '../shared/overlay/tests';

interface QueryCase {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly invalid_selector?: boolean;
  readonly result?: unknown;
  readonly results?: readonly unknown[];
}

const select = (query: string, document: unknown): unknown[] =>
  listNodes(query, document).map((location) =>
    location.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], document),
  );

test.skipIf(!existsSync(suite))(`queries select the nodes of RFC 9535 (needs ${suite})`, () => {
  const { tests } = JSON.parse(readFileSync(suite, 'utf8')) as { tests: readonly QueryCase[] };
  expect(tests.length).toBe(703);
  for (const { name, selector, document = null, invalid_selector, result, results = [result] } of tests) {
    if (invalid_selector) expect(() => listNodes(selector, document), name).toThrow(SyntaxError);
    else expect(results, name).toContainEqual(select(selector, document));
  }
});

test.skipIf(!existsSync(sets))(`overlays change descriptions as the specification shows (needs ${sets})`, () => {
  const names = readdirSync(sets, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  expect(names.length).toBe(8);
  for (const name of names) {
    const read = (file: string): unknown => parse(readFileSync(`${sets}/${name}/${file}.yaml`, 'utf8'));
    const { actions } = read('overlay') as { actions: readonly Action[] };
    const applied = actions.reduce((value, action) => applyAction(value, action).value, read('openapi'));
    expect(applied, name).toEqual(read('output'));
  }
});

test('an action changes a copy of the description and counts the selected nodes', () => {
  const before = { tags: ['a', 'b', 'c'], info: { title: 'A', list: [1] } };
  const table: readonly (readonly [Action, unknown, number])[] = [
    [{ target: '$.tags[0,2,2]', remove: true }, { ...before, tags: ['b'] }, 3],
    [{ target: '$.tags[0]', remove: true, update: 'x' }, { ...before, tags: ['b', 'c'] }, 1],
    [{ target: '$.tags', update: ['d'] }, { ...before, tags: ['a', 'b', 'c', 'd'] }, 1],
    [{ target: '$.tags', update: 'd' }, { ...before, tags: ['a', 'b', 'c', 'd'] }, 1],
    [{ target: '$.info', update: { list: [2] } }, { ...before, info: { title: 'A', list: [1, 2] } }, 1],
    [{ target: '$.info.title', update: 'B' }, { ...before, info: { title: 'B', list: [1] } }, 1],
    [{ target: '$.info', copy: '$' }, { ...before, info: { ...before.info, tags: before.tags, info: before.info } }, 1],
    [{ target: '$.none', update: {} }, before, 0],
  ];
  const kept = structuredClone(before);
  for (const [action, after, count] of table) expect(applyAction(before, action)).toEqual({ value: after, count });
  expect(before).toEqual(kept);
});

test('an action that cannot be applied is refused', () => {
  expect(() => applyAction({}, { target: '$', remove: true })).toThrow('the root');
  expect(() => applyAction({ a: 1, b: 2 }, { target: '$', copy: '$.*' })).toThrow('selects 2');
  expect(() => applyAction({}, { target: '$', copy: '$.a' })).toThrow('selects 0');
  expect(() => applyAction({}, { target: 'info', update: {} })).toThrow(SyntaxError);
  const limits = { overlayValues: 3, querySeconds: 1 };
  expect(listNodes('$.*', [1, 2, 3], limits)).toHaveLength(3);
  expect(() => listNodes('$.*', [1, 2, 3, 4], limits)).toThrow('the overlay exceeds a limit: 3');
});

test('a member named __proto__ is a member like any other', () => {
  const update: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
  const { value } = applyAction({ info: {} }, { target: '$.info', update });
  expect(JSON.stringify(value)).toBe('{"info":{"__proto__":{"polluted":true}}}');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test.skipIf(!existsSync(documents))(`the structure of an overlay is checked (needs ${documents})`, () => {
  const counts: Record<string, number> = {};
  for (const folder of ['v1.0/pass', 'v1.0/fail', 'v1.1/pass', 'v1.1/fail']) {
    const names = readdirSync(`${documents}/${folder}`);
    counts[folder] = names.length;
    for (const name of names) {
      const mistakes = listMistakes(parse(readFileSync(`${documents}/${folder}/${name}`, 'utf8')));
      expect(mistakes.length > 0, `${folder}/${name}: ${JSON.stringify(mistakes)}`).toBe(folder.endsWith('fail'));
    }
  }
  expect(counts).toEqual({ 'v1.0/pass': 12, 'v1.0/fail': 20, 'v1.1/pass': 13, 'v1.1/fail': 22 });
});

test('a mistake in the structure of an overlay has a place and a kind', () => {
  const info = { title: 'A', version: '1' };
  const action = { target: '$.info', update: { a: 1, b: 2 } };
  const table: readonly (readonly [unknown, unknown])[] = [
    [[], { path: [], kind: 'type' }],
    [
      { overlay: '2.0.0', info, actions: [action] },
      { path: ['overlay'], kind: 'version' },
    ],
    [
      { overlay: '1.0.0', info: { title: 'A' }, actions: [action] },
      { path: ['info', 'version'], kind: 'missing' },
    ],
    [
      { overlay: '1.0.0', info, actions: [{ target: '$', copy: '$' }] },
      { path: ['actions', 0, 'copy'], kind: 'unknown' },
    ],
    [
      { overlay: '1.1.0', info, actions: [{ target: 'info' }] },
      { path: ['actions', 0, 'target'], kind: 'target' },
    ],
    [
      { overlay: '1.1.0', info, actions: [] },
      { path: ['actions'], kind: 'no-actions' },
    ],
    [
      { overlay: '1.1.0', info, actions: [action, { update: { b: 2, a: 1 }, target: '$.info' }] },
      { path: ['actions', 1], kind: 'repeated' },
    ],
  ];
  for (const [overlay, mistake] of table) expect(listMistakes(overlay)).toEqual([mistake]);
  expect(listMistakes({ overlay: '1.1.0', info, actions: [{ target: '$', copy: '$.a' }], 'x-a': 1 })).toEqual([]);
});
