import { expect, test } from 'vitest';
import { writeSchema } from '../../test/model/write-schema.js';
import type { KeywordSchema } from '../model/schema.js';
import type { ParameterLocation, Style } from '../model/styles.js';
import { planStyle } from './plan-style.js';

const write = (keywords: Partial<KeywordSchema>): KeywordSchema => writeSchema('Value', keywords);
const text = write({ types: ['string'] });
const list = write({ types: ['array'], items: text });
const lists = write({ types: ['array'], items: list });
const holding = (schema: KeywordSchema): KeywordSchema =>
  write({ types: ['object'], properties: [{ name: 'a', schema }] });
const object = holding(text);
const map = write({ types: ['object'], additionalProperties: object });
const any = write({});
const textOrList = write({ anyOf: [text, list] });

// Returns the style of a value, with `*` if it is exploded, and the findings.
function plan(location: ParameterLocation, style: Style, explode: boolean, schema: KeywordSchema): string[] {
  const found: string[] = [];
  const planned = planStyle(
    { style, explode, allowReserved: false, schema, location, element: { kind: 'parameter', name: 'p' } },
    schema.origin,
    {
      report: (_code, _origin, finding) => {
        found.push(Object(finding).variant);
      },
    },
  );
  return [`${planned.style}${planned.explode ? '*' : ''}`, ...found];
}

test.each<[ParameterLocation, Style, boolean, string, KeywordSchema, string[]]>([
  ['path', 'simple', false, 'a text', text, ['simple']],
  ['path', 'label', true, 'a list', list, ['label*']],
  ['path', 'matrix', false, 'an object', object, ['matrix']],
  ['header', 'simple', true, 'an object', object, ['simple*']],
  ['cookie', 'form', false, 'a text', text, ['form']],
  ['cookie', 'form', false, 'a list', list, ['form', 'cookie-with-commas']],
  ['cookie', 'form', true, 'a list', list, ['form*', 'cookie-of-pairs']],
  ['cookie', 'cookie', true, 'an object', object, ['cookie*']],
  ['cookie', 'cookie', false, 'an object', object, ['cookie', 'cookie-with-commas']],
  ['query', 'form', true, 'a list', list, ['form*']],
  ['query', 'deepObject', true, 'an object', object, ['deepObject*']],
  ['query', 'deepObject', false, 'an object', object, ['deepObject*']],
  ['query', 'deepObject', true, 'anything', any, ['deepObject*']],
  ['query', 'deepObject', false, 'a list', list, ['form*', 'deep-object-of-other']],
  ['query', 'spaceDelimited', false, 'a list', list, ['spaceDelimited']],
  ['query', 'pipeDelimited', false, 'an object', object, ['pipeDelimited']],
  ['query', 'pipeDelimited', false, 'a text or a list', textOrList, ['pipeDelimited']],
  ['query', 'pipeDelimited', false, 'anything', any, ['pipeDelimited']],
  ['query', 'spaceDelimited', false, 'a text', text, ['form*', 'delimited-scalar']],
  ['query', 'spaceDelimited', true, 'a list', list, ['form*', 'delimited-exploded']],
  ['query', 'form', true, 'a list of lists', lists, ['form*', 'parts-in-array']],
  ['query', 'form', true, 'an object with a list', holding(list), ['form*', 'repeated-in-object']],
  ['query', 'form', false, 'an object with a list', holding(list), ['form', 'array-in-object']],
  ['path', 'simple', true, 'an object with a list', holding(list), ['simple*', 'array-in-object']],
  ['query', 'deepObject', true, 'an object with a list', holding(list), ['deepObject*', 'repeated-in-object']],
  ['query', 'deepObject', true, 'a map of objects', map, ['deepObject*', 'object-in-brackets']],
  ['query', 'form', false, 'an object with an object', holding(object), ['form', 'object-in-object']],
  ['query', 'form', false, 'a map of objects', map, ['form', 'object-in-object']],
])('%s, %s, explode %s, %s', (location, style, explode, _, schema, expected) => {
  expect(plan(location, style, explode, schema)).toEqual(expected);
});

test.each<[string, KeywordSchema, boolean]>([
  ['a text', text, false],
  ['a list', list, true],
  ['an object', object, true],
  ['anything', any, true],
  ['a text or a list', textOrList, true],
])('%s has parts: %s', (_, schema, expected) => {
  const element = { kind: 'parameter', name: 'p' } as const;
  const value = { style: 'form', explode: true, allowReserved: false, schema, location: 'query', element } as const;
  expect(planStyle(value, schema.origin, { report: (): void => {} }).hasParts).toBe(expected);
});
