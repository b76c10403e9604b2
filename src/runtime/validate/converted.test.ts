import { expect, test } from 'vitest';
import type { Conversion } from '../values/convert.js';
import { acceptConverted, fillConverted, validateConverted } from './converted.js';
import type { Failure, Validate } from './validators.js';

const conversion: Conversion = { properties: { day: 'date', at: 'date-time', id: 'int64' } } as Conversion;
const accepts = (value: unknown): boolean => typeof value === 'object' && value !== null && 'day' in value;
const failure = (instancePath: string, keyword: string): Failure => ({
  instancePath,
  schemaPointer: `/s${instancePath}/${keyword}`,
  keyword,
  expected: 'x',
  message: 'must be x',
});

const never = new Date(Number.NaN);
const day = new Date('2025-05-01');

test.each([
  ['a value as code has it', { day }, true],
  ['a value as JSON has it', { day: '2025-05-01' }, false],
  ['a date that is none', { day: never }, false],
  ['a value that the guard refuses', { at: day }, false],
])('a guard of converted values: %s', (_, value, expected) => {
  expect(acceptConverted(value, conversion, accepts)).toBe(expected);
});

// Lists the result of a validator as `place keyword: message`, given the failures of the values as JSON.
const list = (value: unknown, ...found: readonly Failure[]): string[] => {
  const validate: Validate = () => [...found];
  return validateConverted(
    conversion,
    '/s',
    validate,
  )(value).map(
    ({ instancePath, schemaPointer, keyword, message }) => `${instancePath} ${schemaPointer} ${keyword}: ${message}`,
  );
};

test('a value that cannot be converted is a failure of the keyword that it violates, or else of its format', () => {
  expect(list({ day })).toEqual([]);
  expect(list({ day: never })).toEqual(['/day /s format: must be a valid Date of the years 0 to 9999']);
  expect(list({ day: never }, failure('/day', 'type'), failure('/day', 'minLength'), failure('/at', 'type'))).toEqual([
    '/day /s/day/type type: must be a valid Date of the years 0 to 9999',
    '/at /s/at/type type: must be x',
  ]);
});

test('at most the requested number of failures is listed', () => {
  const validate: Validate = () => [failure('/a', 'type'), failure('/b', 'type')];
  const listed = validateConverted(conversion, '/s', validate)({ day: never }, undefined, { maxFailures: 1 });
  expect(listed.map(({ keyword }) => keyword)).toEqual(['format', 'maxFailures']);
});

test('defaults are filled in as JSON and then converted', () => {
  const filled = fillConverted({ day }, conversion, (value) => ({ ...Object(value), at: '2025-05-01T10:00:00Z' }));
  expect(filled).toEqual({ day, at: new Date('2025-05-01T10:00:00Z') });
});
