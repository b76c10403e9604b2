import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5.9';
import { expect, test } from 'vitest';
import { describeSchemas, emitInto, nameFiles, temporaryFolder } from './emission.js';

/** What an editor shows of the types: the tags in comments, and the suggested values. */
function readTypes(schemas: object, more: object = {}): ts.SourceFile[] {
  const folder = temporaryFolder();
  emitInto(folder, nameFiles(describeSchemas(schemas, more)));
  return ts.sys
    .readDirectory(join(folder, 'types'), ['.ts'])
    .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
}

function listTags(files: readonly ts.SourceFile[]): string[] {
  const tags: string[] = [];
  const visit = (node: ts.Node): void => {
    tags.push(...ts.getJSDocTags(node).map((tag) => tag.tagName.text));
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return tags;
}

test.each([
  '@deprecated',
  'A pet.\n@deprecated Use another.',
  'A pet.\r\n  @internal',
  ' @type {never}',
  '- @see them\n\t@private',
  '*/ @deprecated /**',
])('text of a description is not a tag: %j', (description) => {
  const pet = {
    type: 'object',
    description,
    title: description,
    properties: { name: { type: 'string', description } },
  };
  const gap = { id: 'hole', kind: 'values', question: description, source: description };
  const state = { type: 'string', enum: ['on'], 'x-not-shown': [gap] };
  expect(listTags(readTypes({ Pet: pet, State: state })).filter((tag) => tag !== 'see')).toEqual([]);
});

test('the type of a deprecated schema has the tag', () => {
  expect(listTags(readTypes({ Pet: { type: 'object', deprecated: true } }))).toEqual(['deprecated']);
});

test.each([
  ['string', { anyOf: [{ enum: ['red', 'green'] }, { type: 'string' }] }],
  ['number', { anyOf: [{ const: 1 }, { type: 'number' }] }],
  ['string', { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'string' }] }],
])('beside known values, any other %s is allowed, and editors still suggest the known values', (type, schema) => {
  const files = readTypes({ Color: schema, Named: { enum: ['red', 'green'] } });
  const text = files.map((file) => file.text).join('\n');
  expect(text).toMatch(new RegExp(`export type Color = [^;]*\\| \\(${type} & \\{\\}\\)`));
});
