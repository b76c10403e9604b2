import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { collectFormProperties } from './form-properties.js';
import { isBinary } from './media-format.js';
import type { ValueShape } from './plan.js';
import { findDefault } from './plan-api.js';
import { findFieldItem, splitFile } from './plan-media.js';
import { buildShape, findItem } from './value-shape.js';

/** Builds a long chain of schemas, each of which refers to the next one. */
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
  expect(print(buildShape(chain(list)))).toBe('[string]');
  expect(findItem(chain(list))).toBe(item);
  expect(findFieldItem(chain(list), false)).toBe(item);
  expect(splitFile(chain(writeSchema('Either', { anyOf: [file, object] })))).toEqual({ file, others: [object] });
  expect(collectFormProperties(chain(object)).properties).toEqual([{ name: 'id', schema: item, required: false }]);
  expect(findDefault(chain(object))).toEqual({});
  expect(isBinary(chain(file))).toBe(true);
});

test('a circle of references is any value', () => {
  const first: WrittenSchema = writeSchema('First');
  const second = writeSchema('Second', { ref: first });
  first.ref = second;
  expect(buildShape(first)).toEqual({ kind: 'any' });
  expect(findItem(second)).toBeUndefined();
  expect(findFieldItem(first, true)).toBeUndefined();
  expect(splitFile(first)).toBeUndefined();
  expect(collectFormProperties(first)).toEqual({ properties: [] });
  expect(findDefault(first)).toBeUndefined();
});

/** Prints a shape as a short text. */
function print(shape: ValueShape): string {
  switch (shape.kind) {
    case 'any':
      return 'any';
    case 'primitive':
      return shape.types.join('|');
    case 'array':
      return `[${print(shape.items())}]`;
    case 'object': {
      const members = [...shape.properties].map(([name, read]) => `${name}: ${print(read())}`);
      return `{${[...members, ...(shape.additional ? [`*: ${print(shape.additional())}`] : [])].join(', ')}}`;
    }
    case 'union':
      return shape.of.map(print).join(' or ');
  }
}

const write = (keywords: Partial<KeywordSchema>): Schema => writeSchema('Part', keywords);
const boolean = (value: boolean): Schema => {
  const { origin, notShown, source } = writeSchema('Boolean');
  return { kind: 'boolean', origin, notShown, source, value };
};
const text = write({ types: ['string'] });
const whole = write({ types: ['integer'] });
const number = write({ types: ['number'] });
const a = { name: 'a', schema: text };
const b = { name: 'b', schema: whole };

test.each<[string, Partial<KeywordSchema>]>([
  ['any', {}],
  ['string|null', { types: ['string', 'null'] }],
  ['[any] or {*: any} or string', { types: ['object', 'string', 'array'] }],
  // Schemas without `type`.
  ['string|number', { enum: ['a', 'b', 1.5] }],
  ['null', { const: null }],
  ['{a: string}', { properties: [a] }],
  ['{*: any}', { required: ['a'] }],
  ['{*: string}', { patternProperties: [{ pattern: '^x', schema: text }] }],
  ['[string]', { items: text }],
  ['[integer|string]', { prefixItems: [whole], items: text }],
  ['any', { minLength: 1 }],
  // Objects with further members.
  ['{a: string, *: integer}', { properties: [a], additionalProperties: whole }],
  ['{a: string}', { properties: [a], additionalProperties: boolean(false) }],
  ['{a: string, *: any}', { properties: [a], additionalProperties: boolean(true) }],
  ['{}', { types: ['object'], additionalProperties: boolean(false) }],
  ['{*: any}', { types: ['object'] }],
  ['{*: integer|string}', { patternProperties: [{ pattern: '^x', schema: whole }], additionalProperties: text }],
  // Members that only a condition describes.
  ['{a: string, b: integer}', { properties: [a], if: write({}), then: write({ properties: [a, b] }) }],
  [
    '{a: string, b: integer}',
    { properties: [a], dependentSchemas: [{ name: 'a', schema: write({ properties: [b] }) }] },
  ],
  [
    '{a: string|integer, *: any}',
    {
      types: ['object'],
      if: write({}),
      then: write({ properties: [a] }),
      else: write({ properties: [{ name: 'a', schema: whole }] }),
    },
  ],
  // Alternatives, and schemas that apply together.
  ['integer|string', { anyOf: [whole, text] }],
  ['integer|string', { oneOf: [whole, write({ anyOf: [text] })] }],
  ['[string] or string', { anyOf: [text, write({ types: ['array'], items: text })] }],
  ['any', { anyOf: [text, write({})] }],
  ['string', { types: ['string', 'null'], anyOf: [text, whole] }],
  ['integer', { types: ['integer'], allOf: [number] }],
  ['integer', { types: ['number'], allOf: [whole] }],
  ['integer', { types: ['integer', 'number'], allOf: [whole] }],
  ['any', { types: ['string'], allOf: [whole] }],
  [
    '[string]',
    {
      anyOf: [text, write({ types: ['array'], items: text })],
      allOf: [write({ anyOf: [whole, write({ types: ['array'] })] })],
    },
  ],
  ['[integer]', { items: whole, allOf: [write({ types: ['array'], items: number })] }],
  ['[any]', { items: whole, allOf: [write({ types: ['array'], items: text })] }],
  ['{a: string, b: integer}', { properties: [a], allOf: [write({ properties: [b] })] }],
  ['{a: string}', { types: ['object'], allOf: [write({ properties: [a] })] }],
  ['{a: string}', { properties: [a], allOf: [write({ types: ['object'] })] }],
  ['{a: any}', { properties: [a], allOf: [write({ properties: [{ name: 'a', schema: whole }] })] }],
  ['{a: string, *: integer}', { properties: [a], allOf: [write({ types: ['object'], additionalProperties: whole })] }],
])('the shape %s', (expected, keywords) => {
  expect(print(buildShape(write(keywords)))).toBe(expected);
});

test('the shape of a recursive schema does not depend on the schemas that were read before', () => {
  const keywords = ['ref', 'anyOf', 'allOf', 'items', 'property'] as const;
  const edge = fc.tuple(fc.constantFrom(...keywords), fc.nat(3));
  const graph = fc.array(fc.array(edge, { maxLength: 2 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(graph, (drawn) => {
      const build = (): readonly Schema[] => {
        const schemas = drawn.map((_, index) => writeSchema(`S${index}`, index === 3 ? { types: ['string'] } : {}));
        for (const [index, edges] of drawn.entries())
          for (const [keyword, target] of edges) {
            const [from, to] = [schemas[index], schemas[target]];
            if (!from || !to) continue;
            if (keyword === 'ref' || keyword === 'items') from[keyword] = to;
            else if (keyword === 'property') from.properties = [{ name: 'p', schema: to }];
            else from[keyword] = [...(from[keyword] ?? []), to];
          }
        return schemas;
      };
      const alone = drawn.flatMap((_, index) =>
        build()
          .slice(index, index + 1)
          .map(buildShape)
          .map(print),
      );
      expect(build().map(buildShape).map(print)).toEqual(alone);
      expect([...build()].reverse().map(buildShape).map(print).reverse()).toEqual(alone);
    }),
    { numRuns: 500 },
  );
});

test('a value that its own schema describes again counts as any value', () => {
  const either: WrittenSchema = writeSchema('Either');
  const list = write({ types: ['array'], items: either });
  either.anyOf = [text, list];
  expect(print(buildShape(either))).toBe('[any] or string');
  expect(print(buildShape(list))).toBe('[[any] or string]');
});

test.each<[string, Partial<KeywordSchema>, boolean]>([
  ['items', { items: text }, true],
  ['items of what may be null', { types: ['array', 'null'], items: text }, false],
  ['items of the only part', { allOf: [write({ items: text })] }, true],
  ['own items beside those of the only part', { items: text, allOf: [write({ items: whole })] }, true],
  ['items of one of two parts', { allOf: [write({ items: text }), write({})] }, false],
  ['no items', { types: ['array'] }, false],
])('the schema of the items of an array: %s', (_, keywords, isThere) => {
  expect(findItem(write(keywords))).toBe(isThere ? text : undefined);
});

const bytes = write({ contentMediaType: 'image/png' });
const none = write({ types: ['null'] });
test.each<[string, Partial<KeywordSchema>, readonly Schema[] | undefined]>([
  ['a file or an object', { oneOf: [bytes, object] }, [object]],
  ['a file, text or null', { anyOf: [bytes, text, none] }, [text]],
  ['two files', { anyOf: [bytes, file] }, undefined],
  ['a file or null', { anyOf: [bytes, none] }, undefined],
  ['no file', { anyOf: [text, object] }, undefined],
  ['a file or a number, which no part tells apart', { anyOf: [bytes, whole] }, undefined],
  ['a file or anything', { anyOf: [bytes, write({})] }, undefined],
])('a field that is a file or another value: %s', (_, keywords, others) => {
  expect(splitFile(write(keywords))?.others).toEqual(others);
});

test.each<[string, Partial<KeywordSchema>, boolean, Schema | undefined]>([
  ['an array', { items: text }, false, text],
  ['an array or null', { types: ['array', 'null'], items: text }, false, text],
  ['an array or text', { types: ['array', 'string'], items: text }, false, undefined],
  ['the only alternative', { anyOf: [write({ items: text }), none] }, false, text],
  ['several alternatives', { anyOf: [write({ items: text }), text] }, true, undefined],
  ['a file or an array of files', { anyOf: [file, write({ items: bytes })] }, true, file],
  [
    'a file or an array of files, where no part is a file',
    { anyOf: [file, write({ items: bytes })] },
    false,
    undefined,
  ],
  ['one of two files', { anyOf: [file, bytes] }, true, undefined],
  ['a file', { format: 'binary' }, true, undefined],
])('one of several values of a field: %s', (_, keywords, hasFiles, expected) => {
  expect(findFieldItem(write(keywords), hasFiles)).toBe(expected);
});
