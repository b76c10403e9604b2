import { expect, test } from 'vitest';
import { validateData, validateEvent } from './events.js';
import type { Failure, Validate } from './validators.js';

// Creates a validator that finds a failure at each of these places, and an item at the first one.
const failAt =
  (...places: readonly string[]): Validate =>
  (_value, onNotShown) => {
    if (places[0] !== undefined) onNotShown?.('item', places[0]);
    return places.map(
      (instancePath): Failure => ({
        instancePath,
        schemaPointer: '/s',
        keyword: 'type',
        expected: 'x',
        message: 'must be x',
      }),
    );
  };

function look(validate: Validate, event: unknown): readonly [failures: string[], items: string[]] {
  const items: string[] = [];
  const failures = validate(event, (item, place) => items.push(`${item} ${place}`));
  return [failures.map(({ instancePath }) => instancePath), items];
}

const event = failAt('/event', '/data', '/data/a', '/database');

test.each([
  ['data that is an object', { data: {} }, ['/event', '/data', '/data/a', '/database']],
  ['data that is text', { data: '{' }, ['/event', '/database']],
  ['no data', {}, ['/event', '/data', '/data/a', '/database']],
  ['no event', null, ['/event', '/data', '/data/a', '/database']],
])('a schema of events describes their data too, which is not checked as text: %s', (_, value, expected) => {
  expect(look(validateEvent(event), value)).toEqual([expected, ['item /event']]);
});

test.each([
  ['data', { data: { a: 1 } }, ['/event', '/database', '/data', '/data/b'], ['item /event', 'item /data']],
  ['data that is text', { data: '{' }, ['/event', '/database'], ['item /event']],
  ['no data', { event: 'x' }, ['/event', '/data', '/data/a', '/database'], ['item /event']],
])('the JSON in the data has a separate schema: %s', (_, value, failures, items) => {
  expect(look(validateData(failAt('', '/b'), event), value)).toEqual([failures, items]);
});

test('an event without a schema has failures of its data only', () => {
  expect(look(validateData(failAt('/b')), { data: 1 })).toEqual([['/data/b'], ['item /data/b']]);
  expect(look(validateData(failAt('/b')), {})).toEqual([[], []]);
  expect(validateData(failAt('/b'))({ data: 1 })).toHaveLength(1);
});
