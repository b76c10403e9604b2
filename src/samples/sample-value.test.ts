import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { namePath } from '../../test/types/emission.js';
import { findSampleValue } from './sample-value.js';

function chooseSample(schema: object | boolean, others: object = {}): unknown {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Samples', version: '1' },
    paths: {},
    components: { schemas: { Sampled: schema, ...others } },
  };
  const folder = makeFolder({ 'openapi.json': JSON.stringify(description) });
  const { api, types } = namePath(`${folder}/openapi.json`);
  const sampled = api.schemas.find(({ component }) => component === 'Sampled');
  return sampled && findSampleValue(sampled, 'response', types.views);
}

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, self: { $ref: '#/components/schemas/Pet' } },
};

describe('a sample is valid and consists of values that the schema states', () => {
  test.each<[object, unknown]>([
    [{ type: 'string', examples: ['Rex'] }, 'Rex'],
    [{ type: 'string', pattern: '^R', default: 'Rex' }, 'Rex'],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ const: null }, null],
    [{ type: ['null', 'boolean'] }, true],
    [{ type: 'string', minLength: 6 }, 'textxx'],
    [{ type: 'string', maxLength: 2 }, 'te'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00:00Z'],
    [{ type: 'integer' }, 1],
    [{ type: 'integer', exclusiveMinimum: 1 }, 2],
    [{ type: 'integer', minimum: 8, multipleOf: 5 }, 10],
    [{ type: 'number', maximum: -0.5 }, -0.5],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
    [{ type: 'array', maxItems: 0 }, []],
    [{ oneOf: [{ type: 'string', pattern: 'x' }, { type: 'integer' }] }, 1],
    [
      {
        allOf: [{ $ref: '#/components/schemas/Pet' }, { required: ['age'], properties: { age: { type: 'integer' } } }],
      },
      { name: 'text', age: 1 },
    ],
    [
      {
        type: 'object',
        properties: { secret: { type: 'string', writeOnly: true }, pet: { $ref: '#/components/schemas/Pet' } },
      },
      { pet: { name: 'text' } },
    ],
  ])('%j', (schema, expected) => {
    const value = chooseSample(schema, { Pet: pet });
    expect(value).toEqual(expected);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const whole = { ...schema, components: { schemas: { Pet: pet } } };
    expect(ajv.validate(whole, value)).toBe(true);
  });
});

test.each([
  [{ type: 'string', pattern: '^R' }],
  [{ type: 'string', format: 'iban' }],
  [{ type: 'string', format: 'uuid', maxLength: 5 }],
  [{ not: { type: 'string' } }],
  [{ type: 'object', required: ['code'], properties: { code: { type: 'string', pattern: '^R' } } }],
  [{ type: 'object', required: ['me'], properties: { me: { $ref: '#/components/schemas/Sampled' } } }],
  [{ type: 'integer', multipleOf: 7, minimum: 1, maximum: 6 }],
  [{}],
])('%j has no sample', (schema) => {
  expect(chooseSample(schema)).toBeUndefined();
});
