import { expect, test } from 'vitest';
import { followReference } from '../../src/model/in-place.js';
import type { Schema } from '../../src/model/schema.js';
import { type Built, buildDescription, component, place } from './build-description.js';

function build(version: string, schemas: string): Built {
  return buildDescription(`
openapi: ${version}
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
${schemas.replace(/^/gm, '    ')}`);
}

test('keywords of OpenAPI 3.0 become those of JSON Schema 2020-12', () => {
  const built = build(
    '3.0.4',
    `
Price: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false, example: 1 }
Name: { type: string, nullable: true }
State: { type: string, enum: [open, paid], nullable: true }
Buyer: { nullable: true, allOf: [{ $ref: '#/components/schemas/Name' }], description: Who pays. }`,
  );
  const price = component(built, 'Price');
  expect(price).toMatchObject({ exclusiveMinimum: 0, maximum: 9, examples: [1] });
  expect(price).not.toHaveProperty('minimum');
  expect(price).not.toHaveProperty('exclusiveMaximum');
  expect(component(built, 'Name').types).toEqual(['string', 'null']);
  expect(component(built, 'State')).toMatchObject({ types: ['string', 'null'], enum: ['open', 'paid', null] });
  const buyer = component(built, 'Buyer');
  expect(buyer.description).toBe('Who pays.');
  expect(buyer.allOf).toBeUndefined();
  expect(buyer.anyOf).toMatchObject([{ allOf: [{ ref: { component: 'Name' } }] }, { types: ['null'] }]);
  expect(built.findings).toEqual([
    'null-added /components/schemas/State/nullable',
    'null-added /components/schemas/Buyer/nullable',
  ]);
});

test.each(['3.0.4', '3.1.1'])('in OpenAPI %s, a `$ref` that is null is read as absent', (version) => {
  const built = build(version, 'Pet: { $ref: null, type: object, properties: { name: { type: string } } }');
  expect(component(built, 'Pet')).toMatchObject({ types: ['object'], properties: [{ name: 'name' }] });
  expect(built.findings).toEqual(['empty-keyword /components/schemas/Pet/$ref']);
});

test('`example` adds to `examples`', () => {
  const built = build('3.1.1', 'Price: { type: number, examples: [1, 2], example: 3 }');
  expect(component(built, 'Price').examples).toEqual([1, 2, 3]);
});

test('every keyword of JSON Schema 2020-12 reaches the model', () => {
  const built = build(
    '3.1.1',
    `
Holder: { properties: { all: { $ref: '#/components/schemas/All' } } }
All:
  $comment: c
  title: t
  type: [object, array, string, number]
  const: 1
  multipleOf: 2
  exclusiveMaximum: 9
  exclusiveMinimum: 0
  maxLength: 5
  minLength: 1
  pattern: ^a
  format: f
  contentEncoding: base64
  contentMediaType: application/json
  contentSchema: { type: object }
  prefixItems: [true]
  items: false
  contains: {}
  maxContains: 3
  minContains: 1
  maxItems: 4
  minItems: 0
  uniqueItems: true
  unevaluatedItems: false
  properties: { a: {} }
  required: [a, b]
  patternProperties: { ^x: {} }
  additionalProperties: { type: string }
  propertyNames: { maxLength: 9 }
  maxProperties: 8
  minProperties: 0
  dependentRequired: { a: [b] }
  dependentSchemas: { a: { required: [c] } }
  unevaluatedProperties: false
  not: { type: 'null' }
  if: { required: [a] }
  then: { required: [b] }
  else: { required: [c] }
  examples: [1]
  deprecated: true
  readOnly: true
  writeOnly: false
  xml: { name: x }
  externalDocs: { url: 'https://shop.example' }
  $defs: { Part: { type: integer } }`,
  );
  const { kind, origin, notShown, source, component: name, ...said } = component(built, 'All');
  expect(built.findings).toEqual([]);
  expect(Object.keys(said).sort()).toEqual(
    `additionalProperties comment const contains contentEncoding contentMediaType contentSchema dependentRequired
     dependentSchemas deprecated else examples exclusiveMaximum exclusiveMinimum externalDocs format if items maxContains
     maxItems maxLength maxProperties minContains minItems minLength minProperties multipleOf not pattern
     patternProperties prefixItems properties propertyNames readOnly required then title types unevaluatedItems
     unevaluatedProperties uniqueItems writeOnly xml`.split(/\s+/),
  );
  expect(said).toMatchObject({
    const: 1,
    items: { kind: 'boolean', value: false },
    dependentRequired: [{ name: 'a' }],
  });
  expect(built.api.schemas.find((one) => one.kind === 'keywords' && one.definition === 'Part')).toBeDefined();
});

test('a place has the same schema for every reference to it', () => {
  const built = buildDescription({
    'spec.yaml': `
openapi: 3.1.1
info: { title: T, version: '1' }
components:
  schemas:
    A: { $ref: 'parts.yaml#/Item', description: mine }
    B: { properties: { item: { $ref: './parts.yaml#/Item' }, owner: { $ref: '#/components/schemas/C/properties/who' } } }
    C: { properties: { who: { type: string } } }`,
    'parts.yaml': 'Item: { type: array, items: { $ref: "#/Item" } }',
  });
  const a = component(built, 'A');
  const b = component(built, 'B');
  expect(a.description).toBe('mine');
  expect(a.ref?.origin).toEqual({ file: 'parts.yaml', pointer: '/Item' });
  expect(b.properties?.[0]?.schema).toMatchObject({ kind: 'keywords' });
  const item = b.properties?.[0]?.schema;
  expect(item?.kind === 'keywords' && item.ref === a.ref).toBe(true);
  expect(a.ref?.kind === 'keywords' && a.ref.items?.kind === 'keywords' && a.ref.items.ref === a.ref).toBe(true);
  const owner = b.properties?.[1]?.schema;
  expect(owner?.kind === 'keywords' && owner.ref).toBe(component(built, 'C').properties?.[0]?.schema);
});

test('a dynamic reference leads to the schema of its dynamic scope, in a copy of the schema around it', () => {
  const built = build(
    '3.1.1',
    `
Tree:
  $id: https://shop.example/tree
  $dynamicAnchor: node
  properties: { children: { type: array, items: { $dynamicRef: '#node' } }, name: { type: string } }
Strict: { $id: https://shop.example/strict, $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false }
Alias: { $ref: '#/components/schemas/Strict' }
Both: { $id: https://shop.example/both, $ref: strict, $dynamicRef: 'tree#node' }`,
  );
  expect(built.findings).toEqual([]);
  const [tree, strict, alias, both] = ['Tree', 'Strict', 'Alias', 'Both'].map((name) => component(built, name));
  const leafOf = (schema: Schema | undefined): Schema | undefined => {
    const children = schema?.kind === 'keywords' ? schema.properties?.[0]?.schema : undefined;
    const items = children?.kind === 'keywords' ? children.items : undefined;
    return items?.kind === 'keywords' ? items.ref : undefined;
  };
  expect(leafOf(tree)).toBe(tree);
  expect(strict?.ref).toMatchObject({ origin: tree?.origin, bound: [strict] });
  expect(strict?.ref?.component).toBeUndefined();
  expect(leafOf(strict?.ref)).toBe(strict);
  // What does not depend on the scope is not copied.
  expect(strict?.ref?.kind === 'keywords' && strict.ref.properties?.[1]?.schema).toBe(tree?.properties?.[1]?.schema);
  expect(alias?.ref).toBe(strict);
  // Both references apply. No schema before the second one declares the anchor.
  expect(both?.ref).toMatchObject({ allOf: [strict, tree] });
});

test('a discriminator lists its explicit names first, then those of its alternatives or of the schemas that extend it', () => {
  const built = build(
    '3.1.1',
    `
Pet:
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
  discriminator: { propertyName: kind, mapping: { woof: Dog } }
Cat: { type: object }
Dog: { type: object }
Base: { type: object, discriminator: { propertyName: kind } }
Child: { allOf: [{ $ref: '#/components/schemas/Base' }] }
Grandchild: { allOf: [{ $ref: '#/components/schemas/Child' }] }`,
  );
  const rows = (name: string) =>
    component(built, name).discriminator?.mapping.map(({ value, schema, explicit }) => [
      value,
      place(schema),
      explicit,
    ]);
  expect(rows('Pet')).toEqual([
    ['woof', '/components/schemas/Dog', true],
    ['Cat', '/components/schemas/Cat', false],
  ]);
  expect(rows('Base')).toEqual([
    ['Child', '/components/schemas/Child', false],
    ['Grandchild', '/components/schemas/Grandchild', false],
  ]);
});

test('a schema that extends one of which it is an alternative inherits everything but the alternatives', () => {
  const built = build(
    '3.1.1',
    `
Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { purr: { type: string } } }] }
Pet: { required: [kind], properties: { kind: {} }, oneOf: [{ $ref: '#/components/schemas/Cat' }] }`,
  );
  const [taken] = component(built, 'Cat').allOf ?? [];
  expect(taken).toMatchObject({ required: ['kind'], properties: [{ name: 'kind' }] });
  expect(taken).not.toHaveProperty('oneOf');
  expect(component(built, 'Pet').oneOf).toMatchObject([{ ref: { component: 'Cat' } }]);
});

test('long chains of references and deeply nested schemas are read without recursion', () => {
  const count = 4_000;
  const chain = Array.from(
    { length: count },
    (_, index) => `S${index}: { $ref: '#/components/schemas/S${index + 1}' }`,
  );
  const built = build('3.1.1', `\n${chain.join('\n')}\nS${count}: { type: string }`);
  expect(built.findings).toEqual([]);
  expect(built.api.schemas).toHaveLength(count + 1);
  // Compilers and runtimes follow references by recursion.
  const { schema, passed } = followReference(component(built, 'S0'));
  expect(passed.length).toBeLessThan(200);
  expect(place(schema)).toBe(`/components/schemas/S${count}`);
});

test('an alternative in another file has the name of that file, unless another alternative has it', () => {
  const built = buildDescription({
    'spec.yaml': `
openapi: 3.1.1
info: { title: T, version: '1' }
components:
  schemas:
    Pet:
      oneOf: [{ $ref: 'pets/cat.v1.yaml' }, { $ref: 'pets/dogs.yaml#/$defs/Dog.v2' }, { $ref: 'cat.v1.yaml' }]
      discriminator: { propertyName: kind }`,
    'cat.v1.yaml': 'properties: { kind: {} }',
    'pets/cat.v1.yaml': 'properties: { kind: {} }',
    'pets/dogs.yaml': '$defs: { Dog.v2: { properties: { kind: {} } } }',
  });
  expect(
    component(built, 'Pet').discriminator?.mapping.map(({ value, schema }) => [value, schema.origin.file]),
  ).toEqual([
    ['cat.v1', expect.stringContaining('pets')],
    ['Dog.v2', expect.stringContaining('pets')],
  ]);
});

test.each([
  ['const: 5, minimum: 5, maximum: 5', false],
  ['const: 4, minimum: 5', true],
  ['const: 6, maximum: 5', true],
  ['const: 5, exclusiveMinimum: 5', true],
  ['const: 5, exclusiveMaximum: 5', true],
  ['const: 5, exclusiveMinimum: 4, exclusiveMaximum: 6', false],
  ['const: 5, minLength: 6', false],
  ['const: a😀, maxLength: 2', false],
  ['const: a😀, minLength: 3', true],
  ['const: [1], minItems: 2', true],
  ['const: { a: 1 }, maxProperties: 0', true],
  ['const: 5, allOf: [{ minimum: 1 }, { maximum: 9 }]', false],
  ['const: 5, allOf: [{ minimum: 1 }, { minimum: 6 }]', true],
  ['const: 5, allOf: [{ maximum: 4 }, { maximum: 9 }]', true],
  ['type: number, allOf: [{ minimum: 6 }, { maximum: 5 }]', true],
])('no value of the schema { %s } is valid: %s', (keywords, isImpossible) => {
  expect(component(build('3.1.1', `\nA: { ${keywords} }`), 'A').isImpossible === true).toBe(isImpossible);
});
