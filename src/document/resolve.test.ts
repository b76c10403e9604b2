import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatOrigin } from '../diagnostics/origin.js';
import type { Document } from './document.js';
import { findDynamicAnchor, findResource } from './identifiers.js';
import { readDocument } from './read-document.js';
import { findValue, resolveMapping, resolveReference } from './resolve.js';

function read(files: { readonly [path: string]: string }, version = '3.1.1'): Document & { readonly codes: string[] } {
  const head = `openapi: ${version}\ninfo: {title: T, version: '1'}\n`;
  const folder = makeFolder({ ...files, 'openapi.yaml': head + (files['openapi.yaml'] ?? '') });
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'openapi.yaml'), diagnostics);
  if (document === undefined) throw new Error('nothing was read');
  return { ...document, codes: diagnostics.list.map(({ code, message }) => `${code} ${message}`) };
}

/** Returns where a reference leads from the object at a pointer of the entry or of another file. */
function follow(document: Document, pointer: string, reference: string, file = 'openapi.yaml'): string | undefined {
  const resolved = resolveReference(document, { file, pointer }, reference);
  if (resolved) expect(resolved.value).toBe(findValue(document, resolved.origin));
  return resolved && formatOrigin(resolved.origin);
}

test('pointers are decoded, and each place has one origin for every way to write it', () => {
  const document = read({
    'openapi.yaml': `paths:\n  /a b/{c}:\n    get: {parameters: [{name: x, in: query}]}\n"%41": {"": {"~/": 1}}\n`,
  });
  const place = 'openapi.yaml#/paths/~1a b~1{c}/get/parameters/0';
  expect(follow(document, '', '#/paths/~1a b~1{c}/get/parameters/0')).toBe(place);
  expect(follow(document, '', '#/paths/~1a%20b~1%7Bc%7D/get/parameters/0')).toBe(place);
  expect(follow(document, '', 'openapi.yaml#/paths/~1a%20b~1{c}/get/parameters/0')).toBe(place);
  expect(follow(document, '', '#/%2541//~0~1')).toBe('openapi.yaml#/%41//~0~1');
  expect(follow(document, '', '#/%41//~0~1')).toBe('openapi.yaml#/%41//~0~1');
  expect(follow(document, '', '#')).toBe('openapi.yaml#');
  for (const wrong of [
    '#/paths/~1a b~1{c}/get/parameters/00',
    '#/paths/~1a b~1{c}/get/parameters/length',
    '#/constructor',
    '#/__proto__',
    '#/paths/',
  ]) {
    expect(follow(document, '', wrong)).toBeUndefined();
  }
});

test('a reference is followed by one step', () => {
  const document = read({ 'openapi.yaml': "x: {a: {$ref: '#/x/b'}, b: {$ref: '#/x/c'}, c: {}}\n" });
  expect(follow(document, '/x/a', '#/x/b')).toBe('openapi.yaml#/x/b');
});

test('a pointer continues through references on its way', () => {
  const document = read({
    'openapi.yaml':
      "components: {schemas: {A: {$ref: 'a.yaml'}, B: {$ref: '#/components/schemas/A/properties/b/items'}}}\n",
    'a.yaml': 'properties: {b: {$ref: b.yaml}}\n',
    'b.yaml': 'items: {type: string}\n',
  });
  expect(document.codes).toEqual([]);
  expect(follow(document, '', '#/components/schemas/A/properties/b/items')).toBe('b.yaml#/items');
});

test('files are relative to the file that refers to them, names percent-decoded', () => {
  const document = read({
    'openapi.yaml': "components: {schemas: {A: {$ref: 'a/b%20c.yaml#/X'}, B: {$ref: 'a/b c.yaml'}}}\n",
    'a/b c.yaml': "X: {$ref: '../d.yaml'}\n",
    'd.yaml': "{$ref: 'openapi.yaml#/components'}\n",
  });
  expect(document.codes).toEqual([]);
  expect(follow(document, '/X', '../d.yaml', 'a/b c.yaml')).toBe('d.yaml#');
  expect(follow(document, '', './a/../a/b c.yaml#/X')).toBe('a/b c.yaml#/X');
});

const identifiers = `
components:
  schemas:
    Tree:
      $id: https://x.invalid/tree
      $dynamicAnchor: node
      properties:
        children: {items: {$dynamicRef: '#node'}}
        data: {$ref: '#/$defs/data'}
        leaf: {$ref: leaf}
        root: {$ref: '#/components/schemas/Other'}
      $defs:
        data: {$anchor: data, type: string}
        leaf: {$id: leaf, $anchor: data, type: number}
    Other:
      $anchor: other
      anyOf:
        - {$ref: 'https://x.invalid/tree'}
        - {$ref: 'https://x.invalid/leaf#data'}
        - {$ref: 'https://x.invalid/tree#data'}
        - {$ref: '#other'}
        - {const: {$id: 'https://x.invalid/no', $anchor: no}}
`;

test('identifiers lead to the schemas that have them', () => {
  const document = read({ 'openapi.yaml': identifiers });
  const tree = '/components/schemas/Tree';
  const [inTree, inOther] = [`${tree}/properties/data`, '/components/schemas/Other/anyOf/0'];
  expect(document.codes).toEqual([
    "reference-against-file the '$id' around '#/components/schemas/Other' resolves it to 'https://x.invalid/tree#/components/schemas/Other', which the description does not contain; it is read relative to this file",
  ]);
  expect(follow(document, inTree, '#/$defs/data')).toBe(`openapi.yaml#${tree}/$defs/data`);
  expect(follow(document, inTree, 'leaf')).toBe(`openapi.yaml#${tree}/$defs/leaf`);
  expect(follow(document, inTree, '#data')).toBe(`openapi.yaml#${tree}/$defs/data`);
  expect(follow(document, `${tree}/$defs/leaf`, '#data')).toBe(`openapi.yaml#${tree}/$defs/leaf`);
  expect(follow(document, inTree, '#')).toBe(`openapi.yaml#${tree}`);
  expect(follow(document, inOther, 'https://x.invalid/leaf#data')).toBe(`openapi.yaml#${tree}/$defs/leaf`);
  expect(follow(document, inOther, '#other')).toBe('openapi.yaml#/components/schemas/Other');
  expect(follow(document, inOther, '#data')).toBeUndefined();
  expect(follow(document, inOther, 'https://x.invalid/no')).toBeUndefined();
});

test("'#/…' below an identifier is read from the file if the schema has no such place", () => {
  const document = read({ 'openapi.yaml': identifiers });
  const from = '/components/schemas/Tree/properties/root';
  expect(follow(document, from, '#/components/schemas/Other')).toBe('openapi.yaml#/components/schemas/Other');
});

test('dynamic anchors are found by resource', () => {
  const document = read({ 'openapi.yaml': identifiers });
  const tree = { file: 'openapi.yaml', pointer: '/components/schemas/Tree' };
  const resource = findResource(document, {
    file: 'openapi.yaml',
    pointer: '/components/schemas/Tree/properties/children',
  });
  expect(resource).toBe(formatOrigin(tree));
  expect(findDynamicAnchor(document, resource, 'node')).toEqual(tree);
  expect(findDynamicAnchor(document, resource, 'data')).toBeUndefined();
  expect(findResource(document, { file: 'openapi.yaml', pointer: '/components/schemas/Other' })).toBe('openapi.yaml#');
});

test('OpenAPI 3.0 has no identifiers', () => {
  const files = {
    'openapi.yaml':
      "components: {schemas: {A: {$id: 'https://x.invalid/a', items: {$ref: '#/components'}, $dynamicRef: '#no'}}}\n",
  };
  expect(read(files, '3.0.3').codes).toEqual([]);
});

test('an identifier may be in a file that is read later; if none has it, a file of that name is read', () => {
  const document = read({
    'openapi.yaml': `components:
  schemas:
    A: {$ref: 'https://x.invalid/schemas/late.json'}
    B: {$ref: models/b.json}
    C: {$ref: 'https://x.invalid/schemas/never.json'}
`,
    'models/b.json':
      '{"$id": "https://x.invalid/schemas/b.json", "anyOf": [{"$ref": "late.json"}, {"$ref": "beside.json"}, {"$ref": "c.json"}]}',
    'models/c.json': '{"$defs": {"late": {"$id": "https://x.invalid/schemas/late.json"}}}',
    'models/beside.json': '{}',
  });
  expect(document.codes).toEqual([
    "reference-against-file the '$id' around 'beside.json' resolves it to 'https://x.invalid/schemas/beside.json', which the description does not contain; it is read relative to this file",
    "reference-against-file the '$id' around 'c.json' resolves it to 'https://x.invalid/schemas/c.json', which the description does not contain; it is read relative to this file",
    "reference-to-network 'https://x.invalid/schemas/never.json' refers to the network; lacuna only reads files",
  ]);
  expect(follow(document, '', 'https://x.invalid/schemas/late.json')).toBe('models/c.json#/$defs/late');
  expect(follow(document, '/anyOf/1', 'beside.json', 'models/b.json')).toBe('models/beside.json#');
});

test('a description may declare its own URI', () => {
  const document = read(
    {
      'openapi.yaml': `$self: https://x.invalid/api/openapi.yaml
components: {schemas: {A: {$ref: 'https://x.invalid/api/openapi.yaml#/components/schemas/B'}, B: {$ref: other.yaml#/C}}}
`,
      'other.yaml': 'C: {}\n',
    },
    '3.2.0',
  );
  expect(document.codes).toEqual([]);
  expect(follow(document, '', 'openapi.yaml#/components/schemas/B')).toBe('openapi.yaml#/components/schemas/B');
  expect(follow(document, '', 'other.yaml#/C')).toBe('other.yaml#/C');
});

test('the first of two equal identifiers counts', () => {
  const document = read({
    'openapi.yaml': 'components: {schemas: {A: {$anchor: a, $id: b}, B: {$anchor: c}, C: {$anchor: c}, D: {$id: b}}}\n',
  });
  expect(document.codes.map((code) => code.split(' ')[0])).toEqual(['duplicate-identifier', 'duplicate-identifier']);
  expect(follow(document, '', '#c')).toBe('openapi.yaml#/components/schemas/B');
  expect(follow(document, '', 'b')).toBe('openapi.yaml#/components/schemas/A');
});

test('in a mapping, the name of a component schema takes precedence', () => {
  const document = read({
    'openapi.yaml': `components:
  schemas:
    Dog: {}
    Pet: {discriminator: {propertyName: p, mapping: {a: Dog, b: '#/components/schemas/Dog', c: dog.yaml, d: more.yaml#/components/schemas/Cat}}}
`,
    'dog.yaml': '{}',
    'more.yaml': 'components: {schemas: {Cat: {discriminator: {propertyName: p, mapping: {x: Cat, y: Dog}}}}}\n',
  });
  expect(document.codes).toEqual([]);
  const map = (value: string, file = 'openapi.yaml') => {
    const resolved = resolveMapping(document, { file, pointer: '/components/schemas/Pet/discriminator' }, value);
    return resolved && formatOrigin(resolved.origin);
  };
  expect(['Dog', '#/components/schemas/Dog', 'dog.yaml', 'Bird'].map((value) => map(value))).toEqual([
    'openapi.yaml#/components/schemas/Dog',
    'openapi.yaml#/components/schemas/Dog',
    'dog.yaml#',
    undefined,
  ]);
  expect(['Cat', 'Dog'].map((value) => map(value, 'more.yaml'))).toEqual([
    'more.yaml#/components/schemas/Cat',
    'openapi.yaml#/components/schemas/Dog',
  ]);
});
