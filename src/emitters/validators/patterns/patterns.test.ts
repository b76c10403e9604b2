import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import { Diagnostics } from '../../../diagnostics/diagnostic.js';
import { Patterns } from './patterns.js';

test.each<[string, string | undefined]>([
  ['^[a-z]+$', undefined],
  ['^(a+)+$', 'slow-pattern'],
  ['^a*a*$', 'quadratic-pattern'],
  ['^a*a*a*$', 'polynomial-pattern'],
  ['^\\-$', 'pattern-without-unicode'],
])('a problem of the pattern %s is reported once per place: %s', (pattern, code) => {
  const diagnostics = new Diagnostics();
  const patterns = new Patterns(diagnostics);
  const schema = writeSchema('Name', { pattern });
  const expressions = [1, 2].map(() => patterns.read(schema, pattern));
  const name = patterns.read(writeSchema('Map', { patternProperties: [{ pattern, schema }] }), pattern);
  expect(new Set([...expressions, name]).size).toBe(1);
  expect(new Function(`return ${name};`)()).toBeInstanceOf(RegExp);
  const found = diagnostics.list.map((finding) => [finding.code, finding.origin?.pointer]);
  const token = pattern.replaceAll('~', '~0').replaceAll('/', '~1');
  const places = ['/components/schemas/Name/pattern', `/components/schemas/Map/patternProperties/${token}`];
  expect(found).toEqual(code === undefined ? [] : places.map((place) => [code, place]));
});

test('a bounded text makes a quadratic pattern harmless, but not a name of a property', () => {
  const diagnostics = new Diagnostics();
  const patterns = new Patterns(diagnostics);
  patterns.read(writeSchema('Short', { pattern: '^a*a*$', maxLength: 100 }), '^a*a*$');
  expect(diagnostics.list).toEqual([]);
  patterns.read(writeSchema('Map', { maxLength: 100 }), '^a*a*$');
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['quadratic-pattern']);
});
