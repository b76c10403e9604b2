import { describe, expect, test } from 'vitest';
import { gapKinds } from '../../src/model/element.js';
import {
  type Gap,
  isContainer,
  type JsonObject,
  listChildren,
  listGapEntries,
  readDescription,
  resolvePointer,
} from './description.js';
import { readFacts } from './facts.js';

const description = readDescription();
const facts = readFacts();
const entries = listGapEntries(description);
const sourced = new Map(listSources(description));
const gaps = entries.flatMap(({ entry, place }) => (typeof entry === 'string' ? [] : [{ ...entry, place }]));

describe('the gaps', () => {
  test('are as many of each kind as the document leaves open', () => {
    const count = (kind: string): number => gaps.filter((gap) => gap.kind === kind).length;
    expect(gaps.length).toBeGreaterThanOrEqual(67);
    expect(Object.fromEntries(gapKinds.map((kind) => [kind, count(kind)]))).toMatchObject({
      shape: 12,
      fields: 2,
      presence: 1,
      values: 5,
      'parameter-name': 14,
      parameters: 8,
      unit: 4,
      transitions: 3,
      'status-code': 1,
      errors: 2,
      behaviour: 2,
      events: 1,
    });
  });

  test('each have their own id, a question and a source', () => {
    expect(gaps.map(({ id }) => id)).toEqual([...new Set(gaps.map(({ id }) => id))]);
    const wrong = gaps.filter(
      ({ id, question, source }) =>
        !/^[a-z\d]+(-[a-z\d]+)*$/.test(id) || !/^[A-Z].*\?$/.test(question) || !/^API document, \w/.test(source),
    );
    expect(wrong).toEqual([]);
  });

  test('are at every place where they apply', () => {
    const places = entries.map(({ id }) => [id, entries.filter((entry) => entry.id === id).length] as const);
    expect(Object.fromEntries(places.filter(([, count]) => count > 1))).toEqual({
      'success-status-code': 15,
      'error-conditions': 6,
      'page-size-above-maximum': 2,
      'date-bounds': 2,
      'session-status-transitions': 2,
      'score-scale': 3,
      'amount-precision': 2,
      'currency-standard': 2,
    });
    expect(entries.filter(({ id }) => !gaps.some((gap) => gap.id === id))).toEqual([]);
  });

  test('are only where their kind is allowed', () => {
    const kinds = new Map(gaps.map(({ id, kind }) => [id, kind]));
    const misplaced = entries.filter(({ id, place }) => !placesOf[kinds.get(id) ?? '']?.includes(nameObject(place)));
    expect(misplaced).toEqual([]);
  });

  test('each are in a fact of the section of their source', () => {
    const wrong = gaps.filter((gap) => {
      const sections = facts.filter(({ open }) => open.includes(gap.id)).map(({ section }) => section);
      return sections.length === 0 || !sections.every((section) => isFrom(gap, section));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the operations', () => {
  const operations = [...resolvePointer(description, '/paths/*/*')].map(([pointer, value]) => ({
    pointer,
    ...(value as JsonObject & { readonly operationId: string; readonly parameters: readonly JsonObject[] }),
  }));

  test('are sixteen', () => {
    expect(operations.map(({ operationId }) => operationId)).toHaveLength(16);
  });

  test('all take the organization', () => {
    const reference = { $ref: '#/components/parameters/OrganizationId' };
    expect(operations.filter(({ parameters }) => parameters.filter(isSame(reference)).length !== 1)).toEqual([]);
    expect(description).toHaveProperty('components.parameters.OrganizationId.x-identifier', 'organizationId');
  });

  test('have seven, six and one query parameters, the others none', () => {
    const counts = operations.map(({ operationId, parameters }) => [
      operationId,
      parameters.filter((parameter) => parameter['in'] === 'query').length,
    ]);
    expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual({
      listSessionsV2: 7,
      listMeetingBots: 6,
      listSubscriptions: 1,
    });
  });

  test('name query parameters only by a placeholder with its own gap', () => {
    const parameters = operations.flatMap((operation) => operation.parameters);
    const holders = parameters.filter(({ name }) => /^<.+>$/.test(String(name)));
    const named = parameters.filter((parameter) => {
      const own = (parameter['x-not-shown'] ?? []) as readonly (Gap | string)[];
      return own.length === 1 && typeof own[0] === 'object' && own[0].kind === 'parameter-name';
    });
    expect(holders).toEqual(parameters.filter((parameter) => parameter['in'] === 'query'));
    expect(named).toEqual(holders);
    expect(entries.filter(({ entry }) => typeof entry === 'string' && entry.endsWith('-name'))).toEqual([]);
  });

  test('leave the status of every success open but that of POST /test', () => {
    const successes = operations.flatMap(({ pointer }) =>
      [...resolvePointer(description, `${pointer}/responses`)].flatMap(([at, responses]) =>
        listChildren(responses, at).filter(({ key }) => key.startsWith('2')),
      ),
    );
    expect(successes).toHaveLength(16);
    const stated = successes.filter(({ pointer, key }) => {
      const isOpen = entries.some(({ id, place }) => id === 'success-status-code' && place === pointer);
      return key !== '2XX' || !isOpen;
    });
    expect(stated.map(({ pointer }) => pointer)).toEqual(['/paths/~1test/post/responses/200']);
  });

  test('share six errors, whose conditions are one gap', () => {
    const places = entries.filter(({ id }) => id === 'error-conditions').map(({ place }) => place);
    expect(places).toEqual([...resolvePointer(description, '/components/responses/*').keys()]);
  });
});

describe('the sources', () => {
  test('are on each operation, component schema and component response', () => {
    const patterns = ['/paths/*/*', '/components/schemas/*', '/components/responses/*'];
    const without = patterns.flatMap((pattern) =>
      [...resolvePointer(description, pattern)].filter(([, value]) => !isContainer(value) || !('x-source' in value)),
    );
    expect(without).toEqual([]);
  });

  test('cite the sections of the facts at their place, and no others', () => {
    const stated = facts.flatMap(({ section, shows }) =>
      [...shows.keys()]
        .filter((pattern) => !pattern.endsWith('/$ref'))
        .flatMap((pattern) => [...resolvePointer(description, pattern).keys()])
        .map((pointer) => `${findSourced(pointer)} ${numberOf(section)}`),
    );
    const open = facts.flatMap((fact) =>
      entries
        .filter(({ id }) => fact.open.includes(id))
        .map(({ place }) => `${findSourced(place)} ${numberOf(fact.section)}`),
    );
    const cited = listSources(description).flatMap(([place, sources]) => sources.map((source) => `${place} ${source}`));
    expect(stated.filter((line) => !line.startsWith('undefined ') && !cited.includes(line))).toEqual([]);
    expect(cited.filter((line) => !stated.includes(line) && !open.includes(line))).toEqual([]);
  });
});

/** The kinds of objects that can have gaps of each kind. */
const placesOf: { readonly [kind: string]: readonly string[] } = {
  shape: ['schema', 'media type'],
  fields: ['schema'],
  values: ['schema'],
  unit: ['schema'],
  transitions: ['schema'],
  'parameter-name': ['parameter'],
  parameters: ['operation'],
  'status-code': ['response'],
  header: ['response'],
  errors: ['root', 'operation', 'response'],
  behaviour: ['parameter', 'operation'],
  policy: ['root', 'info', 'server', 'security scheme', 'response', 'operation'],
  presence: ['root'],
  events: ['root'],
};

function nameObject(pointer: string): string {
  const objects: readonly (readonly [string, RegExp])[] = [
    ['root', /^$/],
    ['info', /^\/info$/],
    ['server', /^\/servers\/\d+$/],
    ['security scheme', /^\/components\/securitySchemes\/[^/]+$/],
    ['schema', /^\/components\/schemas\/|\/schema(\/|$)/],
    ['media type', /\/content\/[^/]+$/],
    ['parameter', /\/parameters\/[^/]+$/],
    ['response', /\/responses\/[^/]+$/],
    ['operation', /^\/paths\/[^/]+\/[^/]+$/],
  ];
  return objects.find(([, pattern]) => pattern.test(pointer))?.[0] ?? 'elsewhere';
}

function isFrom({ source }: Gap, section: string): boolean {
  const number = numberOf(section);
  const sources = source.replace('API document, ', '').split(' and ');
  return sources.some((text) => number === text || number.startsWith(`${text}.`));
}

function isSame(expected: unknown): (value: unknown) => boolean {
  return (value) => JSON.stringify(value) === JSON.stringify(expected);
}

function numberOf(section: string): string {
  return section.split(' ')[0] ?? '';
}

/** Returns the pointer of the nearest object, at a pointer or above it, that states its source. */
function findSourced(pointer: string): string | undefined {
  const tokens = pointer.split('/');
  const places = tokens.map((_, index) => tokens.slice(0, tokens.length - index).join('/'));
  return places.find((place) => sourced.has(place));
}

function listSources(value: unknown, pointer = ''): [string, readonly string[]][] {
  return listChildren(value, pointer).flatMap((child) => {
    if (child.key !== 'x-source') return listSources(child.value, child.pointer);
    return [[pointer, [child.value].flat() as string[]]];
  });
}
