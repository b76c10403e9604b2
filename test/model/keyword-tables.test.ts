import type { oas30, oas32 } from 'openapi3-ts';
import { expect, test } from 'vitest';
import { getTitle, listFields, type StandardField, tabledObjects } from '../../src/model/openapi-objects.js';
import {
  findSchemaKeyword,
  type Nothing,
  partRows,
  type SchemaKeyword,
  schemaKeywordNames,
} from '../../src/model/schema-keywords.js';
import { listSubschemas } from '../../src/model/walk-schemas.js';
import { listKeywordVersions } from '../../src/model-builder/object-reader.js';
import { keywordReaders } from '../../src/model-builder/schemas/schema-keywords.js';
import { buildDescription } from './build-description.js';

/** If the table lacks a keyword of openapi3-ts, this line does not compile. */
const lacking: Nothing<Exclude<StandardField<oas32.SchemaObjectValue | oas30.SchemaObject>, SchemaKeyword>>[] = [];

test('the table has the schema keywords that openapi3-ts lists', () => {
  expect(lacking).toEqual([]);
});

test('every keyword of the table has a reader', () => {
  const read = new Set(['$ref', ...keywordReaders.keys()]);
  expect(schemaKeywordNames.filter((keyword) => !read.has(keyword))).toEqual([]);
  expect([...read].filter((keyword) => !schemaKeywordNames.some((one) => one === keyword))).toEqual([]);
});

test('each keyword with subschemas is walked in place or inside, as the table says', () => {
  const parts = schemaKeywordNames.filter(
    (keyword) => keyword !== '$dynamicRef' && 'applies' in findSchemaKeyword(keyword),
  );
  const written = (keyword: (typeof parts)[number]): string => {
    switch (findSchemaKeyword(keyword).holds) {
      case 'reference':
        return "'#/components/schemas/Other'";
      case 'schema[]':
        return '[{ title: part }]';
      case 'schema{}':
      case 'schema{pattern}':
        return '{ name: { title: part } }';
      default:
        return '{ title: part }';
    }
  };
  for (const keyword of parts) {
    const { api } = buildDescription(`
openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components: { schemas: { Whole: { ${keyword}: ${written(keyword)} }, Other: { title: part } } }
`);
    const whole = api.schemas.find(({ component: name }) => name === 'Whole');
    const found = whole ? listSubschemas(whole).map((part) => [part.keyword, part.inPlace]) : [];
    expect(found).toEqual([[keyword, findSchemaKeyword(keyword).applies !== 'inside']]);
  }
  expect(partRows.map((row) => row.keyword)).toEqual(parts);
});

test('the version that added a field is known for every object', () => {
  for (const object of tabledObjects) {
    const fields = listFields(object).flatMap(({ name, since }) => (name === '*' ? [] : [[name, since]]));
    expect([...listKeywordVersions(getTitle(object))], object).toEqual(fields);
  }
  expect(listKeywordVersions('Media Type Object').get('itemSchema')).toBe('3.2');
  expect(listKeywordVersions('Schema Object').get('prefixItems')).toBe('3.1');
});
