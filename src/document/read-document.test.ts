import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Limits } from './limits.js';
import { readDocument } from './read-document.js';

type Files = { readonly [path: string]: string };

function read(folder: string, path = 'openapi.yaml', limits?: Partial<Limits>, root?: string) {
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, path), diagnostics, limits, { root });
  const list = diagnostics.list.map(({ code, origin, message, hint }) => ({
    code,
    at: `${origin?.file}#${origin?.pointer}`,
    message,
    hint,
  }));
  return { document, list, codes: list.map(({ code }) => code), hasErrors: diagnostics.hasErrors };
}

const head = "openapi: 3.1.1\ninfo: {title: T, version: '1'}\n";
const schemas = (text: string, more: Files = {}): Files => ({
  'openapi.yaml': `${head}components:\n  schemas:\n    A: {type: string}\n    B: ${text}\n`,
  ...more,
});
const readSchemas = (text: string, more: Files = {}) => read(makeFolder(schemas(text, more)));

test('a description and the files that it refers to are read, as JSON or YAML', () => {
  const { document, list } = readSchemas('{$ref: models/pet.json}', {
    'models/pet.json': '{"properties": {"owner": {"$ref": "../owner.yaml#/Owner"}}}',
    'owner.yaml': 'Owner: {type: object}\n',
    'unused.yaml': 'not: [read\n',
  });
  expect(list).toEqual([]);
  expect([...(document?.files.values() ?? [])].map(({ file, format }) => `${file} ${format}`)).toEqual([
    'openapi.yaml yaml',
    'models/pet.json json',
    'owner.yaml yaml',
  ]);
  expect(document?.files.get('owner.yaml')?.value).toEqual({ Owner: { type: 'object' } });
});

test('references are found at every place where the specification allows them', () => {
  const missing = (name: string) => `{$ref: '#/missing/${name}'}`;
  const { list } = read(
    makeFolder({
      'openapi.yaml': `openapi: 3.2.0
info: {title: T, version: '1'}
security: [{'#/missing/security': []}]
paths:
  /a:
    $ref: '#/missing/pathItem'
  /b:
    parameters: [${missing('parameter')}]
    additionalOperations: {COPY: {requestBody: ${missing('requestBody')}}}
    query:
      responses:
        default: ${missing('response')}
        '200':
          headers: {X: ${missing('header')}}
          links: {L: ${missing('link')}, M: {operationRef: '#/missing/operationRef'}}
          content:
            a/b: ${missing('mediaType')}
            c/d: {itemSchema: ${missing('itemSchema')}, examples: {default: ${missing('example')}}}
      callbacks: {C: {'{$url}': {post: {callbacks: {D: ${missing('callback')}}}}}}
webhooks: {W: ${missing('webhook')}}
components:
  securitySchemes: {S: ${missing('securityScheme')}}
  schemas:
    default: ${missing('inNamedDefault')}
    A:
      $ref: '#/missing/withSiblings'
      properties: {default: ${missing('property')}, example: {items: ${missing('items')}}}
      patternProperties: {x-a: ${missing('patternProperty')}}
      dependentSchemas: {enum: ${missing('dependentSchema')}}
      $defs: {const: ${missing('def')}}
      if: ${missing('if')}
      then: {else: ${missing('else')}}
    B:
      $dynamicRef: '#missing'
      discriminator: {propertyName: p, mapping: {a: '#/missing/mapping'}, defaultMapping: '#/missing/defaultMapping'}
`,
    }),
  );
  const names = list.map(({ message }) => /#\/?(?:missing\/)?([A-Za-z]+)/.exec(message)?.[1]).sort();
  expect(names).toEqual([
    'callback',
    'def',
    'defaultMapping',
    'dependentSchema',
    'else',
    'example',
    'header',
    'if',
    'inNamedDefault',
    'itemSchema',
    'items',
    'link',
    'mapping',
    'mediaType',
    'missing',
    'operationRef',
    'parameter',
    'pathItem',
    'patternProperty',
    'property',
    'requestBody',
    'response',
    'security',
    'securityScheme',
    'webhook',
    'withSiblings',
  ]);
  expect(new Set(list.map(({ code }) => code))).toEqual(new Set(['reference-not-found']));
});

test('a literal value is not read as a reference', () => {
  const { list } = readSchemas(`
      const: {$ref: '#/no'}
      enum: [{$ref: no.yaml}]
      default: {$ref: 'https://no.invalid'}
      example: {$ref: ../../no.yaml}
      examples: [{$ref: no.yaml}]
      properties: {$ref: {type: string}}`);
  expect(list).toEqual([]);
});

test('a reference in an example is followed if its target is data', () => {
  const { document, list } = readSchemas('{example: {$ref: data.json}, examples: [{$ref: notes.md}]}', {
    'data.json': '{"a": 1}',
    'notes.md': '[not: read',
  });
  expect(list.map(({ code, at }) => [code, at])).toEqual([
    ['reference-in-example', 'openapi.yaml#/components/schemas/B/example/$ref'],
  ]);
  expect(document?.files.has('data.json')).toBe(true);
});

test('a reference in an extension is followed if possible, and otherwise kept with a warning', () => {
  const { document, codes, hasErrors } = readSchemas("{x-a: {$ref: a.yaml}, x-b: {$ref: 'https://b.invalid'}}", {
    'a.yaml': 'x',
  });
  expect(codes).toEqual(['reference-not-followed']);
  expect(hasErrors).toBe(false);
  expect(document?.files.has('a.yaml')).toBe(true);
});

test.each([
  ["'#/components/schemas/a'", '#/components/schemas/A'],
  ["'#/component/schemas/A'", '#/components/schemas/A'],
  ["'#/definitions/A'", '#/components/schemas/A'],
  ["'#components/schemas/A'", '#/components/schemas/A'],
  ['A', '#/components/schemas/A'],
  ['modles.yaml#/A', 'models.yaml#/A'],
  ['models.yml', 'models.yaml'],
  ['models.yaml#/Petz', 'models.yaml#/Pets'],
])('%s: did you mean %s?', (reference, likely) => {
  const { list } = readSchemas(`{$ref: ${reference}}`, { 'models.yaml': 'Pets: {}\n' });
  expect(list).toEqual([
    {
      code: 'reference-not-found',
      at: 'openapi.yaml#/components/schemas/B/$ref',
      message: `'${reference.replaceAll("'", '')}' does not exist`,
      hint: `did you mean '${likely}'?`,
    },
  ]);
});

test('an unknown name in a mapping is reported with the nearest name', () => {
  const { list } = readSchemas('{discriminator: {propertyName: p, mapping: {a: A, b: Bb}}}');
  expect(list).toMatchObject([
    { at: 'openapi.yaml#/components/schemas/B/discriminator/mapping/b', hint: "did you mean 'B'?" },
  ]);
});

test('nothing is fetched from the network', () => {
  for (const uri of ['https://x.invalid/a.yaml#/A', 'http://127.0.0.1:@@/a', '//x.invalid/a.yaml']) {
    expect(readSchemas(`{$ref: '${uri}'}`).codes).toEqual(['reference-to-network']);
  }
});

test('a link may name an operation of another API', () => {
  const { codes } = read(
    makeFolder({
      'openapi.yaml': `${head}components: {links: {L: {operationRef: 'https://x.invalid/#/paths/~1a/get'}}}\n`,
    }),
  );
  expect(codes).toEqual(['reference-not-followed']);
});

test('references stay inside the folder of the description', () => {
  const folder = makeFolder({
    ...Object.fromEntries(
      Object.entries(schemas('{$ref: ../secret.yaml}')).map(([path, text]) => [`spec/${path}`, text]),
    ),
    'secret.yaml': 'secret: [unreadable\n',
  });
  for (const reference of [
    '../secret.yaml',
    join(folder, 'secret.yaml'),
    'file:///etc/passwd',
    'x/..%2f..%2fsecret.yaml',
  ]) {
    const own = makeFolder(schemas(`{$ref: '${reference}'}`));
    const { list } = read(own);
    expect(list).toHaveLength(1);
    expect(list[0]?.code).toMatch(/^reference-(outside|not-understood)$/);
  }
  symlinkSync(join(folder, 'secret.yaml'), join(folder, 'spec/inside.yaml'));
  mkdirSync(join(folder, 'spec/sub'));
  symlinkSync(folder, join(folder, 'spec/sub/up'));
  const { list } = read(folder, 'spec/openapi.yaml');
  expect(list.map(({ code }) => code)).toEqual(['reference-outside']);
  expect(JSON.stringify(list)).not.toContain('unreadable');
  for (const reference of ['inside.yaml', 'sub/up/secret.yaml']) {
    const other = makeFolder(schemas(`{$ref: ${reference}}`));
    symlinkSync(join(folder, 'secret.yaml'), join(other, 'inside.yaml'));
    mkdirSync(join(other, 'sub'));
    symlinkSync(folder, join(other, 'sub/up'));
    expect(read(other).codes).toEqual(['reference-outside']);
  }
});

test('findings do not name files outside the folder', () => {
  const outside = makeFolder({ 'secret.yaml': '{}' });
  const folder = makeFolder(schemas('{anyOf: [{$ref: link/secrets.yaml}, {$ref: ../sekret.yaml}]}'));
  symlinkSync(outside, join(folder, 'link'));
  expect(JSON.stringify(read(folder).list)).not.toContain('secret.yaml');
});

test('with a wider root, references may leave the folder', () => {
  const folder = makeFolder({
    'spec/openapi.yaml': `${head}components: {schemas: {A: {$ref: ../a.yaml}}}\n`,
    'a.yaml': '{}',
  });
  const { document, list } = read(folder, 'spec/openapi.yaml', {}, folder);
  expect(list).toEqual([]);
  expect([...(document?.files.keys() ?? [])]).toEqual(['openapi.yaml', '../a.yaml']);
  expect(read(folder, 'spec/openapi.yaml', {}, join(folder, 'no')).codes).toEqual(['root-not-folder']);
});

test('a file with two names is read as one file', () => {
  const folder = makeFolder(
    schemas('{allOf: [{$ref: a.yaml}, {$ref: b.yaml}, {$ref: ./x/../a.yaml}, {$ref: openapi.yaml}]}', {
      'a.yaml': '{}',
    }),
  );
  symlinkSync(join(folder, 'a.yaml'), join(folder, 'b.yaml'));
  expect([...(read(folder).document?.files.keys() ?? [])]).toEqual(['openapi.yaml', 'a.yaml']);
});

test('only regular files are read', () => {
  const folder = makeFolder(
    schemas('{anyOf: [{$ref: pipe}, {$ref: sub}, {$ref: "a%00b"}, {$ref: 5}]}', { 'sub/a.yaml': '{}' }),
  );
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(read(folder).codes.sort()).toEqual([
    'reference-not-found',
    'reference-not-found',
    'reference-not-found',
    'reference-not-text',
  ]);
});

test('mistakes of all files are reported at once, each in its file', () => {
  const { list } = readSchemas('{allOf: [{$ref: a.yaml}, {$ref: b.json}, {$ref: "#/no"}, {$ref: a.yaml#/x}]}', {
    'a.yaml': 'a: 1\na: 2\n',
    'b.json': '{',
  });
  expect(list.map(({ code, at }) => `${code} ${at}`)).toEqual([
    'duplicate-key a.yaml#/a',
    'json-syntax b.json#',
    'reference-not-found openapi.yaml#/components/schemas/B/allOf/2/$ref',
  ]);
});

test('endless references are reported', () => {
  const { list } = readSchemas(
    "{$ref: '#/components/schemas/B', allOf: [{$ref: '#/components/schemas/B/x/y'}, {$ref: a.yaml}]}",
    {
      'a.yaml': '$ref: b.yaml\n',
      'b.yaml': '$ref: a.yaml\nx: {$ref: openapi.yaml}\n',
    },
  );
  expect(list.map(({ message }) => message)).toEqual(["'#/components/schemas/B/x/y' does not exist"]);
});

test('the error of every limit says how to raise it', () => {
  const folder = makeFolder(
    schemas('{allOf: [{$ref: a.yaml}, {$ref: b.yaml}]}', {
      'a.yaml': `x: ${'y'.repeat(500)}`,
      'b.yaml': '{a: {b: {}}}',
    }),
  );
  const hint = (limits: Partial<Limits>) =>
    read(folder, 'openapi.yaml', limits).list.map(({ code, hint }) => `${code} ${hint?.match(/--limit .*/)}`);
  expect(hint({ files: 1 })).toEqual(['file-count-limit --limit files=2']);
  expect(hint({ fileBytes: 200 })).toEqual(['file-size-limit --limit fileBytes=504']);
  expect(hint({ totalBytes: 300 })).toEqual(['total-size-limit --limit totalBytes=600']);
  expect(hint({ depth: 5 })).toEqual(['depth-limit --limit depth=10']);
  expect(hint({ yamlTokens: 10 })).toEqual(['yaml-token-limit --limit yamlTokens=20']);
});

test('too much depth is reported, with any limit', () => {
  const deep = 5000;
  const texts = [
    `{"openapi": "3.1.0", "x-a": ${'['.repeat(deep)}${']'.repeat(deep)}}`,
    `openapi: 3.1.0\nx-a: ${'{a: '.repeat(deep)}`,
  ];
  for (const text of texts) {
    expect(read(makeFolder({ 'openapi.yaml': text }), 'openapi.yaml', { depth: 1e6 }).codes).toEqual(['depth-limit']);
  }
});

test.each([
  ['openapi: 3.0.4', '3.0', []],
  ["openapi: '3.1'", '3.1', []],
  ['openapi: 3.2.0-rc1', '3.2', []],
  ['openapi: 3.1', '3.1', []],
])('%s is version %s', (line, version, expected) => {
  const { document, codes } = read(makeFolder({ 'openapi.yaml': `${line}\n` }));
  expect(document?.version).toBe(version);
  expect(codes).toEqual(expected);
});

test.each([
  ['swagger-description', "swagger: '2.0'"],
  ['unsupported-version', 'openapi: 4.0.0'],
  ['unsupported-version', 'openapi: 3.3.0'],
  ['unsupported-version', 'openapi: [3]'],
  ['no-description', 'openApi: 3.1.0'],
  ['no-description', 'title: T'],
  ['no-description', '- openapi'],
  ['no-description', 'null'],
])('%s: %s', (code, text) => {
  expect(read(makeFolder({ 'openapi.yaml': `${text}\n` })).codes).toEqual([code]);
});

test('a path that is not a description is reported with a suggestion', () => {
  const folder = makeFolder({ 'openapi.yml': head, 'empty.yaml': '' });
  expect(read(folder, 'openapi.yaml').list).toMatchObject([
    { code: 'file-not-found', hint: "did you mean 'openapi.yml'?" },
  ]);
  expect(read(folder, '.').list).toMatchObject([{ code: 'file-unreadable', hint: "did you mean 'openapi.yml'?" }]);
  expect(read(folder, 'spec/shop.json').list).toMatchObject([
    { code: 'file-not-found', hint: expect.stringContaining("'lacuna init' finds the description") },
  ]);
  expect(read(folder, 'empty.yaml').codes).toEqual(['empty-file']);
  const diagnostics = new Diagnostics();
  expect(readDocument('https://x.invalid/openapi.yaml', diagnostics)).toBeUndefined();
  expect(diagnostics.list).toMatchObject([
    {
      code: 'spec-is-url',
      hint: 'download it, then name the file: lacuna fetch https://x.invalid/openapi.yaml --out openapi.yaml',
    },
  ]);
});

test('a long chain of references is followed to its end', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => [
    `S${index}`,
    { $ref: `#/components/schemas/S${index + 1}` },
  ]);
  const text = JSON.stringify({ openapi: '3.1.0', components: { schemas: Object.fromEntries(list) } });
  const { document, codes } = read(makeFolder({ 'openapi.yaml': text }));
  expect(codes).toEqual(['reference-not-found']);
  expect(document?.references).toHaveLength(19_999);
});
