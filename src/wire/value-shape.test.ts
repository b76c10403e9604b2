import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../test/model/write-schema.js';
import type { Schema } from '../model/schema.js';
import { defaultOf } from './default-of.js';
import { fieldItemOf, splitFile } from './field-item.js';
import { formPropertiesOf } from './form-properties.js';
import { isBinary } from './media-format.js';
import { itemOf, shapeOf } from './value-shape.js';

/** Returns the first of many schemas that each refer to the next. */
function chain(end: Schema): Schema {
  let schema = end;
  for (let count = 0; count < 500; count++) schema = writeSchema(`Step${count}`, { ref: schema });
  return schema;
}

const item = writeSchema('Item', { types: ['string'] });
const list = writeSchema('List', { types: ['array'], items: item });
const file = writeSchema('File', { types: ['string'], format: 'binary' });
const object = writeSchema('Object', { types: ['object'], properties: [{ name: 'id', schema: item }], default: {} });

test('references of any length are followed', () => {
  expect(shapeOf(chain(list))).toEqual(shapeOf(list));
  expect(itemOf(chain(list))).toBe(item);
  expect(fieldItemOf(chain(list), false)).toBe(item);
  expect(splitFile(chain(writeSchema('Either', { anyOf: [file, object] })))).toEqual({ file, others: [object] });
  expect(formPropertiesOf(chain(object)).properties).toEqual([{ name: 'id', schema: item, required: false }]);
  expect(defaultOf(chain(object))).toEqual({});
  expect(isBinary(chain(file))).toBe(true);
});

test('a circle of references is any value', () => {
  const first: WrittenSchema = writeSchema('First');
  const second = writeSchema('Second', { ref: first });
  first.ref = second;
  expect(shapeOf(first)).toEqual({ kind: 'any' });
  expect(itemOf(second)).toBeUndefined();
  expect(fieldItemOf(first, true)).toBeUndefined();
  expect(splitFile(first)).toBeUndefined();
  expect(formPropertiesOf(first)).toEqual({ properties: [] });
  expect(defaultOf(first)).toBeUndefined();
});
