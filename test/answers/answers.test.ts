import { readFileSync } from 'node:fs';
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNode, parse, parseDocument, stringify, visit } from 'yaml';
import type { Answer } from '../../src/answers/answer.js';
import { planOverlay } from '../../src/answers/overlay-edit.js';
import { planSources } from '../../src/answers/source-edit.js';
import { writeAnswer } from '../../src/answers/write-answer.js';
import { type GapKind, gapKinds, isObject, type NotShown } from '../../src/model/element.js';
import { type Action, applyAction } from '../../src/overlays/apply-action.js';
import { effort, runs } from '../effort.js';
import { chooseSeed } from '../seed.js';

/** Answers change only the necessary parts of a description's text. */
const source = readFileSync(new URL('kinds.yaml', import.meta.url), 'utf8');

/** Finds a place in the data. The test changes it afterwards. */
type Change = (at: (pointer: string) => Record<string, unknown>) => void;

interface Row {
  readonly id: string;
  readonly kind: GapKind;
  readonly pointer: string;
  readonly answer: Partial<Answer>;
  readonly change: Change;
}

function addText(holder: Record<string, unknown>, text: string): void {
  const { description: old } = holder;
  const start = typeof old === 'string' ? `${old}${old.endsWith('.') ? '' : '.'} ` : '';
  holder['description'] = start + text;
}

const get = '/paths/~1pets/get';
const status = '/components/schemas/Status';
const rows: readonly Row[] = [
  {
    id: 'rate-limit',
    kind: 'policy',
    pointer: '/info',
    answer: { text: 'Ten calls: a minute.' },
    change: (at) => addText(at('/info'), 'Ten calls: a minute.'),
  },
  {
    id: 'page-limit',
    kind: 'policy',
    pointer: '/info',
    answer: { text: 'yes' },
    change: (at) => addText(at('/info'), 'yes'),
  },
  { id: 'all-present', kind: 'presence', pointer: '', answer: { text: 'All.' }, change: () => undefined },
  {
    id: 'which-events',
    kind: 'events',
    pointer: '',
    answer: { content: { added: { post: { responses: { 204: { description: 'ok' } } } } } },
    change: (at) =>
      Object.assign(at(''), { webhooks: { added: { post: { responses: { 204: { description: 'ok' } } } } } }),
  },
  {
    id: 'list-pets-parameters',
    kind: 'parameters',
    pointer: get,
    answer: { content: [{ name: 'sort', in: 'query', schema: { type: 'string', enum: ['a', 'no'] } }] },
    change: (at) =>
      Object.assign(at(get), {
        parameters: [
          ...(Object.values(at(`${get}/parameters`)) as unknown[]),
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['a', 'no'] } },
        ],
      }),
  },
  {
    id: 'list-pets-errors',
    kind: 'errors',
    pointer: get,
    answer: { content: { '404': { description: 'None: not found.' } } },
    change: (at) => Object.assign(at(`${get}/responses`), { '404': { description: 'None: not found.' } }),
  },
  {
    id: 'page-name',
    kind: 'parameter-name',
    pointer: `${get}/parameters/0`,
    answer: { name: 'page[number]' },
    change: (at) => {
      Object.assign(at(`${get}/parameters/0`), { name: 'page[number]' });
      Object.assign(at(`${get}/x-pagination/parameters`), { page: 'page[number]' });
    },
  },
  {
    id: 'size-above',
    kind: 'behaviour',
    pointer: `${get}/parameters/1`,
    answer: { text: 'It is an error.' },
    change: (at) => Object.assign(at(`${get}/parameters/1`), { description: 'It is an error.' }),
  },
  {
    id: 'size-unit',
    kind: 'unit',
    pointer: `${get}/parameters/1/schema`,
    answer: { text: 'Pets.' },
    change: (at) =>
      Object.assign(at(`${get}/parameters/1/schema`), {
        description: expect.stringMatching(/^How many pets a page has\.\n\nAt most 100\.\s+Pets\.\n?$/),
      }),
  },
  {
    id: 'size-unit',
    kind: 'unit',
    pointer: `${get}/parameters/1/schema`,
    answer: { text: 'Pets: at most 100.', replaces: true },
    change: (at) => Object.assign(at(`${get}/parameters/1/schema`), { description: 'Pets: at most 100.' }),
  },
  {
    id: 'success-code',
    kind: 'status-code',
    pointer: `${get}/responses/2XX`,
    answer: { status: '200' },
    change: (at) => {
      const responses = at(`${get}/responses`);
      responses['200'] = responses['2XX'];
      delete responses['2XX'];
    },
  },
  {
    id: 'page-header',
    kind: 'header',
    pointer: `${get}/responses/2XX`,
    answer: { content: { 'X-Page': { schema: { type: 'integer' } } } },
    change: (at) =>
      Object.assign(at(`${get}/responses/2XX`), { headers: { 'X-Page': { schema: { type: 'integer' } } } }),
  },
  {
    id: 'add-pet-request',
    kind: 'shape',
    pointer: '/paths/~1pets/post/requestBody/content/application~1json/schema',
    answer: { content: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    change: (at) =>
      Object.assign(at('/paths/~1pets/post/requestBody/content/application~1json/schema'), {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' } },
      }),
  },
  {
    id: 'pet-fields',
    kind: 'fields',
    pointer: '/components/schemas/Pet',
    answer: { content: { properties: { age: { type: 'integer' } }, required: ['age'] } },
    change: (at) => {
      Object.assign(at('/components/schemas/Pet/properties'), { age: { type: 'integer' } });
      Object.assign(at('/components/schemas/Pet'), { required: ['name', 'age'] });
    },
  },
  {
    id: 'status-values',
    kind: 'values',
    pointer: status,
    answer: { values: ['lost', 'no'] },
    change: (at) => {
      delete at(status)['anyOf'];
      Object.assign(at(status), { type: 'string', enum: ['open', 'sold', 'lost', 'no'] });
    },
  },
  {
    id: 'status-transitions',
    kind: 'transitions',
    pointer: status,
    answer: { content: [{ from: 'sold', operation: 'addPet', to: null }] },
    change: (at) =>
      Object.assign(at(status), {
        'x-transitions': [
          { from: 'open', operation: 'addPet', to: 'sold' },
          { from: 'sold', operation: 'addPet', to: null },
        ],
      }),
  },
];

const layouts: Readonly<Record<string, (text: string) => string>> = {
  'block style': (text) => text,
  'flow style': (text) => {
    const document = parseDocument(text);
    visit(document, {
      Collection: (_, node) => {
        node.flow = node !== document.contents;
      },
    });
    return document.toString({ lineWidth: 0 });
  },
  'one line of flow style': (text) => stringify(parse(text), { collectionStyle: 'flow', lineWidth: 0 }),
  'JSON with indents': (text) => `${JSON.stringify(parse(text), undefined, 2)}\n`,
  'JSON with tabs': (text) => JSON.stringify(parse(text), undefined, '\t'),
  'JSON on one line': (text) => JSON.stringify(parse(text)),
};

function buildGap({ id, kind, pointer }: Row): NotShown {
  const origin = { file: 'openapi.yaml', pointer };
  return {
    id,
    kind,
    question: '?',
    source: '1',
    known: [],
    extensions: {},
    origin,
    entry: origin,
    places: [origin],
    operations: [],
  };
}

function buildAnswer({ answer }: Row): Answer {
  return { ...answer, source: 'mail: "x"', date: '2026-01-31' };
}

function answerRow(text: string, row: Row): string {
  const planned = planSources(
    () => text,
    (open) => writeAnswer(buildGap(row), buildAnswer(row), 'openapi.yaml', open),
  );
  return planned.get('openapi.yaml') ?? '';
}

function answerByOverlay(text: string, row: Row): unknown {
  const value: unknown = parse(text);
  const gap = buildGap(row);
  const overlay = {
    entry: 'openapi.yaml',
    value,
    title: 'Pets',
    text: undefined,
    isJson: false,
    path: './openapi.yaml',
  };
  const planned = planOverlay(overlay, (open) => writeAnswer(gap, buildAnswer(row), 'openapi.yaml', open), {
    id: row.id,
  });
  const actions: readonly Action[] = parse(planned).actions;
  expect(new Set(actions.map((action) => action['x-resolves']))).toEqual(new Set([row.id]));
  return actions.reduce((description, action) => {
    const applied = applyAction(description, action);
    expect(applied.count).toBe(1);
    return applied.value;
  }, value);
}

/** Answers a gap that is in another file of the description. Returns the new texts of both files. */
function answerApart(entry: string, other: string, row: Row): { readonly entry: string; readonly other: string } {
  const gap = buildGap(row);
  const places = [{ file: 'other.yaml', pointer: row.pointer }];
  const readText = (file: string): string => (file === 'other.yaml' ? other : entry);
  const planned = planSources(readText, (open) =>
    writeAnswer({ ...gap, places }, buildAnswer(row), 'openapi.yaml', open),
  );
  return { entry: planned.get('openapi.yaml') ?? '', other: planned.get('other.yaml') ?? '' };
}

/** Expects that lines change only in the object with the gap, in those that name it, and in the list of answers. */
function expectOnlyNear(before: string, after: string, { id, pointer }: Row): void {
  const document = parseDocument(before);
  const keys = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const places = [
    pointer === '' ? ['x-not-shown'] : id === 'success-code' ? keys.slice(0, -1) : keys,
    ['x-resolved'],
    ...(id === 'page-name' ? [['paths', '/pets', 'get', 'x-pagination']] : []),
  ];
  const lineOf = (offset: number): number => before.slice(0, offset).split('\n').length;
  const near = places.flatMap((place) => {
    const path = place.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const node: unknown = document.getIn(path, true);
    // A comment can be between a key and its value.
    return isNode(node) && node.range ? [[lineOf(node.range[0]) - 2, lineOf(node.range[1]) + 1] as const] : [];
  });
  const end = lineOf(before.trimEnd().length) - 2;
  const hunks = structuredPatch('', '', before, after, '', '', { context: 0 }).hunks;
  const far = hunks.filter(({ oldStart, oldLines }) => {
    const last = oldStart + Math.max(oldLines - 1, 0);
    return oldStart < end && !near.some(([from, to]) => from <= oldStart && last <= to);
  });
  expect(far).toEqual([]);
}

function expectAnswered(before: string, after: string, { id, pointer, change }: Row, isListed = true): void {
  const data = parse(before);
  const at = (place: string): Record<string, unknown> =>
    place
      .split('/')
      .slice(1)
      .reduce((value, token) => value[token.replaceAll('~1', '/').replaceAll('~0', '~')], data);
  const holder = at(pointer);
  const left = (holder['x-not-shown'] as unknown[]).filter((entry) => !isObject(entry) || entry['id'] !== id);
  if (left.length > 0) holder['x-not-shown'] = left;
  else delete holder['x-not-shown'];
  change(at);
  const row = { id, question: '?', answer: expect.any(String), source: 'mail: "x"', date: '2026-01-31' };
  if (isListed) data['x-resolved'] = [...(data['x-resolved'] ?? []), row];
  expect(parse(after)).toEqual(data);
}

function listComments(text: string): string[] {
  return [...text.matchAll(/# (\w[\w ]*)$/gm)].map(([, comment = '']) => comment.trim());
}

test('the table has every kind', () => {
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(gapKinds));
});

describe.each(Object.entries(layouts))('%s', (name, format) => {
  test.each(rows)('$id', (row) => {
    for (const lineEnd of ['\n', '\r\n']) {
      const text = format(source).replaceAll('\n', lineEnd);
      const after = answerRow(text, row);
      expectAnswered(text, after, row);
      expect(after.replaceAll('\r\n', '').includes('\n')).toBe(lineEnd === '\n' && text.includes('\n'));
      if (name === 'block style') {
        const lost = listComments(text).filter((comment) => !listComments(after).includes(comment));
        expect(lost).toEqual([]);
      }
    }
  });
});

test.each(rows)('an overlay answers $id', (row) => {
  expectAnswered(source, JSON.stringify(answerByOverlay(source, row)), row);
});

// Adds an anchor in the path of an answer, and an anchor that is used outside of it.
function addAnchors(text: string): string {
  const anchored = text
    .replace('    Pet:\n', '    Pet: &pet\n')
    .replace('x-source: "1" # section', 'x-source: &one "1" # section');
  return anchored.replace('# the end', 'x-again: { pet: *pet, section: *one }\n# the end');
}

// Adds a comment after some lines, but not inside a block scalar.
function addComments(text: string, places: readonly number[]): string {
  const lines = text.split('\n');
  const isFree = (line: string): boolean =>
    /[\]}"a-z:]$/.test(line) && !/#|[|>]-?$|^\s+(How many|pages\?|At most)/.test(line);
  for (const place of places) {
    const index = place % lines.length;
    const line = lines[index] ?? '';
    if (isFree(line)) lines[index] = `${line} # c${index}`;
  }
  return lines.join('\n');
}

test('answers in any order keep all comments', { timeout: 7_200_000 }, () => {
  const block = ([name]: readonly [string, unknown]): boolean => name === 'block style';
  const draw = fc.record({
    layout: fc.constantFrom(...Object.entries(layouts)),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    order: fc
      .shuffledSubarray([...rows], { minLength: 1 })
      .map((order) => [...new Map(order.map((row) => [row.id, row])).values()]),
    comments: fc.array(fc.nat(200), { maxLength: 20 }),
    hasAnchors: fc.boolean(),
    isApart: fc.boolean(),
  });
  fc.assert(
    fc.property(draw, ({ layout, lineEnd, order, comments, hasAnchors, isApart }) => {
      const written = layout[1](hasAnchors ? addAnchors(source) : source);
      const text = (block(layout) ? addComments(written, comments) : written).replaceAll('\n', lineEnd);
      // The status code of a response is part of the pointers of its content, so it is answered last.
      const sorted = order.toSorted((a, b) => Number(a.id === 'success-code') - Number(b.id === 'success-code'));
      const texts = [text];
      for (const row of sorted) {
        const before = texts.at(-1) ?? '';
        const after = answerRow(before, row);
        expectAnswered(before, after, row);
        expectOnlyNear(before, after, row);
        texts.push(after);
        if (!isApart) continue;
        const both = answerApart(text, before, row);
        expectAnswered(before, both.other, row, false);
        expect({ ...parse(both.entry), 'x-resolved': undefined }).toEqual({ ...parse(text), 'x-resolved': undefined });
      }
      const end = texts.at(-1) ?? '';
      // Comments at the gap, and at the text that the answer replaces, are removed with them.
      const gone = new RegExp(
        `${sorted.map(({ id }) => id).join('|')}|x-not-shown|which parameters|enum|kind:|question|source|type: string|anyOf`,
      );
      const lines = text.split(/\r?\n/);
      const kept = listComments(text).filter(
        (comment) => !gone.test(lines.find((line) => line.endsWith(`# ${comment}`)) ?? ''),
      );
      if (block(layout)) expect(kept.filter((comment) => !listComments(end).includes(comment))).toEqual([]);
    }),
    { numRuns: { part: 3, most: runs / 5, all: runs }[effort], seed: chooseSeed('answers') },
  );
});
