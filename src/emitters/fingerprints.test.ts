import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../test/model/write-schema.js';
import { collectSchemas, listSubschemas } from '../model/walk-schemas.js';
import { Fingerprints } from './fingerprints.js';

/** `Order` contains a `Line`, which refers to `Name`; `Tree` contains itself. */
function writeSchemas(): Record<'Name' | 'Line' | 'Order' | 'Tree', WrittenSchema> {
  const Name = writeSchema('Name', { types: ['string'], description: 'A name.' });
  const Line = writeSchema('Line', { properties: [{ name: 'name', schema: writeSchema('at', { ref: Name }) }] });
  const Order = writeSchema('Order', { items: Line });
  const Tree = writeSchema('Tree');
  Tree.properties = [{ name: 'child', schema: writeSchema('child', { ref: Tree }) }];
  return { Name, Line, Order, Tree };
}

/** The schemas whose fingerprint differs from that of the last call. */
function listChanged(
  before: Record<string, string>,
  schemas: Record<string, WrittenSchema>,
): [string[], typeof before] {
  const all = collectSchemas(Object.values(schemas));
  const parts = new Map([...all].map((schema) => [schema, listSubschemas(schema)]));
  const fingerprints = new Fingerprints(parts, (schema) => schema.component ?? '');
  const hashes = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, fingerprints.of(schema)] as const),
  );
  return [Object.keys(hashes).filter((name) => hashes[name] !== before[name]), hashes];
}

test('a schema has another fingerprint if it or a schema to which it leads has changed', () => {
  let [changed, hashes] = listChanged({}, writeSchemas());
  expect(changed).toEqual(['Name', 'Line', 'Order', 'Tree']);
  [changed, hashes] = listChanged(hashes, writeSchemas());
  expect(changed).toEqual([]);
  const longer = writeSchemas();
  longer.Name.maxLength = 5;
  [changed, hashes] = listChanged(hashes, longer);
  expect(changed).toEqual(['Name', 'Line', 'Order']);
  const described = writeSchemas();
  described.Name.maxLength = 5;
  described.Line.description = 'Another text.';
  [changed, hashes] = listChanged(hashes, described);
  expect(changed).toEqual(['Line', 'Order']);
  const other = writeSchemas();
  other.Name.maxLength = 5;
  other.Line.description = 'Another text.';
  other.Tree.minProperties = 1;
  expect(listChanged(hashes, other)[0]).toEqual(['Tree']);
});

test('a schema has another fingerprint if its description has changed', () => {
  const { Name } = writeSchemas();
  const [, hashes] = listChanged({}, { Name });
  expect(listChanged(hashes, { Name: { ...Name, component: 'Name' } })[0]).toEqual(['Name']);
});

test('a value has the same fingerprint if only an omitted list has changed', () => {
  const hash = (examples: readonly string[], omitted: ReadonlySet<readonly unknown[]>): string =>
    new Fingerprints(new Map(), () => '', omitted).ofValue({ status: 200, content: { examples } });
  const [a, b] = [['a'], ['b']];
  expect(hash(a, new Set())).not.toBe(hash(b, new Set()));
  expect(hash(a, new Set([a, b]))).toBe(hash(b, new Set([a, b])));
});

test('the place of an inline schema is a part of its fingerprint, relative to that of the schema around it', () => {
  const buildOrder = (place: string): Record<'Order', WrittenSchema> => {
    const items = { ...writeSchema('Line'), origin: { file: 'openapi.yaml', pointer: place } };
    return { Order: writeSchema('Order', { items }) };
  };
  const [, hashes] = listChanged({}, buildOrder('/components/schemas/Order/items'));
  expect(listChanged(hashes, buildOrder('/components/schemas/Order/items'))[0]).toEqual([]);
  expect(listChanged(hashes, buildOrder('/components/schemas/Order/else'))[0]).toEqual(['Order']);
  expect(listChanged(hashes, buildOrder('/components/schemas/Line'))[0]).toEqual(['Order']);
});
