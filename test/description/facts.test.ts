import { describe, expect, test } from 'vitest';
import { splitPointer } from '../../src/diagnostics/origin.js';
import { apiDocument, readStatements, type Statement } from './api-document.js';
import { listMismatches, listUncovered } from './compare-facts.js';
import { isContainer, readDescription } from './description.js';
import { type Fact, nameFact, readFacts } from './facts.js';

const facts = readFacts();

if (!apiDocument.isThere) console.log(`not run: there is no API document at ${apiDocument.path}`);

describe('the facts', () => {
  test('each is a statement with pointers or open gaps, or a remark', () => {
    const fields = ['section', 'row', 'part', 'says', 'aside', 'shows', 'open'];
    const wrong = facts.filter((fact) => {
      const states = fact.shows.size > 0 || fact.open.length > 0;
      const isStatement = fact.says !== undefined && fact.aside === undefined && states;
      const isAside = fact.aside !== undefined && fact.says === undefined && !states;
      const hasAnchor = (typeof fact.row === 'string') !== (typeof fact.part === 'string');
      return !hasAnchor || isStatement === isAside || Object.keys(fact).some((key) => !fields.includes(key));
    });
    expect(wrong.map(nameFact)).toEqual([]);
  });

  test('each pointer leads to its type, default, bound or value', () => {
    expect(listMismatches(readDescription(), facts)).toEqual([]);
  });

  test('cover everything in the description', () => {
    expect(listUncovered(readDescription(), facts)).toEqual([]);
  });
});

describe('a different statement in the description is noticed', () => {
  const schemas = (name: string): string => `/components/schemas/${name}`;
  const pages = '/paths/~1v2~1sessions/get/parameters/6/schema';
  test.each<[what: string, pointer: string, value: unknown]>([
    ['a default is gone', `${pages}/default`, undefined],
    ['a default is another', `${pages}/default`, 100],
    ['a bound is gone', `${pages}/maximum`, undefined],
    ['a bound is invented', `${pages}/minimum`, 1],
    ['a format is invented', `${schemas('Scenario')}/properties/id/format`, 'uuid'],
    ['a property is invented', `${schemas('Balance')}/properties/updated_at`, { $ref: `#${schemas('DateBound')}` }],
    ['a field may be null', `${schemas('Balance')}/properties/currency/type`, ['string', 'null']],
    ['a field is no longer required', `${schemas('Balance')}/required`, ['balance']],
    ['an object is closed', `${schemas('Balance')}/additionalProperties`, false],
    ['an open enum is closed', `${schemas('Subscription')}/properties/plan/anyOf/1`, undefined],
    ['a parameter is required', '/paths/~1v2~1sessions/get/parameters/0/required', true],
    ['an example is invented', `${schemas('Scenario')}/properties/name/examples`, ['Pitch']],
    ['a shape is invented', '/paths/~1scenarios/get/responses/2XX/content/application~1json/schema/type', 'array'],
    ['an answer is invented', '/paths/~1scenarios/get/responses/418', { $ref: '#/components/responses/NotFound' }],
    ['an error is gone', '/paths/~1balance/get/responses/404', undefined],
    ['a request body is invented', '/paths/~1scenarios/get/requestBody', { content: { 'application/json': {} } }],
    ['a transition is invented', `${schemas('MeetingBotStatus')}/x-transitions/0/to`, 'failed'],
    ['a licence is invented', '/info/license', { name: 'MIT' }],
    [
      'a sentence is invented',
      '/info/summary',
      'The public REST API of a service for practising conversations with an AI. It is fast.',
    ],
    ['a gap is gone', '/components/securitySchemes/bearer/x-not-shown', undefined],
  ])('%s', (_, pointer, value) => {
    const description = readDescription();
    putValue(description, pointer, value);
    expect([...listMismatches(description, facts), ...listUncovered(description, facts)]).not.toEqual([]);
  });
});

describe.skipIf(!apiDocument.isThere)('the API document', () => {
  const statements = apiDocument.isThere ? readStatements() : [];

  test('has a fact for each row and sentence', () => {
    expect(statements.filter((statement) => factsOf(statement).length === 0)).toEqual([]);
  });

  test('has a row or sentence for each fact', () => {
    const wrong = facts.filter((fact) => statements.filter((statement) => isOf(fact, statement)).length !== 1);
    expect(wrong.map(nameFact)).toEqual([]);
  });

  test('has a gap for everything that it calls not shown', () => {
    const holes = statements.filter(({ text }) => /not (shown|listed)/.test(text));
    expect(holes.length).toBeGreaterThan(20);
    expect(holes.filter((statement) => factsOf(statement).every(({ open }) => open.length === 0))).toEqual([]);
  });

  test('has each type, format, number and known value of a row or shape in the facts', () => {
    const missing = statements.flatMap((statement) => {
      const shown = new Set(factsOf(statement).flatMap(({ shows }) => [...shows.values()].flat()));
      return listStatedValues(statement)
        .filter((value) => !shown.has(value))
        .map((value) => `${statement.section}: ${statement.text}: ${value}`);
    });
    expect(missing).toEqual([]);
  });
});

function factsOf(statement: Statement): Fact[] {
  return facts.filter((fact) => isOf(fact, statement));
}

function isOf(fact: Fact, { section, cells, text }: Statement): boolean {
  if (fact.section !== section) return false;
  if (fact.row !== undefined) return fact.row === cells[0] || fact.row === cells.slice(0, 2).join(' ');
  return cells.length === 0 && fact.part !== undefined && text.includes(fact.part);
}

function listStatedValues({ cells, text }: Statement): unknown[] {
  const stated = cells.length > 0 ? cells.slice(1).join(' | ') : (text.match(/\{[^}]*: .*\}/)?.[0] ?? '');
  const formats: [RegExp, string][] = [
    [/ISO 8601 timestamp/, 'date-time'],
    [/, URL/, 'uri'],
    [/e-mail address/, 'email'],
    [/YYYY-MM-DD\b(?!T)/, 'date'],
  ];
  const words = stated
    .replace(/ISO 8601|\([\d.]+\)/g, '')
    .match(/\b(string|integer|number|boolean|array|object)(?= ?[,|(;}]|$| of)|\b\d+\b/g);
  const known = /(?:one of|known value):? ([\w, ]+)/.exec(stated)?.[1]?.split(', ');
  const cell = cells.find((value) => value === 'true' || value === 'false');
  return [
    ...formats.filter(([pattern]) => pattern.test(stated)).map(([, format]) => format),
    ...(words ?? []).map((word) => (/\d/.test(word) ? Number(word) : word)),
    ...(known ?? []),
    ...(cell === undefined ? [] : [cell === 'true']),
  ];
}

function putValue(description: unknown, pointer: string, value: unknown): void {
  const tokens = splitPointer(pointer);
  const last = tokens.pop() ?? '';
  let parent: unknown = description;
  for (const token of tokens) parent = isContainer(parent) ? parent[token] : undefined;
  if (!isContainer(parent)) throw new Error(`nothing stands above ${pointer}`);
  if (value !== undefined) Object.assign(parent, { [last]: value });
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
}
