import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../test/model/write-schema.js';
import { collectSchemas } from '../../model/walk-schemas.js';
import { Fingerprints } from './fingerprints.js';
import type { FingerprintNumbers } from './function-memory.js';

/** `Order` contains a `Line`, which refers to `Name`; `Tree` contains itself. */
function writeSchemas(): Record<'Name' | 'Line' | 'Order' | 'Tree', WrittenSchema> {
  const Name = writeSchema('Name', { types: ['string'], description: 'A name.' });
  const Line = writeSchema('Line', { properties: [{ name: 'name', schema: writeSchema('at', { ref: Name }) }] });
  const Order = writeSchema('Order', { items: Line });
  const Tree = writeSchema('Tree');
  Tree.properties = [{ name: 'child', schema: writeSchema('child', { ref: Tree }) }];
  return { Name, Line, Order, Tree };
}

let last: FingerprintNumbers = { texts: new Map(), next: 0 };

/** The schemas whose number differs from that of the last call. */
function listChanged(
  before: Record<string, number>,
  schemas: Record<string, WrittenSchema>,
): [string[], typeof before] {
  const fingerprints = new Fingerprints(
    collectSchemas(Object.values(schemas)),
    (schema) => schema.component ?? '',
    last,
  );
  const numbers = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, fingerprints.of(schema)] as const),
  );
  last = fingerprints.numbers;
  return [Object.keys(numbers).filter((name) => numbers[name] !== before[name]), numbers];
}

test('a schema has another number if it or a schema to which it leads has changed', () => {
  let [changed, numbers] = listChanged({}, writeSchemas());
  expect(changed).toEqual(['Name', 'Line', 'Order', 'Tree']);
  [changed, numbers] = listChanged(numbers, writeSchemas());
  expect(changed).toEqual([]);
  const longer = writeSchemas();
  longer.Name.maxLength = 5;
  [changed, numbers] = listChanged(numbers, longer);
  expect(changed).toEqual(['Name', 'Line', 'Order']);
  const described = writeSchemas();
  described.Name.maxLength = 5;
  described.Name.description = 'Another text.';
  [changed, numbers] = listChanged(numbers, described);
  expect(changed).toEqual([]);
  const other = writeSchemas();
  other.Name.maxLength = 5;
  other.Tree.minProperties = 1;
  expect(listChanged(numbers, other)[0]).toEqual(['Tree']);
});

test('a schema has another number if its description has changed', () => {
  const { Name } = writeSchemas();
  const [, numbers] = listChanged({}, { Name });
  expect(listChanged(numbers, { Name: { ...Name, component: 'Name' } })[0]).toEqual(['Name']);
});
