import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import type { Schema } from '../../model/schema.js';
import { CheckedSchemas } from './checked-schemas.js';
import { ModuleWriter } from './module-writer.js';
import type { Place } from './place-schemas.js';

const types = { response: 'Pet', request: 'Pet', received: 'Pet' };
const [alias, pet, twin, part] = ['alias', 'pet', 'twin', 'part'].map((name) => writeSchema(name, {})) as [
  ...[Schema, Schema, Schema, Schema],
];
const place = (schema: Schema): Place => ({ schema, module: 'validators/pet', types });

test('a schema, those that refer to it and those that are equivalent to it are checked by the same functions', () => {
  const of = new Map([alias, pet].map((schema) => [schema, place(pet)] as const));
  const equivalent = (schema: Schema): Schema => (schema === twin ? pet : schema);
  const writer = new ModuleWriter('validators/pet', () => false);
  const asked: string[] = [];
  const schemas = new CheckedSchemas({ of, equivalent }, (name) => {
    asked.push(name);
    return writer;
  });
  const found = schemas.of(alias);
  expect(found).toMatchObject({ schema: pet, module: writer, planned: [] });
  for (const same of [alias, pet, twin]) expect(schemas.of(same)).toBe(found);
  expect(schemas.of(part)).toEqual({ schema: part, module: undefined, planned: [] });
  expect(asked).toEqual(['validators/pet']);
});
