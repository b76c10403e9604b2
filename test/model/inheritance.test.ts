import { expect, test } from 'vitest';
import type { Schema } from '../../src/model/schema.js';
import { buildDescription, component } from './build-description.js';

/**
 * The children of a parent schema (OpenAPI 3.2, 4.25.2). A row contains the keywords of the parent `Pet`, its
 * discriminator, the schemas `Cat` and `Dog`, and the expected children with the values that select each. `+` marks a
 * child that extends its parent.
 */
interface Row {
  readonly pet?: string;
  readonly property?: string;
  readonly kind?: string;
  readonly discriminator?: string;
  readonly cat?: string;
  readonly dog?: string;
}

const extending = "{ allOf: [{ $ref: '#/components/schemas/Pet' }] }";
const extendingAs = (value: string): string =>
  `{ allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { kind: { const: ${value} } } }] }`;
const cat = "cat: '#/components/schemas/Cat'";

function listChildren({
  pet = '',
  property = 'kind',
  kind = '{ type: string }',
  discriminator = '',
  cat: one,
  dog,
}: Row): string[] {
  const built = buildDescription(`
openapi: 3.2.0
info: { title: T, version: '1' }
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { ${property}: ${kind} }, discriminator: { propertyName: kind, ${discriminator} } ${pet} }
    Cat: ${one ?? extending}
    Dog: ${dog ?? extending}
`);
  const parent = component(built, 'Pet');
  const { base, children } = parent.discriminator?.inheritance ?? { base: undefined, children: [] };
  const name = (schema: Schema): string =>
    schema === base ? 'base' : schema.kind === 'keywords' ? (schema.component ?? '') : schema.kind;
  return children.map(
    ({ schema, values, isExtending }) => `${name(schema)}${isExtending ? '+' : ''} ${JSON.stringify(values) ?? 'any'}`,
  );
}

test.each<[string, Row, string[]]>([
  ['every schema that extends the parent', {}, ['Cat+ ["Cat"]', 'Dog+ ["Dog"]']],
  ['a name of the mapping', { discriminator: `mapping: { ${cat} }` }, ['Cat+ ["cat"]', 'Dog+ ["Dog"]']],
  [
    'several names of one child',
    { discriminator: `mapping: { ${cat}, kitten: '#/components/schemas/Cat' }` },
    ['Cat+ ["cat","kitten"]', 'Dog+ ["Dog"]'],
  ],
  [
    'a child that does not extend',
    { discriminator: `mapping: { ${cat} }`, cat: '{ type: object }' },
    ['Cat ["cat"]', 'Dog+ ["Dog"]'],
  ],
  [
    'a child for other values',
    { discriminator: "defaultMapping: '#/components/schemas/Cat'" },
    ['Dog+ ["Dog"]', 'Cat+ any'],
  ],
  [
    'the parent for other values',
    { discriminator: "defaultMapping: '#/components/schemas/Pet'" },
    ['Cat+ ["Cat"]', 'Dog+ ["Dog"]', 'base+ any'],
  ],
  [
    'a name of the parent itself',
    { discriminator: `mapping: { ${cat}, pet: '#/components/schemas/Pet' }` },
    ['Cat+ ["cat"]', 'Dog+ ["Dog"]', 'base+ ["pet"]'],
  ],
  [
    'a name of the parent itself, and a child for other values',
    {
      kind: '{ enum: [Dog, pet, Cow] }',
      discriminator: "mapping: { pet: '#/components/schemas/Pet' }, defaultMapping: '#/components/schemas/Cat'",
    },
    ['Dog+ ["Dog"]', 'Cat+ any', 'base+ ["pet"]'],
  ],
  [
    'no values, because the parent does not describe the property',
    { property: 'sort', discriminator: `mapping: { ${cat}, pet: '#/components/schemas/Pet' }` },
    ['Cat+ any', 'Dog+ any'],
  ],
  ['listed values', { kind: '{ enum: [Cat, Dog] }' }, ['Cat+ ["Cat"]', 'Dog+ ["Dog"]']],
  [
    'a listed value of no child',
    { kind: '{ enum: [Cat, Dog, Cow] }' },
    ['Cat+ ["Cat"]', 'Dog+ ["Dog"]', 'base+ ["Cow"]'],
  ],
  ['a child whose value is not listed', { kind: '{ enum: [Cat] }' }, ['Cat+ ["Cat"]']],
  ['a child that says its value', { cat: extendingAs('c'), dog: extendingAs('d') }, ['Cat+ ["c"]', 'Dog+ ["d"]']],
  [
    'numbers',
    { kind: '{ type: integer }', discriminator: "mapping: { '1': '#/components/schemas/Cat' }" },
    ['Cat+ [1]', 'Dog+ ["Dog"]'],
  ],
  ...['{ type: string }', '{ type: [string, integer] }', '{}'].map((kind): [string, Row, string[]] => [
    `a text of digits where the property is ${kind}`,
    { kind, discriminator: "mapping: { '1': '#/components/schemas/Cat' }" },
    ['Cat+ ["1"]', 'Dog+ ["Dog"]'],
  ]),
  [
    'a union, which has members',
    { pet: ", oneOf: [{ $ref: '#/components/schemas/Cat' }]", cat: '{ type: object }', dog: '{ type: object }' },
    [],
  ],
  ['nobody', { cat: '{ type: object }', dog: '{ type: object }' }, []],
])('the children of a parent: %s', (_, row, expected) => {
  expect(listChildren(row)).toEqual(expected);
});

test('a child extends the base of its parent instead of the parent', () => {
  const built = buildDescription(`
openapi: 3.1.1
info: { title: T, version: '1' }
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }], not: { $ref: '#/components/schemas/Pet', required: [wings] } }
    Kitten: { allOf: [{ $ref: '#/components/schemas/Cat' }] }
    Owner: { type: object, properties: { pet: { $ref: '#/components/schemas/Pet' } } }
`);
  const [pet, child, owner] = ['Pet', 'Cat', 'Owner'].map((name) => component(built, name));
  const extended = child?.allOf?.[0];
  expect(extended?.kind === 'keywords' && extended.ref).toBe(pet?.discriminator?.inheritance?.base);
  expect(child?.not?.kind === 'keywords' && child.not.ref).toBe(pet);
  const property = owner?.properties?.[0]?.schema;
  expect(property?.kind === 'keywords' && property.ref).toBe(pet);
});

test('a parent without children stays as it is', () => {
  const built = buildDescription(`
openapi: 3.2.0
info: { title: T, version: '1' }
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
`);
  expect(component(built, 'Pet').discriminator?.inheritance).toBeUndefined();
});
