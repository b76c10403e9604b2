import { expect, test } from 'vitest';
import { type Findings, validateBy } from './findings.js';
import { tooDeep, type UnknownFields, type Validate } from './validators.js';

type Collect = (value: unknown, found: Findings, at: string) => void;

/**
 * Collects the findings of a schema with the required fields `a`, one of "x" and perhaps other values, and `b`, a
 * string.
 */
const collectPair: Collect = (value, found, at) => {
  const fields = Object(value) as UnknownFields;
  found.string(fields, 'b', at, true);
  found.field(fields, 'a', at, true, collectList);
};
const collectList: Collect = (value, found, at) => {
  if (typeof value !== 'string') found.fail('', `${at}/type`, 'type', 'a string');
  else if (value !== 'x') found.unlisted('', `${at}/enum`, 'enum', '"x"', 'more-values');
};
const collectTwice: Collect = (value, found, at) => {
  collectList(value, found, at);
  collectList(value, found, at);
};
const collectString: Collect = (value, found, at) => {
  if (typeof value !== 'string') found.fail('', `${at}/type`, 'type', 'a string');
};
const collectText: Collect = (value, found, at) => found.string(Object(value) as UnknownFields, 'a', at, true);

/** Lists the failures of a value, and the items that were reported. */
function look(validate: Validate, value: unknown): string[] {
  const items: string[] = [];
  const failures = validate(value, (id, where) => items.push(`${id} at ${where}`));
  return [...failures.map(({ instancePath, message }) => `${instancePath} ${message}`), ...items];
}

test.each([
  ['an unlisted value is reported', {}, { a: 'y', b: '' }, ['more-values at /a']],
  ['an unlisted value is refused', { isClosed: true }, { a: 'y', b: '' }, ['/a must be "x"']],
  ['a missing field is reported', { presence: 'missing' }, { b: '' }, ['missing at /a']],
  ['a missing field is refused', {}, { b: '' }, [' must have the property "a"']],
  [
    'null stands for a missing field',
    { presence: 'missing' },
    { a: null, b: null },
    ['missing at /b', 'missing at /a'],
  ],
  ['null is refused', {}, { a: null, b: '' }, ['/a must be a string']],
  ['a value of another type is refused', { presence: 'missing' }, { a: 1, b: '' }, ['/a must be a string']],
])('%s', (_title, rules, value, expected) => {
  expect(look(validateBy(collectPair, '/s', undefined, rules), value)).toEqual(expected);
});

test.each(['__proto__', 'constructor', 'toString'])('a field %s that an object only inherits is missing', (name) => {
  const collect: Collect = (value, found, at) => {
    found.required(Object(value) as UnknownFields, name, at);
    found.string(Object(value) as UnknownFields, name, at, false);
  };
  const validate = validateBy(collect, '/s', undefined, {});
  expect(look(validate, {})).toEqual([` must have the property "${name}"`]);
  expect(look(validate, JSON.parse(`{"${name}":1}`))).toEqual([`/${name} must be a string`]);
  expect(look(validate, JSON.parse(`{"${name}":"x"}`))).toEqual([]);
});

const anyOf =
  (...members: readonly Collect[]): Collect =>
  (value, found, at) => {
    const list = members.map((collect, index) => [collect, `${at}/anyOf/${index}`] as const);
    if (!found.isAnyOf('', value, list)) found.fail('', `${at}/anyOf`, 'anyOf', 'any');
  };
const oneOf =
  (...members: readonly Collect[]): Collect =>
  (value, found, at) => {
    const list = members.map((collect, index) => [collect, `${at}/oneOf/${index}`] as const);
    if (!found.isOneOf('', value, list)) found.fail('', `${at}/oneOf`, 'oneOf', 'one');
  };
const presence = { presence: 'missing' };

test.each([
  ['a member without items is better than one with', anyOf(collectList, collectString), {}, 'y', []],
  ['a member with items is better than none', anyOf(collectList, collectPair), {}, 'y', ['more-values at ']],
  ['a member with all fields is better than one without', anyOf(collectPair, collectText), presence, { a: 'x' }, []],
  ['a member without a field accepts', anyOf(collectPair, collectString), presence, { a: 'x' }, ['missing at /b']],
  ['no member accepts', anyOf(collectPair, collectString), {}, { a: 'x' }, [' must be any']],
  ['one member accepts', oneOf(collectPair, collectText), {}, { a: 'x' }, []],
  ['two members accept', oneOf(collectList, collectString), {}, 'x', [' must be one']],
  ['two members accept, one with two items', oneOf(collectTwice, collectString), {}, 'y', [' must be one']],
  [
    'two members accept but for missing fields',
    oneOf(collectPair, collectText),
    presence,
    {},
    ['missing at /b', 'missing at /a'],
  ],
])('%s', (_title, collect, rules, value, expected) => {
  expect(look(validateBy(collect, '/s', undefined, rules), value)).toEqual(expected);
});

test('a value may be nested 1000 levels deep', () => {
  const collect: Collect = (value, found, at) => {
    if (value !== null) found.inside('/a', collect, (value as UnknownFields)['a'], at);
  };
  let value: unknown = null;
  for (let level = 0; level < 1000; level++) value = { a: value };
  expect(look(validateBy(collect, '/s'), value)).toEqual([]);
  expect(look(validateBy(collect, '/s'), { a: value })).toEqual([' must be nested at most 1000 levels deep']);
});

test('a value that is nested too deep has one failure', () => {
  const collect: Collect = () => {
    throw tooDeep;
  };
  expect(validateBy(collect, '/s')(1)).toEqual([
    {
      instancePath: '',
      schemaPointer: '',
      keyword: '$ref',
      expected: 'nested at most 1000 levels deep',
      message: 'must be nested at most 1000 levels deep',
    },
  ]);
});

test('one value at two places has failures at both places', () => {
  const collect: Collect = (value, found) => {
    found.once('/a', collectString, value, '/shared');
    found.once('/b', collectString, value, '/shared');
  };
  expect(look(validateBy(collect, '/s'), 1)).toEqual(['/a must be a string', '/b must be a string']);
});

test('the failures of a trial that ended early do not count as all failures', () => {
  let count = 0;
  const collectAll: Collect = (_value, found, at) => {
    count++;
    found.fail('', at, 'const', 'one');
    found.fail('', at, 'const', 'two');
  };
  const collectOnce: Collect = (value, found) => found.once('/a', collectAll, value, '/shared');
  const collect: Collect = (value, found, at) => {
    anyOf(collectOnce, collectOnce)(value, found, at);
    collectOnce(value, found, at);
    collectOnce(value, found, at);
  };
  expect(look(validateBy(collect, '/s'), 1)).toEqual([' must be any', '/a must be one', '/a must be two']);
  expect(count).toBe(2);
});

test('a full list ends the search for failures of a shared schema', () => {
  let count = 0;
  const collect: Collect = (value, found, at) => {
    for (const name of ['a', 'b', 'c']) found.once(`/${name}`, collectAgain, [value], at);
  };
  const collectAgain: Collect = (_value, found, at) => {
    count++;
    found.fail('', at, 'const', 'one');
  };
  expect(validateBy(collect, '/s')(1, undefined, { maxFailures: 1 })).toHaveLength(2);
  expect(count).toBe(2);
});
