import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { formatOrigin } from '../../src/diagnostics/origin.js';
import { readDocument } from '../../src/document/read-document.js';
import { listReserved } from '../../src/emitters/emit-artifacts.js';
import { readEnumeration } from '../../src/model/allowed-types.js';
import { buildApi } from '../../src/model-builder/api.js';
import { nameEnumeration, nameGuard, nameValidate, operationTypes } from '../../src/naming/derived-names.js';
import type { Names } from '../../src/naming/names.js';
import { reservedFiles, reservedMembers, reservedNames } from '../../src/naming/reserved-names.js';
import { nameDescription } from '../../src/pipeline/emit.js';
import { runs } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { compileFolder, temporaryFolder } from '../types/emission.js';
import { addTo, openGenerator, writeRuntime } from './generate-text.js';
import { readOutput } from './read-output.js';

const reserved = await listReserved();

const seed = chooseSeed('property tests of names');

// Names that could break a generator: names that differ only in case or symbols, reserved names, names without letters,
// and names that are derived from each other.
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'pet',
      'Pet',
      'PET',
      'pet-',
      'pet_',
      'Pet2',
      'pet 2',
      'PetInput',
      'PetReceived',
      'isPet',
      'KnownPet',
      'PetOwner',
      'ownerPet',
      'listPetsArgs',
      'ListPetsReply',
      'listPets',
      'list-pets',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Error',
      'Promise',
      'createClient',
      'assume',
      'delete',
      'class',
      'body',
      'con',
      'aux',
      'index',
      'not-shown',
      '__proto__',
      'constructor',
      'toString',
      'Returned',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '$',
      '+',
      '-1',
      '2',
      '404',
      '🎉',
      '🎉🎉',
      '名前',
      'Größe',
      'gröSSE',
      'İ',
      'ﬀ',
      '\u0301',
      'a'.repeat(300),
      'very '.repeat(40),
      '../../x',
      '/',
      '\u202e',
      '\ud800',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
);

const leaf = { type: 'string' };
const schema = fc.oneof(
  fc.constant(leaf),
  fc.constant({ anyOf: [{ enum: ['a', 'b'] }, leaf] }),
  fc
    .dictionary(
      name,
      fc.constantFrom(
        leaf,
        { ...leaf, readOnly: true },
        { ...leaf, default: '' },
        { enum: ['a', 'b'] },
        { type: 'object', properties: { id: leaf } },
        { type: 'array', items: { properties: { id: leaf } } },
      ),
      { maxKeys: 3 },
    )
    .map((properties) => ({ type: 'object', properties })),
  name.map((title) => ({
    oneOf: [
      { type: 'object', title, properties: { a: leaf } },
      { type: 'array', items: leaf },
    ],
  })),
);
const operation = fc.record(
  {
    operationId: name,
    parameters: fc.uniqueArray(fc.record({ name, in: fc.constantFrom('query', 'header', 'cookie'), schema }), {
      maxLength: 4,
      selector: (parameter) => JSON.stringify([parameter.name, parameter.in]),
    }),
    requestBody: schema.map((each) => ({ content: { 'application/json': { schema: each } } })),
    responses: fc.dictionary(
      fc.constantFrom('200', '201', '404', 'default'),
      schema.map((each) => ({ description: '', content: { 'application/json': { schema: each } } })),
      { minKeys: 1, maxKeys: 2 },
    ),
  },
  { requiredKeys: ['responses'] },
);
const paths = fc.dictionary(
  name.map((text) => `/${text.replace(/[{}?#]/g, '')}`),
  fc.record({ get: operation, post: operation }, { requiredKeys: [] }),
  { maxKeys: 3 },
);
const description = fc.record({
  schemas: fc.dictionary(name, schema, { maxKeys: 6 }),
  responses: fc.dictionary(
    name,
    schema.map((each) => ({ description: '', content: { 'application/json': { schema: each } } })),
    { maxKeys: 2 },
  ),
  paths,
});

type Description = typeof description extends fc.Arbitrary<infer Value> ? Value : never;

function textOf({ schemas, responses, paths: written }: Description): string {
  const uses = Object.fromEntries(
    Object.keys(responses).map((key, index) => [
      `/use${index}`,
      {
        get: {
          responses: {
            200: {
              $ref: `#/components/responses/${encodeURIComponent(
                key
                  .replaceAll('~', '~0')
                  .replaceAll('/', '~1')
                  .replace(/\p{Cs}/gu, '\ufffd'),
              )}`,
            },
          },
        },
      },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { ...written, ...uses },
    components: { schemas, responses },
  });
}

function reverse(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverse(member)]),
  );
}

function nameText(folder: string, text: string): { names: Names; diagnostics: Diagnostics } | undefined {
  writeFileSync(join(folder, 'openapi.json'), text);
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'openapi.json'), diagnostics);
  if (!document || diagnostics.hasErrors) return undefined;
  const api = buildApi(document, diagnostics);
  return diagnostics.hasErrors
    ? undefined
    : { names: nameDescription(api, diagnostics, { reserved }).names, diagnostics };
}

function listNames(names: Names): string[] {
  const schemas = [...new Set(names.schemas.values())].flatMap(({ schema: each, declarations }) => [
    ...declarations.flatMap(({ name: type }) => [type, nameGuard(type), nameValidate(type)]),
    ...(readEnumeration(each)?.open ? Object.values(nameEnumeration(declarations[0]?.name ?? '')) : []),
  ]);
  const operations = [...names.operations.values()].flatMap(({ identifier, type }) => [
    identifier,
    ...operationTypes.map((suffix) => type + suffix),
  ]);
  return [...schemas, ...operations];
}

function byOrigin(names: Names): Map<string, string> {
  return new Map([
    ...[...names.schemas].map(
      ([each, { types, module }]) =>
        [`${formatOrigin(each.origin)}${'baseOf' in each ? ' base' : ''}`, `${module} ${types.response}`] as const,
    ),
    ...[...names.operations].map(
      ([each, { identifier, file, type, parameters }]) =>
        [formatOrigin(each.origin), [identifier, file, type, ...[...parameters.values()].sort()].join(' ')] as const,
    ),
  ]);
}

test('names are unique identifiers of limited length, and do not depend on order', () => {
  const folder = temporaryFolder();
  let named = 0;
  fc.assert(
    fc.property(description, (written) => {
      const text = textOf(written);
      const result = nameText(folder, text);
      fc.pre(result !== undefined);
      named++;
      const { names } = result;
      const all = listNames(names);
      expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([]);
      expect(
        all.filter(
          (each) =>
            reservedNames.has(each) ||
            reserved.names.has(each) ||
            !/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(each) ||
            each.length > 140,
        ),
      ).toEqual([]);
      const modules = [...new Set([...names.schemas.values()].map(({ module }) => module))];
      const files = [...modules, ...[...names.operations.values()].map(({ file }) => `client/${file}`)];
      expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
      expect(
        files.filter(
          (file) =>
            !/^[a-z0-9-]+(\/[a-z0-9-]{1,110}){1,2}$/.test(file) ||
            reservedFiles.has(file.split('/').at(-1) ?? '') ||
            reserved.files.has(file.split('/').at(-1) ?? ''),
        ),
      ).toEqual([]);
      for (const { parameters } of names.operations.values()) {
        const members = [...parameters.values()];
        expect(new Set(members).size).toBe(members.length);
        expect(members.filter((member) => reservedMembers.has(member))).toEqual([]);
      }
      const reversed = nameText(folder, JSON.stringify(reverse(JSON.parse(text))));
      expect(reversed && byOrigin(reversed.names)).toEqual(byOrigin(names));
    }),
    { numRuns: runs, seed },
  );
  expect(named).toBeGreaterThan(runs / 2);
});

test('named modules compile, with every wire name', { timeout: 600_000 }, async () => {
  const generate = openGenerator();
  const folder = temporaryFolder();
  writeRuntime(folder);
  let generated = 0;
  await fc.assert(
    fc.asyncProperty(description, async (written) => {
      const { modules } = await generate(textOf(written));
      fc.pre(modules !== undefined);
      const { errors, texts } = readOutput(modules);
      expect(errors).toEqual([]);
      expect(listProperties(written.schemas).filter((each) => !texts.has(each))).toEqual([]);
      addTo(folder, `d${generated++}`, modules);
    }),
    { numRuns: runs, seed },
  );
  expect(compileFolder(folder)).toEqual([]);
});

function listProperties(schemas: Description['schemas']): string[] {
  return Object.values(schemas).flatMap((each) => ('properties' in each ? Object.keys(each.properties) : []));
}
