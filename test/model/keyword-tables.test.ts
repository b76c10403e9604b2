import type { oas30, oas32 } from 'openapi3-ts';
import { expect, test } from 'vitest';
import type { Keywords } from '../../src/model/openapi-objects.js';
import { getTitle, listFields, tabledObjects } from '../../src/model/openapi-objects.js';
import { findSchemaKeyword, type Nothing, partRows, schemaKeywordNames } from '../../src/model/schema-keywords.js';
import { listSubschemas } from '../../src/model/walk-schemas.js';
import { listKeywordVersions } from '../../src/model-builder/object-kinds.js';
import { keywordReaders } from '../../src/model-builder/schemas/schema-keywords.js';
import { buildDescription } from './build-description.js';

/** The fields of an object in the types of another project, without extensions. */
type FieldOf<T> = keyof {
  [K in keyof T as string extends K ? never : K extends `x-${string}` ? never : K]: T[K];
};

interface Listed {
  'OpenAPI Object': oas32.OpenAPIObject;
  'Info Object': oas32.InfoObject;
  'Contact Object': oas32.ContactObject;
  'License Object': oas32.LicenseObject;
  'Server Object': oas32.ServerObject;
  'Server Variable Object': oas32.ServerVariableObject;
  'Components Object': oas32.ComponentsObject;
  'Path Item Object': oas32.PathItemObject;
  'Operation Object': oas32.OperationObject;
  'External Documentation Object': oas32.ExternalDocumentationObject;
  'Parameter Object': oas32.ParameterObject;
  'Request Body Object': oas32.RequestBodyObject;
  'Media Type Object': oas32.MediaTypeObject;
  'Encoding Object': oas32.EncodingPropertyObject;
  'Response Object': oas32.ResponseObject;
  'Example Object': oas32.ExampleObject;
  'Link Object': oas32.LinkObject;
  'Tag Object': oas32.TagObject;
  'Reference Object': oas32.ReferenceObject;
  'Discriminator Object': oas32.DiscriminatorObject;
  'XML Object': oas32.XmlObject;
  'Security Scheme Object': oas32.SecuritySchemeObject;
  'OAuth Flows Object': oas32.OAuthFlowsObject;
  'OAuth Flow Object': oas32.OAuthFlowObject;
  'Schema Object': oas32.SchemaObjectValue | oas30.SchemaObject;
}

type OwnTables = Exclude<keyof Listed, 'Schema Object'>;
type Missing = { [O in keyof Listed]: Exclude<FieldOf<Listed[O]>, Keywords[O]> }[keyof Listed];
type TooMany = { [O in OwnTables]: Exclude<Keywords[O], FieldOf<Listed[O]>> }[OwnTables];

/** If the table lacks a field or has one too many, this line does not compile. */
const differing: Nothing<Missing | TooMany>[] = [];

test('the tables have the fields that another project lists', () => {
  expect(differing).toEqual([]);
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
