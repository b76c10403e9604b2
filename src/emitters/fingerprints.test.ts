import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../test/model/write-schema.js';
import { collectSchemas, listSubschemas } from '../model/walk-schemas.js';
import type { FingerprintMemory } from './fingerprint-memory.js';
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

/** Returns the fingerprints of schemas and of all schemas to which they lead. */
function printSchemas(schemas: Record<string, WrittenSchema>, memory?: FingerprintMemory): Fingerprints {
  const all = collectSchemas(Object.values(schemas));
  const parts = new Map([...all].map((schema) => [schema, listSubschemas(schema)]));
  return new Fingerprints(parts, (schema) => schema.component ?? '', memory);
}

/** The schemas whose fingerprint differs from that of the last call. */
function listChanged(
  before: Record<string, string>,
  schemas: Record<string, WrittenSchema>,
): [string[], typeof before] {
  const fingerprints = printSchemas(schemas);
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
  const filled = writeSchemas();
  filled.Name.maxLength = 5;
  filled.Line.default = {};
  [changed, hashes] = listChanged(hashes, filled);
  expect(changed).toEqual(['Line', 'Order']);
  const other = writeSchemas();
  other.Name.maxLength = 5;
  other.Line.default = {};
  other.Tree.minProperties = 1;
  expect(listChanged(hashes, other)[0]).toEqual(['Tree']);
});

test('a schema has the same fingerprint if only texts have changed', () => {
  const [, hashes] = listChanged({}, writeSchemas());
  const other = writeSchemas();
  Object.assign(other.Name, { title: 'A', description: 'B', comment: 'C', examples: ['D'], deprecated: true });
  Object.assign(other.Line, { externalDocs: { url: 'https://example.com' }, xml: { name: 'line' } });
  expect(listChanged(hashes, other)[0]).toEqual([]);
});

/** `Order` contains a line, which refers to `Name`. `at` is the property in `Order` with the reference. */
function writeOrder(): Record<'Name' | 'Order' | 'line' | 'at', WrittenSchema> {
  const Name = writeSchema('Name', { types: ['string'] });
  const at = writeSchema('at', { ref: Name });
  const line = writeSchema('line', { properties: [{ name: 'name', schema: at }] });
  return { Name, Order: writeSchema('Order', { items: line }), line, at };
}

test.each([
  ['Order', { Order: { description: 'Changed.' } }],
  ['Order', { line: { title: 'Changed' } }],
  ['Order', { at: { deprecated: true } }],
  ['Name', { Name: { description: 'Changed.' } }],
] as const)('only the texts of %s have changed after the edit %j', (changed, edits) => {
  const before = writeOrder();
  const hashes = printSchemas(before);
  const after = writeOrder();
  for (const [name, edit] of Object.entries(edits)) Object.assign(after[name as keyof typeof after], edit);
  const fingerprints = printSchemas(after);
  for (const name of ['Name', 'Order'] as const) {
    expect(fingerprints.of(after[name])).toBe(hashes.of(before[name]));
    const texts = hashes.hashTexts([before[name]]);
    expect(fingerprints.findSchemas(texts)).toEqual(name === changed ? undefined : [after[name]]);
  }
  expect(fingerprints.findSchemas(hashes.hashTexts([before.at])) === undefined).toBe(changed === 'Order');
});

test('a text that moves to the schema around it is a change', () => {
  const [inside, outside] = [writeOrder(), writeOrder()];
  inside.at.description = 'The same.';
  outside.line.description = 'The same.';
  const hashes = printSchemas(inside);
  const fingerprints = printSchemas(outside);
  expect(fingerprints.of(outside.Order)).toBe(hashes.of(inside.Order));
  expect(fingerprints.findSchemas(hashes.hashTexts([inside.Order]))).toBeUndefined();
});

test('a schema has another fingerprint if what `describe` returns has changed', () => {
  const { Name } = writeSchemas();
  const [, hashes] = listChanged({}, { Name });
  expect(listChanged(hashes, { Name: { ...Name, component: 'Name' } })[0]).toEqual(['Name']);
});

test('the examples of an element make no difference, but those in its data do', () => {
  const origin = { file: 'openapi.yaml', pointer: '/paths' };
  const hash = (value: object): string => new Fingerprints(new Map(), () => '').ofValue({ content: value });
  expect(hash({ origin, examples: ['a'] })).toBe(hash({ origin, examples: ['b'] }));
  expect(hash({ origin, data: { examples: ['a'] } })).not.toBe(hash({ origin, data: { examples: ['b'] } }));
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

test('a schema of the last run is not printed again, but described again', () => {
  const memory: FingerprintMemory = {};
  const { Name, Line } = writeSchemas();
  const first = printSchemas({ Name, Line }, memory).of(Line);
  // No run changes a schema. The test does, to see that its members are not read.
  Object.assign(Name, { maxLength: 5 });
  expect(printSchemas({ Name, Line }, memory).of(Line)).toBe(first);
  expect(printSchemas({ Name, Line }).of(Line)).not.toBe(first);
  Object.assign(Name, { component: 'Renamed' });
  expect(printSchemas({ Name, Line }, memory).of(Line)).not.toBe(first);
});

test('a schema of the last run is printed again if a schema inside it has got a reference', () => {
  const memory: FingerprintMemory = {};
  const line = writeSchema('line', { types: ['object'] });
  const Order = { ...writeSchema('Order', { items: line }), component: 'Order' };
  printSchemas({ Order }, memory).of(Order);
  const Other = writeSchema('Other', { ref: line });
  const [after, anew] = [printSchemas({ Order, Other }, memory), printSchemas({ Order, Other })];
  for (const schema of [Order, Other, line]) expect(after.of(schema)).toBe(anew.of(schema));
});

test('a part that several values share is hashed once', () => {
  const shared = { text: 'a'.repeat(300) };
  const fingerprints = new Fingerprints(new Map(), () => '');
  const first = fingerprints.ofValue([1, shared]);
  expect(fingerprints.ofValue([1, { ...shared }])).toBe(first);
  expect(fingerprints.ofValue([1, { text: 'b'.repeat(300) }])).not.toBe(first);
});

test('a value of the last run is not printed again, but the fingerprints of its schemas count', () => {
  const memory: FingerprintMemory = {};
  const { Name } = writeSchemas();
  const response = { text: 'a'.repeat(300), content: [Name] };
  const first = printSchemas({ Name }, memory).ofValue({ response });
  // No run changes a value. The test does, to see that its members are not read.
  response.text = 'b'.repeat(300);
  expect(printSchemas({ Name }, memory).ofValue({ response })).toBe(first);
  expect(printSchemas({ Name }).ofValue({ response })).not.toBe(first);
  Object.assign(Name, { component: 'Renamed' });
  expect(printSchemas({ Name }, memory).ofValue({ response })).not.toBe(first);
});
