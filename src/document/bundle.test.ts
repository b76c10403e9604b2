import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/effort.js';
import { makeFolder } from '../../test/make-folder.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import { bundleDocument, locateInBundle } from './bundle.js';
import type { Document } from './document.js';
import { readDocument } from './read-document.js';
import { findValue, resolveReference } from './resolve.js';

type Files = { readonly [path: string]: string };

function read(files: Files): Document {
  const diagnostics = new Diagnostics();
  const document = readDocument(join(makeFolder(files), 'openapi.json'), diagnostics);
  expect(diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (document === undefined) throw new Error('nothing was read');
  return document;
}

const write = (value: object): string =>
  JSON.stringify({ openapi: '3.1.1', info: { title: 'T', version: '1' }, ...value });
const schemas = (value: object, more: Files = {}): Files => ({
  'openapi.json': write({ components: { schemas: value } }),
  ...more,
});

/** Follows references to their targets. */
function settle(document: Document, origin: Origin): Origin {
  let place = origin;
  for (let hops = 0; hops < 100; hops++) {
    const value = findValue(document, place);
    const reference = isObject(value) && listNames(value).length === 1 ? value['$ref'] : undefined;
    const next = typeof reference === 'string' ? resolveReference(document, place, reference) : undefined;
    if (next === undefined) break;
    place = next.origin;
  }
  return place;
}

// Leaves out identifiers, because the bundle adds and omits some.
function listNames(value: object): string[] {
  return Object.keys(value).filter((name) => !['$id', '$anchor', '$dynamicAnchor'].includes(name));
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the place to which a member of the object at an origin leads. */
function enter(document: Document, origin: Origin, name: string): Origin {
  const reference = findValue(document, buildChildOrigin(origin, name));
  const target =
    (name === '$ref' || name === '$dynamicRef') && typeof reference === 'string'
      ? resolveReference(document, origin, reference)
      : undefined;
  return target?.origin ?? buildChildOrigin(origin, name);
}

/** Lists everything that can be reached from the root of one document and differs in the other. */
function compare(left: Document, right: Document): string[] {
  const differences: string[] = [];
  const done = new Set<string>();
  const root = ({ entry }: Document): Origin => ({ file: entry, pointer: '' });
  const open = [{ here: root(left), there: root(right) }];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [here, there] = [settle(left, pair.here), settle(right, pair.there)];
    const [x, y] = [findValue(left, here), findValue(right, there)];
    const key = `${formatOrigin(here)} ${formatOrigin(there)}`;
    if (done.has(key)) continue;
    done.add(key);
    if (typeof x !== 'object' || x === null || typeof y !== 'object' || y === null) {
      if (!Object.is(x, y)) differences.push(`${key}: ${JSON.stringify(x)} ${JSON.stringify(y)}`);
      continue;
    }
    // Components may be added to the bundle.
    const isPlace = /^(\/components(\/[^/]*)?)?$/.test(there.pointer);
    const names = listNames(y).filter((name) => Object.hasOwn(x, name) || !isPlace);
    if (listNames(x).join() !== names.join()) differences.push(`${key}: ${Object.keys(x)} ${names}`);
    for (const name of names) open.push({ here: enter(left, here, name), there: enter(right, there, name) });
  }
  return differences;
}

function bundleFiles(files: Files): ReturnType<typeof bundleDocument> {
  const bundle = bundleDocument(read(files));
  expect([...read({ 'openapi.json': JSON.stringify(bundle) }).files.keys()]).toEqual(['openapi.json']);
  return bundle;
}

function expectSame(files: Files): ReturnType<typeof bundleDocument> {
  const document = read(files);
  const bundle = bundleDocument(document);
  const again = read({ 'openapi.json': JSON.stringify(bundle) });
  expect([...again.files.keys()]).toEqual(['openapi.json']);
  expect(compare(document, again)).toEqual([]);
  return bundle;
}

test('a description of one file is its own bundle', () => {
  const document = read(
    schemas({
      A: { $ref: '#/components/schemas/B', 'x-a': { $ref: '#/info/title' } },
      B: { $id: 'https://x.invalid/b', $anchor: 'b', items: { $ref: '#b' }, $dynamicRef: '#b' },
      __proto__: {},
    }),
  );
  expect(bundleDocument(document)).toBe(findValue(document, { file: 'openapi.json', pointer: '' }));
});

test('objects of other files become components, under their own names if these are free', () => {
  const bundle = expectSame({
    'openapi.json': write({
      'x-first': 1,
      components: {
        responses: { Missing: { $ref: 'more/responses.json#/NotFound' } },
        schemas: { pet: { type: 'null' } },
      },
      paths: {
        '/a': { $ref: 'a.json' },
        '/b': {
          get: {
            responses: {
              404: { $ref: 'more/responses.json#/NotFound' },
              default: { $ref: 'more/responses.json#/Other' },
            },
          },
        },
      },
      'x-last': 2,
    }),
    'a.json':
      '{"get": {"parameters": [{"$ref": "more/parameters.json#/a b"}], "responses": {"200": {"description": "ok", "content": {"a/b": {"schema": {"$ref": "pet.json"}}}}}}}',
    'pet.json':
      '{"properties": {"owner": {"$ref": "#/$defs/owner"}, "pets": {"items": {"$ref": "pet.json"}}}, "$defs": {"owner": {"type": "string"}}}',
    'more/responses.json': '{"NotFound": {"description": "none"}, "Other": {"description": "other"}}',
    'more/parameters.json': '{"a b": {"name": "x", "in": "query", "schema": {"$ref": "../pet.json#/$defs/owner"}}}',
  });
  expect(Object.keys(bundle)).toEqual(['openapi', 'info', 'x-first', 'components', 'paths', 'x-last']);
  expect(bundle['components']).toEqual({
    responses: { Missing: { description: 'none' }, Other: { description: 'other' } },
    schemas: {
      pet: { type: 'null' },
      'pet-2': {
        properties: {
          owner: { $ref: '#/components/schemas/pet-2/$defs/owner' },
          pets: { items: { $ref: '#/components/schemas/pet-2' } },
        },
        $defs: { owner: { type: 'string' } },
      },
    },
    parameters: { a_b: { name: 'x', in: 'query', schema: { $ref: '#/components/schemas/pet-2/$defs/owner' } } },
  });
  expect(bundle['paths']).toMatchObject({
    '/a': { get: { parameters: [{ $ref: '#/components/parameters/a_b' }] } },
    '/b': {
      get: {
        responses: {
          404: { $ref: '#/components/responses/Missing' },
          default: { $ref: '#/components/responses/Other' },
        },
      },
    },
  });
});

test('a whole map may be in a separate file', () => {
  const bundle = expectSame({
    'openapi.json': write({ paths: { $ref: 'paths.json' }, components: { $ref: 'components.json' } }),
    'paths.json':
      '{"/a": {"get": {"responses": {"200": {"$ref": "openapi.json#/components/responses/Ok"}}}}, "/b": {"$ref": "#/~1a"}}',
    'components.json':
      '{"responses": {"Ok": {"description": "ok", "content": {"a/b": {"schema": {"$ref": "Ok.json"}}}}}, "schemas": {"$ref": "schemas.json"}}',
    'schemas.json': '{"Ok": {"type": "string"}}',
    'Ok.json': '{"type": "number"}',
  });
  expect(bundle['components']).toMatchObject({ schemas: { Ok: { type: 'string' }, 'Ok-2': { type: 'number' } } });
  expect(bundle['paths']).toMatchObject({ '/b': { $ref: '#/paths/~1a' } });
});

test('texts and extensions replace their references', () => {
  const bundle = expectSame({
    'openapi.json': write({
      tags: [
        { name: 'a', description: { $ref: 'text.json#/a' } },
        { name: 'b', description: { $ref: 'text.json#/a' } },
      ],
      'x-a': [{ $ref: 'a.json' }, { $ref: 'a.json' }],
    }),
    'text.json': '{"a": "Text."}',
    'a.json': '{"b": 1, "again": {"$ref": "a.json"}}',
  });
  expect(bundle).toMatchObject({
    tags: [{ description: 'Text.' }, { description: 'Text.' }],
    'x-a': [{ b: 1, again: { $ref: '#/x-a/0' } }, { $ref: '#/x-a/0' }],
  });
});

test('mappings, links and security requirements follow', () => {
  const bundle = bundleFiles({
    'openapi.json': JSON.stringify({
      openapi: '3.2.0',
      info: { title: 'T', version: '1' },
      security: [{ './security.json#/key': [] }],
      components: {
        schemas: {
          Dog: {},
          Pet: {
            discriminator: { propertyName: 'p', mapping: { a: 'Dog', b: 'cat.json' }, defaultMapping: 'cat.json' },
          },
        },
        links: { L: { operationRef: 'paths.json#/~1a/get' } },
      },
      paths: { '/a': { $ref: 'paths.json#/~1a' } },
    }),
    'cat.json': '{}',
    'security.json': '{"key": {"type": "http", "scheme": "basic"}}',
    'paths.json': '{"/a": {"get": {}}}',
  });
  expect(bundle).toMatchObject({
    security: [{ key: [] }],
    components: {
      schemas: {
        Pet: {
          discriminator: {
            mapping: { a: 'Dog', b: '#/components/schemas/cat' },
            defaultMapping: '#/components/schemas/cat',
          },
        },
      },
      links: { L: { operationRef: '#/paths/~1a/get' } },
      securitySchemes: { key: { scheme: 'basic' } },
    },
  });
});

test('schemas with identifiers stay whole, and references to them stay', () => {
  const { A, B, C, D, ...others } = bundleSchemas({
    'openapi.json': write({
      components: {
        schemas: {
          A: { $ref: 'dir/tree.json#/properties/data' },
          B: { $ref: 'https://x.invalid/leaf' },
          C: { $ref: 'dir/plain.json' },
          D: { items: { $ref: 'dir/dynamic.json' } },
        },
      },
    }),
    'dir/tree.json': JSON.stringify({
      $id: 'tree',
      properties: {
        data: { $ref: '#/$defs/data' },
        leaf: { $ref: 'https://x.invalid/leaf' },
        plain: { $ref: 'plain.json' },
      },
      $defs: { data: { type: 'string' }, leaf: { $id: 'https://x.invalid/leaf' } },
    }),
    'dir/plain.json': '{"$anchor": "me", "items": {"$ref": "#me"}}',
    'dir/dynamic.json': '{"$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}, "not": {"$ref": "#/items"}}',
  });
  expect({ A, B, C, D }).toEqual({
    A: { $ref: '#/components/schemas/tree/properties/data' },
    B: { $ref: '#/components/schemas/tree/$defs/leaf' },
    C: { $anchor: 'me', items: { $ref: '#/components/schemas/C' } },
    D: { items: { $ref: '#/components/schemas/dynamic' } },
  });
  expect(others).toEqual({
    // No reference inside a schema with '$id' leads to 'C', which has no identifier.
    tree: {
      properties: {
        data: { $ref: '#/components/schemas/tree/$defs/data' },
        leaf: { $ref: '#/components/schemas/tree/$defs/leaf' },
        plain: { $ref: '#/components/schemas/C' },
      },
      $defs: { data: { type: 'string' }, leaf: { $id: 'https://x.invalid/leaf' } },
    },
    dynamic: {
      $id: 'dir/dynamic.json',
      $dynamicAnchor: 'node',
      items: { $dynamicRef: '#node' },
      not: { $ref: '#/items' },
    },
  });
});

function bundleSchemas(files: Files): { readonly [name: string]: unknown } {
  const { schemas: found } = expectSame(files)['components'] as {
    readonly schemas: { readonly [name: string]: unknown };
  };
  return found;
}

const tells = (name: string): object => ({ type: 'object', required: [name] });

// The components of each description, and the values that ajv accepts for each by the references of the bundle.
const withIdentifiers: readonly (readonly [string, Files, { readonly [component: string]: object }])[] = [
  [
    'a pointer that means the file',
    schemas({
      A: {
        $id: 'https://x.invalid/a',
        $anchor: 'n',
        allOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/$defs/c' }, { $ref: '#n2' }],
        $defs: { c: tells('c'), d: { $anchor: 'n2', ...tells('d') } },
      },
      B: tells('b'),
      C: { $ref: 'https://x.invalid/a#n2' },
    }),
    { A: { b: 1, c: 1, d: 1 }, C: { d: 1 } },
  ],
  [
    'a file that is relative to the identifier',
    schemas(
      { A: { $id: 'https://x.invalid/a', $ref: 'other.json#/$defs/b' } },
      { 'other.json': JSON.stringify({ $defs: { b: tells('b') } }) },
    ),
    { A: { b: 1 } },
  ],
  [
    'identifiers of which each leads on to the next, the last to a schema without one',
    schemas({
      A: { $id: 'https://x.invalid/a', $ref: 'b' },
      B: { $id: 'https://x.invalid/b', $ref: 'c' },
      C: { $id: 'https://x.invalid/c', $ref: '#/components/schemas/D' },
      D: tells('d'),
      E: { $id: 'https://x.invalid/e', $ref: 'f' },
      F: { $id: 'https://x.invalid/f', ...tells('f') },
    }),
    { A: { d: 1 }, B: { d: 1 }, C: { d: 1 }, E: { f: 1 } },
  ],
  [
    'an identifier inside another one',
    schemas({
      A: {
        $id: 'https://x.invalid/a',
        allOf: [{ $ref: 'inner' }],
        $defs: {
          i: {
            $id: 'inner',
            allOf: [{ $ref: '#/$defs/j' }, { $ref: '#/components/schemas/B' }],
            $defs: { j: tells('j') },
          },
        },
      },
      B: tells('b'),
    }),
    { A: { j: 1, b: 1 } },
  ],
  [
    'relative identifiers in other folders',
    schemas(
      { A: { $ref: 'dir/a.json' } },
      {
        'dir/a.json': JSON.stringify({ $id: 'a', allOf: [{ $ref: 'b' }, { $ref: '../c' }] }),
        'dir/b.json': JSON.stringify({ $id: 'b', ...tells('b') }),
        'c.json': JSON.stringify({ $id: 'c', ...tells('c') }),
        'openapi.json': write({
          components: { schemas: { A: { $ref: 'dir/a.json' }, B: { $ref: 'dir/b.json' }, C: { $ref: 'c.json' } } },
        }),
      },
    ),
    { A: { b: 1, c: 1 } },
  ],
  [
    'an absolute identifier that leads to a relative one',
    schemas(
      { A: { $id: 'https://x.invalid/a', $ref: 'b.json' }, B: { $ref: 'b.json' } },
      { 'b.json': JSON.stringify({ $id: 'b', allOf: [{ $ref: '#/$defs/c' }], $defs: { c: tells('c') } }) },
    ),
    { A: { c: 1 }, B: { c: 1 } },
  ],
  [
    'dynamic anchors that one schema declares',
    schemas(
      {
        A: {
          $id: 'https://x.invalid/a',
          $dynamicAnchor: 'node',
          allOf: [{ $ref: '#/components/schemas/B' }, { $ref: 'other.json' }],
          properties: { next: { $dynamicRef: '#node' } },
        },
        B: tells('b'),
        C: { allOf: [{ $ref: '#/components/schemas/B' }], properties: { d: { $ref: 'https://x.invalid/a' } } },
      },
      { 'other.json': JSON.stringify({ $dynamicAnchor: 'leaf', ...tells('c'), not: { required: ['no'] } }) },
    ),
    { A: { b: 1, c: 1 }, C: { b: 1 } },
  ],
];

test.each(withIdentifiers)('ajv resolves the references of a bundle as lacuna does: %s', (_, files, accepted) => {
  const bundle = expectSame(files);
  const ajv = new Ajv2020({ strict: false }).addSchema(bundle, 'https://bundle.invalid/openapi.json');
  for (const [name, value] of Object.entries(accepted)) {
    const accepts = ajv.compile({ $ref: `https://bundle.invalid/openapi.json#/components/schemas/${name}` });
    expect([name, accepts(value)]).toEqual([name, true]);
    for (const member of Object.keys(value))
      expect([name, member, accepts({ ...value, [member]: undefined })]).toEqual([name, member, false]);
  }
});

test('a dynamic anchor that several schemas declare keeps its identifier', () => {
  const node = { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } };
  const A = { $id: 'https://x.invalid/a', ...node, allOf: [{ $ref: '#/components/schemas/C' }] };
  const B = { $id: 'https://x.invalid/b', ...node };
  expect(bundleSchemas(schemas({ A, B, C: tells('c') }))).toMatchObject({ A, B });
});

test('references to a bundle with its own URI use that URI', () => {
  const document = JSON.stringify({
    openapi: '3.2.0',
    $self: 'https://x.invalid/openapi.json',
    info: { title: 'T', version: '1' },
    components: { schemas: { A: { $id: 'https://y.invalid/a', $ref: '#/components/schemas/B' }, B: tells('b') } },
  });
  expect(bundleFiles({ 'openapi.json': document })['components']).toMatchObject({
    schemas: { A: { $id: 'https://y.invalid/a', $ref: 'https://x.invalid/openapi.json#/components/schemas/B' } },
  });
});

test('members are omitted with everything that refers to them; other references are adapted', () => {
  const document = read({
    'openapi.json': write({
      paths: {
        '/a': {
          parameters: [
            { name: '<x>', in: 'query' },
            { $ref: '#/components/parameters/Y' },
            { name: 'z', in: 'query', schema: {} },
          ],
          get: { parameters: [{ $ref: 'y.json' }, { $ref: '#/paths/~1a/parameters/2' }] },
        },
      },
      components: {
        parameters: { Y: { $ref: 'y.json' }, Z: { $ref: '#/components/parameters/Y' } },
        schemas: { S: { $ref: '#/paths/~1a/parameters/2/schema' } },
      },
    }),
    'y.json': '{"name": "<y>", "in": "query", "schema": {"type": "string"}}',
  });
  const unnamed = [
    { file: 'openapi.json', pointer: '/paths/~1a/parameters/0' },
    { file: 'y.json', pointer: '' },
  ];
  const { paths, components } = bundleDocument(document, { omit: unnamed });
  expect({ paths, components }).toEqual({
    paths: {
      '/a': {
        parameters: [{ name: 'z', in: 'query', schema: {} }],
        get: { parameters: [{ $ref: '#/paths/~1a/parameters/0' }] },
      },
    },
    components: { parameters: {}, schemas: { S: { $ref: '#/paths/~1a/parameters/0/schema' } } },
  });
  expect(bundleDocument(document)['paths']).toMatchObject({
    '/a': { parameters: [{ name: '<x>' }, {}, { name: 'z' }] },
  });
});

test('pointers are encoded as URI fragments', () => {
  const { A } = bundleSchemas({
    'openapi.json': write({ components: { schemas: { A: { not: { $ref: 'b.json#/properties/a%20%23%22%7B%25' } } } } }),
    'b.json': '{"properties": {"a #\\"{%": {"if": {"$ref": "#"}}}}',
  });
  expect(A).toEqual({ not: { $ref: '#/components/schemas/b/properties/a%20%23%22%7B%25' } });
});

test('the place of an origin in the bundle is known', () => {
  const document = read({
    'openapi.json': write({ components: { schemas: { A: { items: { $ref: 'b.json#/B' } } } } }),
    'b.json': '{"B": {"not": {}}, "C": {}}',
  });
  const locate = locateInBundle(document);
  expect(locate({ file: 'openapi.json', pointer: '/info' })).toBe('/info');
  expect(locate({ file: 'b.json', pointer: '/B/not' })).toBe('/components/schemas/B/not');
  expect(locate({ file: 'b.json', pointer: '/C' })).toBeUndefined();
});

test('a long chain of files does not make the bundle deep', () => {
  const files = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [
      `f${index}.json`,
      JSON.stringify({ next: { $ref: `f${index + 1}.json` } }),
    ]),
  );
  expectSame({ 'openapi.json': write({ 'x-a': { $ref: 'f0.json' } }), ...files, 'f1500.json': '{}' });
});

test('the bundle of any graph of files, with any names, has the same meaning', () => {
  const name = fc.constantFrom('A', 'B', 'a/b', '~', '%25', '', 'é #', '__proto__', 'x-y', '$ref', '0', '\ud800');
  const file = fc.constantFrom('openapi.json', 'A.json', 'dir/b c.json', 'dir/A.json');
  const keyword = fc.constantFrom('items', 'not', 'if');
  const schema = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constant({ type: 'string' }),
      tie('reference'),
      tie('object'),
      tie('map'),
    ),
    reference: fc.record({ link: fc.nat(), extra: fc.boolean() }),
    object: fc.dictionary(keyword, tie('node')),
    map: fc.record({
      properties: fc.dictionary(
        name.filter((text) => text !== '$ref'),
        tie('node'),
      ),
    }),
  })).node;
  const places = fc.uniqueArray(fc.tuple(file, name, schema), {
    selector: ([path, key]) => `${path} ${key}`,
    maxLength: 12,
  });
  fc.assert(
    fc.property(places, (list) => {
      const link = (from: string, index: number): string => {
        const [to = 'openapi.json', key] = list[index % list.length] ?? [];
        const pointer =
          key === undefined ? '' : `/components/schemas/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const fragment = key === '\ud800' ? pointer : encodeURIComponent(pointer).replaceAll('%2F', '/');
        const up = from.startsWith('dir/') ? '../' : '';
        return `${from === to && index % 2 ? '' : up + encodeURI(to)}#${fragment}`;
      };
      const write = (from: string, value: unknown): unknown => {
        if (!isObject(value)) return value;
        if (typeof value['link'] === 'number') {
          const extra = value['extra'] === true ? { title: 'extra' } : {};
          return { $ref: link(from, value['link']), ...extra };
        }
        return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, write(from, member)]));
      };
      const files = new Map<string, [string, unknown][]>([['openapi.json', []]]);
      for (const [path, key, value] of list) files.set(path, [...(files.get(path) ?? []), [key, write(path, value)]]);
      const texts = [...files].map(([path, members]) => [
        path,
        JSON.stringify({ openapi: '3.1.0', components: { schemas: Object.fromEntries(members) } }),
      ]);
      expectSame(Object.fromEntries(texts));
    }),
    { numRuns: 4 * runs },
  );
});
