import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { compilers } from '../effort.js';
import { compileFolder, describeSchemas, emitInto, nameFiles, refused, temporaryFolder } from './emission.js';

const gap = (id: string, kind: string): object => ({ id, kind, question: `What about ${id}?`, source: '1' });

/** Emits component schemas. Returns the folder. */
function emitSchemas(schemas: object, more: object = {}): string {
  const folder = temporaryFolder();
  emitInto(folder, nameFiles(describeSchemas(schemas, more)));
  return folder;
}

/** A schema, values that its type accepts, values that it refuses, and the components to which the schema refers. */
type Row = readonly [string, object, string[], string[], object?];

/** Lists the values of each row that are assignable to the type `T` of its schema. Runs the compiler once. */
function listAccepted(rows: readonly Row[]): string[][] {
  const folder = temporaryFolder();
  const modules: Record<string, string> = {};
  for (const [row, [, schema, good, bad, more]] of rows.entries()) {
    emitInto(join(folder, `row${row}`), nameFiles(describeSchemas({ T: schema, ...more })));
    for (const [index, value] of [...good, ...bad].entries())
      modules[`${row}-${index}`] =
        `import type { T } from './row${row}/types/index.js';\nexport const value: T = ${value};\n`;
  }
  const wrong = new Set(refused(folder, modules));
  return rows.map(([, , good, bad], row) => [...good, ...bad].filter((_, index) => !wrong.has(`${row}-${index}`)));
}

describe('a type accepts the same values as its schema', () => {
  const text = { type: 'string' };
  const number = { type: 'number' };
  const rows: readonly Row[] = [
    ['scalars', { type: ['string', 'integer', 'null'] }, [`'a'`, '1', 'null'], ['true', '{}']],
    ['booleans', { type: 'boolean' }, ['true', 'false'], ['0']],
    [
      'objects all of whose members are for the other direction',
      { type: 'object', properties: { key: { type: 'string', writeOnly: true } } },
      ['{}', '{ a: 1 }'],
      [`'a'`, '1', '[]'],
    ],
    ['enum', { type: ['string', 'null'], enum: ['a', 'b', null, 3] }, [`'a'`, 'null'], [`'c'`, '3']],
    ['const', { const: { a: [1, 'x'] } }, [`{ a: [1, 'x'] }`], [`{ a: [1] }`, '{}']],
    ['arrays', { type: 'array', items: text }, [`['a']`, '[]'], ['[1]', `'a'`]],
    ['arrays without items', { type: 'array' }, [`['a', 1]`], [`'a'`]],
    [
      'tuples',
      { type: 'array', prefixItems: [text, number], minItems: 1, items: false },
      [`['a']`, `['a', 1]`],
      ['[]', `['a', 1, 2]`, '[1]'],
    ],
    [
      'tuples of which another schema tells the beginning',
      { type: 'array', allOf: [{ prefixItems: [text, number] }], unevaluatedItems: false },
      [`['a', 1]`, '[]'],
      ['[1]'],
    ],
    [
      'arrays in which some items are told by what they contain',
      { type: 'array', prefixItems: [text], contains: number, unevaluatedItems: false },
      [`['a', 1, 2]`],
      ['[1]'],
    ],
    [
      'objects of which others tell further properties',
      { type: 'object', allOf: [{ additionalProperties: number }], unevaluatedProperties: text },
      ['{ a: 1 }'],
      [`{ a: 'x' }`],
    ],
    ['tuples with more', { prefixItems: [text], items: number, minItems: 1 }, [`['a', 1, 2]`], [`['a', 'b']`, '[]']],
    [
      'objects',
      { type: 'object', required: ['a'], properties: { a: text, 'b-c': number } },
      [`{ a: '' }`, `{ a: '', 'b-c': 1 }`],
      ['{}', '{ a: 1 }', `{ a: '', d: 1 }`],
    ],
    ['required without properties', { type: 'object', required: ['a'] }, ['{ a: 1 }'], ['{}']],
    ['a property that must not be there', { properties: { a: text, b: false } }, [`{ a: '' }`], [`{ a: '', b: 1 }`]],
    ['maps', { type: 'object', additionalProperties: number }, ['{ a: 1 }', '{}'], [`{ a: '' }`]],
    ['free objects', { type: 'object' }, ['{ a: 1 }', '{}'], ['1']],
    [
      'additional properties beside known ones',
      {
        type: 'object',
        required: ['a'],
        properties: { a: text, b: { type: 'boolean' } },
        additionalProperties: number,
      },
      [`{ a: '' }`, `{ a: '', c: 1, b: true }`],
      [`{ a: 1 }`, `{ a: '', c: null }`],
    ],
    [
      'patterns',
      { type: 'object', patternProperties: { '^x-': number }, additionalProperties: false },
      [`{ 'x-a': 1 }`],
      [`{ 'x-a': '' }`],
    ],
    [
      'listed names',
      { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: number },
      ['{ a: 1 }', '{}'],
      ['{ c: 1 }', `{ a: '' }`],
    ],
    ['nothing', { not: {} }, [], ['1', 'null', '{}']],
    ['not a type', { type: ['string', 'null'], not: { type: 'null' } }, [`''`], ['null']],
    ['not a value', { enum: ['a', 'b'], not: { const: 'a' } }, [`'b'`], [`'a'`]],
    ['anything but a type', { not: { type: ['string', 'object'] } }, ['1', 'null', '[]'], [`''`, '{}']],
    ['not a value that null is', { type: ['string', 'null'], not: { const: null } }, [`''`], ['null']],
    [
      'not a value behind a name',
      { $ref: '#/components/schemas/A', not: { enum: ['a'] } },
      [`'b'`],
      [`'a'`],
      { A: { enum: ['a', 'b'] } },
    ],
    [
      'not any of several properties',
      { type: 'object', properties: { a: text }, not: { anyOf: [{ required: ['b'] }, { required: ['c'] }] } },
      [`{ a: '' }`],
      [`{ b: 1 }`, `{ c: 1 }`],
    ],
    ['not a property', { type: 'object', properties: { a: text }, not: { required: ['b'] } }, ['{}'], [`{ b: 1 }`]],
    [
      'if with both branches',
      JSON.parse(
        '{ "if": { "properties": { "k": { "const": 1 } } }, "then": { "required": ["x"] }, "else": { "properties": { "y": { "type": "string" } } } }',
      ),
      ['{ k: 1, x: 2 }', `{ y: '' }`],
      ['{ y: 1 }'],
    ],
    [
      'allOf of objects',
      { allOf: [{ $ref: '#/components/schemas/A' }, { required: ['b'], properties: { b: number } }] },
      [`{ a: '', b: 1 }`],
      [`{ b: 1 }`, `{ a: '' }`],
      { A: { type: 'object', required: ['a'], properties: { a: text } } },
    ],
    [
      'allOf that narrows a property',
      { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { a: { enum: ['x'] } } }] },
      [`{ a: 'x' }`],
      [`{ a: 'y' }`],
      { A: { type: 'object', required: ['a'], properties: { a: text } } },
    ],
    [
      'allOf that demands a property',
      { allOf: [{ $ref: '#/components/schemas/A' }, { required: ['a'] }] },
      [`{ a: 'x' }`],
      [`{}`, '{ a: 1 }'],
      { A: { type: 'object', properties: { a: text } } },
    ],
    [
      'allOf of an enumeration',
      { allOf: [{ $ref: '#/components/schemas/A' }], enum: ['b', 'c'] },
      [`'b'`],
      [`'a'`, `'c'`],
      { A: { enum: ['a', 'b'] } },
    ],
    [
      'a reference with siblings',
      { $ref: '#/components/schemas/A', required: ['a'], properties: { c: number } },
      [`{ a: '', c: 1 }`],
      ['{ c: 1 }', `{ a: '', c: '' }`],
      { A: { type: 'object', properties: { a: text } } },
    ],
    ['anyOf', { anyOf: [text, { type: 'array', items: text }] }, [`''`, `['']`], ['1', '[1]']],
    [
      'nullable references',
      { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
      ['null', `{ a: '' }`],
      ['1', 'undefined'],
      { A: { type: 'object', properties: { a: text } } },
    ],
    [
      'anyOf of demands beside properties',
      { type: 'object', properties: { a: text, b: number }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      [`{ a: '' }`, `{ b: 1 }`],
      ['{}', `{ b: '' }`],
    ],
    [
      'oneOf beside properties',
      {
        type: 'object',
        required: ['k'],
        properties: { k: text },
        oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
      },
      [`{ k: '', a: '' }`, `{ k: '', b: 1 }`],
      [`{ a: '' }`, `{ k: '' }`],
      {
        A: { type: 'object', required: ['a'], properties: { a: text } },
        B: { type: 'object', required: ['b'], properties: { b: number } },
      },
    ],
    [
      'recursion',
      {
        type: 'object',
        properties: {
          next: { $ref: '#/components/schemas/T' },
          all: { type: 'array', items: { $ref: '#/components/schemas/T' } },
        },
      },
      ['{ next: { next: {} }, all: [{}] }'],
      ['{ next: 1 }', '{ all: [1] }'],
    ],
    [
      'recursion without a name',
      {
        anyOf: [
          text,
          { type: 'array', items: { $ref: '#/components/schemas/T' } },
          { type: 'object', additionalProperties: { $ref: '#/components/schemas/T' } },
        ],
      },
      [`[['a'], { b: 'c' }]`],
      ['[1]', '{ a: 1 }'],
    ],
    ['formats', { type: 'string', format: 'date-time' }, [`''`], ['new Date()']],
    ['true and false', { properties: { a: true }, required: ['a'], type: 'object' }, ['{ a: 1 }'], ['{}']],
    ['keywords without a type', { properties: { a: text } }, [`{ a: '' }`], ['{ a: 1 }']],
  ];

  let accepted: readonly string[][] | undefined;
  test.each(rows.map((row, index) => [row[0], index, row[2]] as const))('%s', (_name, index, good) => {
    accepted ??= listAccepted(rows);
    expect(accepted[index]).toEqual(good);
  });
});

describe('views', () => {
  const pet = {
    type: 'object',
    required: ['id', 'name', 'kind', 'owner'],
    properties: {
      id: { type: 'integer', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string' },
      kind: { type: 'string', default: 'cat' },
      tag: { type: 'string', default: '' },
      owner: { $ref: '#/components/schemas/Owner' },
    },
  };
  const owner = { type: 'object', required: ['pet'], properties: { pet: { $ref: '#/components/schemas/Base' } } };
  const base = {
    type: 'object',
    required: ['x'],
    properties: { x: { $ref: '#/components/schemas/Stamp' }, y: { type: 'string' } },
  };
  const stamp = { type: 'string', readOnly: true };
  const plain = { type: 'object', properties: { a: { type: 'string' } } };
  const schemas = { Pet: pet, Owner: owner, Base: base, Stamp: stamp, Plain: plain };

  test('the views of a schema differ if anything reachable from it differs', () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
    const paths = { '/': { post: { requestBody: { content }, responses: { 204: { description: '' } } } } };
    const folder = emitSchemas(schemas, { paths });
    const wrong = refused(folder, {
      sent: `import type { PetInput } from './types/index.js';
export const pet: PetInput = { name: '', owner: { pet: {} }, tag: undefined, secret: '' };`,
      sentWithReadOnly: `import type { PetInput } from './types/index.js';
export const pet: PetInput = { name: '', owner: { pet: {} }, id: 1 };`,
      sentWithNestedReadOnly: `import type { PetInput } from './types/index.js';
export const pet: PetInput = { name: '', owner: { pet: { x: '' } } };`,
      received: `import type { PetReceived } from './types/index.js';
export const pet: PetReceived = { name: '', owner: { pet: {} }, tag: '', kind: '' };`,
      receivedWithoutDefault: `import type { PetReceived } from './types/index.js';
export const pet: PetReceived = { name: '', owner: { pet: {} }, kind: '' };`,
      response: `import type { Pet } from './types/index.js';
export const pet: Pet = { id: 1, name: '', owner: { pet: { x: '' } }, tag: '', kind: '' };`,
      responseWithWriteOnly: `import type { Pet } from './types/index.js';
export const pet: Pet = { id: 1, name: '', owner: { pet: { x: '' } }, tag: '', kind: '', secret: '' };`,
      responseUndefined: `import type { Base } from './types/index.js';
export const base: Base = { x: '', y: undefined };`,
      noSuchView: `import type { PlainInput } from './types/index.js';
export const plain: PlainInput = {};`,
    });
    expect(wrong).toEqual([
      'sentWithReadOnly',
      'sentWithNestedReadOnly',
      'receivedWithoutDefault',
      'responseWithWriteOnly',
      'responseUndefined',
      'noSuchView',
    ]);
  });

  test('a type of sent values allows undefined even if it does not differ', () => {
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Plain' } } } };
    const paths = { '/': { post: { requestBody: body, responses: { 204: { description: '' } } } } };
    const folder = temporaryFolder();
    emitInto(folder, nameFiles(describeSchemas({ Plain: plain }, { paths })));
    const text = `import type { Plain } from './types/index.js';\nexport const plain: Plain = { a: undefined };`;
    expect(refused(folder, { text })).toEqual([]);
  });
});

describe('inheritance', () => {
  const schemas = {
    Base: {
      type: 'object',
      required: ['type', 'id'],
      properties: {
        type: { type: 'string' },
        id: { type: 'string' },
        o: { type: 'object', properties: { x: { type: 'string' } } },
      },
    },
    Derived: {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        {
          type: 'object',
          properties: {
            type: { enum: ['d'], default: 'd' },
            id: { type: 'string', readOnly: true },
            o: { type: 'object', required: ['x'] },
          },
        },
      ],
    },
    Other: { type: 'object', required: ['id'], properties: { id: { enum: ['a', 'b'] } } },
    Both: { allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Other' }] },
    Map: { type: 'object', additionalProperties: { type: 'number' } },
    Beside: {
      allOf: [
        { $ref: '#/components/schemas/Map' },
        { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
      ],
    },
  };

  test('narrows the items of a list that is in a base', () => {
    const rows = { type: 'object', properties: { rows: { type: 'array', items: { type: 'object' } } } };
    const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const Named = {
      allOf: [{ $ref: '#/components/schemas/Rows' }, { properties: { rows: { type: 'array', items: named } } }],
    };
    const use = (name: string): string =>
      `import type { Named } from './types/index.js';\nexport const use = (page: Named): string[] => page.rows?.map((row) => row.${name}) ?? [];`;
    expect(refused(emitSchemas({ Rows: rows, Named }), { known: use('name'), unknown: use('other') })).toEqual([
      'unknown',
    ]);
  });

  test('ends if schemas of one value form a circle', () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const Mixed = { properties: { next: ref('Loop') }, anyOf: [{ type: 'array' }, ref('Plain')] };
    const Loop = { properties: { next: ref('Plain') }, anyOf: [ref('Mixed')] };
    const use = `import type { Loop } from './types/index.js';
export const loop: Loop = { next: { next: { next: { next: {} } } } };`;
    const folder = emitSchemas({ Plain: { type: 'object' }, Mixed, Loop });
    expect(refused(folder, { use, wrong: use.replace('{} }', '1 }') })).toEqual(['wrong']);
  });

  test('extends bases, narrows their members, and omits members that can be absent', () => {
    const folder = emitSchemas(schemas);
    expect(readFileSync(join(folder, 'types/derived.ts'), 'utf8')).toMatch(/interface Derived extends Base \{/);
    const probe = (type: string, value: string): string =>
      `import type { ${type} } from './types/index.js';\nexport const value: ${type} = ${value};`;
    const wrong = refused(folder, {
      derived: probe('Derived', `{ type: 'd', id: '', o: { x: '' } }`),
      derivedOther: probe('Derived', `{ type: 'e', id: '' }`),
      derivedPart: probe('Derived', `{ type: 'd', id: '', o: {} }`),
      input: probe('DerivedInput', '{}'),
      inputWithReadOnly: probe('DerivedInput', `{ id: '' }`),
      received: probe('DerivedReceived', `{ type: 'd' }`),
      receivedWithout: probe('DerivedReceived', `{}`),
      both: probe('Both', `{ type: '', id: 'a' }`),
      bothOther: probe('Both', `{ type: '', id: 'c' }`),
      beside: probe('Beside', `{ n: 1, m: 2 }`),
      besideOther: probe('Beside', `{ n: 1, m: '' }`),
    });
    expect(wrong).toEqual([
      'derivedOther',
      'derivedPart',
      'inputWithReadOnly',
      'receivedWithout',
      'bothOther',
      'besideOther',
    ]);
  });
});

describe('discriminators', () => {
  const part = (): object => ({ type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } });
  const schemas = {
    Cat: { allOf: [part(), { type: 'object', required: ['meow'], properties: { meow: { type: 'boolean' } } }] },
    Dog: { allOf: [part(), { type: 'object', required: ['bark'], properties: { bark: { type: 'boolean' } } }] },
    Pet: {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    },
  };

  test('narrow a union by mapping and by implicit name', () => {
    const folder = emitSchemas(schemas);
    const wrong = refused(folder, {
      narrowed: `import type { Pet } from './types/index.js';
export function sound(pet: Pet): boolean { return pet.kind === 'Dog' ? pet.bark : pet.meow; }`,
      mixed: `import type { Pet } from './types/index.js';
export const pet: Pet = { kind: 'cat', bark: true };`,
    });
    expect(wrong).toEqual(['mixed']);
  });

  test('leave the default member open for values of no other member', () => {
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat' }, defaultMapping: 'Dog' };
    const folder = emitSchemas({ ...schemas, Pet: { ...schemas.Pet, discriminator } }, { openapi: '3.2.0' });
    const wrong = refused(folder, {
      other: `import type { Pet } from './types/index.js';
export const pet: Pet = { kind: 'wolf', bark: true };`,
      narrowed: `import type { Pet } from './types/index.js';
export function sound(pet: Pet): boolean { return 'bark' in pet ? pet.bark : pet.meow; }`,
      mixed: `import type { Pet } from './types/index.js';
export const pet: Pet = { kind: 'lion', meow: true };`,
    });
    expect(wrong).toEqual(['mixed']);
  });

  test('narrow a union, and leave it open if a gap says that other values exist', () => {
    const kind = { type: 'string', 'x-not-shown': [gap('kinds', 'values')] };
    const member = (name: string): object => ({
      type: 'object',
      required: ['kind', name],
      properties: { kind, [name]: { type: 'boolean' } },
    });
    const folder = emitSchemas({ ...schemas, Cat: member('meow'), Dog: { ...schemas.Dog } });
    const wrong = refused(folder, {
      other: `import type { Pet } from './types/index.js';
export const pet: Pet = { kind: 'lion', meow: true };`,
      closed: `import type { Pet } from './types/index.js';
export const pet: Pet = { kind: 'wolf', bark: true };`,
    });
    expect(wrong).toEqual(['closed']);
  });

  const parent = (more: object = {}): object => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', ...more }, friend: { $ref: '#/components/schemas/Pet' } },
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
  });
  const child = (of: string, name: string): object => ({
    allOf: [
      { $ref: `#/components/schemas/${of}` },
      { type: 'object', required: [name], properties: { [name]: { type: 'boolean' } } },
    ],
  });
  const family = {
    Pet: parent(),
    Cat: child('Pet', 'meow'),
    Dog: child('Pet', 'bark'),
    Puppy: child('Dog', 'small'),
    // Inside another schema, it is any of the children with further members. It is not a child itself.
    Owner: { type: 'object', required: ['pet'], properties: { pet: child('Pet', 'loved') } },
    Toy: { ...parent(), discriminator: { propertyName: 'kind' } },
  };
  const using = (text: string): string => `import type { Owner, Pet, PetBase, Toy } from './types/index.js';
export type Used = [Owner, Pet, PetBase, Toy];
${text}`;

  test('make a parent schema the union of its children, which extend it', () => {
    const wrong = refused(emitSchemas(family), {
      narrowed: using(`export function sound(pet: Pet): boolean {
  switch (pet.kind) { case 'cat': return pet.meow; case 'Dog': return pet.bark; case 'Puppy': return pet.bark && pet.small; }
}`),
      deep: using(`export const pet: Pet = { kind: 'cat', meow: true, friend: { kind: 'Dog', bark: true } };`),
      inside: using(`export const owner: Owner = { pet: { kind: 'cat', meow: true, loved: true } };`),
      childless: using(`export const toy: Toy = { kind: 'ball' };`),
      based: using(`export const base: PetBase = { kind: 'anything' };`),
      mixed: using(`export const pet: Pet = { kind: 'cat', bark: true };`),
      bare: using(`export const pet: Pet = { kind: 'cat' };`),
      unlisted: using(`export const pet: Pet = { kind: 'lion', meow: true };`),
      insideBare: using(`export const owner: Owner = { pet: { kind: 'cat', loved: true } };`),
    });
    expect(wrong).toEqual(['mixed', 'bare', 'unlisted', 'insideBare']);
  });

  test('keep a parent schema as one more member if its property lists values of no child, or is open', () => {
    const listed = refused(emitSchemas({ ...family, Pet: parent({ enum: ['cat', 'Dog', 'Puppy', 'fish'] }) }), {
      other: using(`export const pet: Pet = { kind: 'fish' };`),
      narrowed: using(`export function sound(pet: Pet): boolean { return pet.kind === 'cat' ? pet.meow : false; }`),
      bare: using(`export const pet: Pet = { kind: 'cat' };`),
    });
    const open = refused(emitSchemas({ ...family, Pet: parent({ 'x-not-shown': [gap('kinds', 'values')] }) }), {
      other: using(`export const pet: Pet = { kind: 'lion' };`),
      narrowed: using(
        `export function sound(pet: Pet): boolean | undefined { return 'meow' in pet ? pet.meow : false; }`,
      ),
    });
    expect([listed, open]).toEqual([['bare'], []]);
  });

  test('narrow a union whose members share a list of values', () => {
    const kind = { $ref: '#/components/schemas/Kind' };
    const member = (name: string): object => ({
      type: 'object',
      required: ['kind', name],
      properties: { kind, [name]: { type: 'boolean' } },
    });
    const folder = emitSchemas({
      Kind: { type: 'string', enum: ['Cat', 'Dog', 'Cow'] },
      Cat: member('meow'),
      Dog: member('bark'),
      Pet: { oneOf: schemas.Pet.oneOf, discriminator: { propertyName: 'kind' } },
    });
    const narrowed = `import type { Pet } from './types/index.js';
export function sound(pet: Pet): boolean { return pet.kind === 'Dog' ? pet.bark : true; }`;
    expect(refused(folder, { narrowed })).toEqual([]);
  });
});

describe('open enumerations', () => {
  const status = {
    anyOf: [{ enum: ['active', 'gone'] }, { type: 'string' }],
    'x-not-shown': [gap('pet-status', 'values')],
  };
  const schemas = {
    Pet: { type: 'object', required: ['status'], properties: { status } },
    Level: { anyOf: [{ enum: [1, -2] }, { type: 'number' }, { type: 'null' }] },
  };

  test('distinguish known values from others, and match them all', () => {
    const folder = emitSchemas(schemas);
    const use = (body: string): string =>
      `import { isKnownPetStatus, matchLevel, matchPetStatus, type Level, type PetStatus } from './types/index.js';
export function used(): unknown { return [isKnownPetStatus, matchLevel, matchPetStatus]; }
export function use(status: PetStatus, level: Level): string { ${body} }`;
    const wrong = refused(folder, {
      matched: use(
        `return level === null ? '' : matchLevel(level, { 1: () => 'one', '-2': () => 'two', unlisted: (n) => n.toFixed() }) + matchPetStatus(status, { active: () => 'a', gone: () => 'g', unlisted: (text) => text });`,
      ),
      withoutArm: use(`void level; return matchPetStatus(status, { active: () => 'a', gone: () => 'g' });`),
      withoutKnown: use(`void level; return matchPetStatus(status, { active: () => 'a', unlisted: (text) => text });`),
      switched: use(
        `void level; switch (status) { case 'active': return 'a'; case 'gone': return 'g'; default: return status; }`,
      ),
      exhaustive: use(`void level; switch (status) { case 'active': return 'a'; case 'gone': return 'g'; }`),
      guarded: use(
        `void level; if (isKnownPetStatus(status)) { const known: 'active' | 'gone' = status; return known; } return status;`,
      ),
      raw: use(`void level; const raw: PetStatus = 'anything'; return raw + status;`),
    });
    expect(wrong).toEqual(['withoutArm', 'withoutKnown', 'exhaustive']);
  });

  test('match at run time by the received value', async () => {
    const folder = emitSchemas(schemas);
    const call = await load(folder, 'types/index');
    const arms = { active: () => 'is active', gone: () => 'is gone', unlisted: (value: string) => `is ${value}?` };
    expect(['active', 'gone', 'unlisted', 'toString'].map((value) => call('matchPetStatus', value, arms))).toEqual([
      'is active',
      'is gone',
      'is unlisted?',
      'is toString?',
    ]);
    expect(call('matchLevel', -2, { 1: () => 'one', '-2': () => 'two', unlisted: () => '' })).toBe('two');
    expect(call('isKnownPetStatus', 'constructor')).toBe(false);
  });
});

describe('what is not shown', () => {
  const schemas = {
    Pet: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        details: { type: 'object', 'x-not-shown': [gap('details-fields', 'fields')] },
      },
      'x-not-shown': [gap('pet-fields', 'fields')],
    },
    Shape: { 'x-not-shown': [gap('some-shape', 'shape')] },
  };
  const parameters = [
    {
      name: '<from date>',
      in: 'query',
      schema: { type: 'string' },
      'x-not-shown': [gap('from-name', 'parameter-name')],
    },
  ];
  const paths = {
    '/': {
      get: {
        operationId: 'list',
        parameters,
        responses: { 204: { description: '' } },
        'x-not-shown': [gap('list-parameters', 'parameters')],
      },
    },
  };
  const resolved = [{ id: 'old-name', answer: 'It is `from`.', source: 'mail', date: '2026-01-02' }];
  const more = { paths, 'x-resolved': resolved };
  const head = `import { assume, reveal, rest, type CheckedWireNames, type FieldsNotShown, type NotShown, type Pet, type Shape, type WireNames } from './types/index.js';
export type Used = [NotShown<''>, Pet, Shape, WireNames, CheckedWireNames<WireNames>, FieldsNotShown<''>];
export function used(): unknown { return [assume, reveal, rest]; }
export function createClient<const Given extends WireNames>(options: { wireNames?: Given & CheckedWireNames<Given> }): void { void options; }
`;
  const rows: { readonly [name: string]: string } = {
    assumed: `export const shape: Shape = assume('some-shape', { a: 1 });`,
    notAssumed: `export const shape: Shape = { a: 1 };`,
    wrongId: `export const shape: Shape = assume('pet-fields', { a: 1 });`,
    unknownId: `assume('no-such-id', 1);`,
    resolvedId: `assume('old-name', 1);`,
    anyId: `export const f = (id: string): unknown => assume(id, 1);`,
    nameId: `assume('from-name', 1);`,
    query: `assume('list-parameters', { from: 'a', page: [1, 2], no: undefined });`,
    queryOfObjects: `assume('list-parameters', { from: { a: 1 } });`,
    revealed: `export const text: string = reveal('some-shape', assume('some-shape', 1), (value): value is string => typeof value === 'string');`,
    revealedOther: `reveal('pet-fields', assume('some-shape', 1), (value): value is string => true);`,
    looked: `export const f = (shape: Shape): unknown => (shape as { a: 1 }).a;`,
    further: `export const pet: Pet = { name: '', ...assume('pet-fields', { age: 3 }), details: assume('details-fields', { a: 1 }) };`,
    furtherNone: `export const pet: Pet = { name: '', details: {} };`,
    furtherRaw: `export const pet: Pet = { name: '', age: 3 };`,
    furtherDetails: `export const pet: Pet = { name: '', details: { a: 1 } };`,
    furtherOther: `export const pet: Pet = { name: '', ...assume('details-fields', { age: 3 }) };`,
    furtherRead: `export const f = (pet: Pet): unknown => pet.age;`,
    rested: `export const f = (pet: Pet): unknown => rest('pet-fields', pet)['age'];`,
    restedOther: `export const f = (pet: Pet): unknown => rest('details-fields', pet)['age'];`,
    restedPlain: `rest('pet-fields', { a: 1 });`,
    bound: `createClient({ wireNames: { 'from-name': 'from' } });`,
    boundMaybe: `export const f = (name: string | undefined): void => createClient({ wireNames: { 'from-name': name } });`,
    boundNot: `createClient({});`,
    boundUnknown: `createClient({ wireNames: { 'from-name': 'from', 'no-such-id': 'a' } });`,
    boundResolved: `createClient({ wireNames: { 'old-name': 'from' } });`,
    boundVariable: `const names = { 'from-name': 'from', 'no-such-id': 'a' };\ncreateClient({ wireNames: names });`,
    boundResolvedVariable: `const names = { 'old-name': 'from' };\ncreateClient({ wireNames: names });`,
    boundOpen: `const names: Record<string, string> = {};\ncreateClient({ wireNames: names });`,
  };

  test('is sent and read only through a function that names an open gap', () => {
    const folder = emitSchemas(schemas, more);
    const wrong = refused(folder, Object.fromEntries(Object.entries(rows).map(([name, text]) => [name, head + text])));
    expect(wrong).toEqual([
      'notAssumed',
      'wrongId',
      'unknownId',
      'resolvedId',
      'anyId',
      'nameId',
      'queryOfObjects',
      'revealedOther',
      'looked',
      'furtherRaw',
      'furtherDetails',
      'furtherOther',
      'furtherRead',
      'restedOther',
      'restedPlain',
      'boundUnknown',
      'boundResolved',
      'boundVariable',
      'boundResolvedVariable',
      'boundOpen',
    ]);
  });

  test('keeps its name beside known fields', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const object = (properties: object) => ({ type: 'object', properties });
    const folder = emitSchemas({
      Hidden: { 'x-not-shown': [gap('some-shape', 'shape')] },
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Both: { allOf: [ref('Base'), ref('Hidden')] },
      Beside: { ...ref('Hidden'), ...object({ name: { type: 'string' } }) },
      More: { allOf: [ref('Both'), object({ age: { type: 'number' } })] },
      Inside: { allOf: [object({ one: ref('Hidden') }), object({ one: object({ two: { type: 'number' } }) })] },
      Perhaps: { allOf: [{ anyOf: [{ type: 'null' }, ref('Hidden')] }, { type: ['object', 'null'] }] },
    });
    const head = `import type * as api from './types/index.js';\n`;
    const rows = {
      both: `import { assume } from './types/index.js';\nexport const given: api.Both = Object.assign({ id: 'a' }, assume('some-shape', {}));`,
      beside: 'export const name = (given: api.Beside): string | undefined => given.name;',
      more: 'export const of = (given: api.More): [string, number | undefined] => [given.id, given.age];',
      inside: 'export const two = (given: api.Inside): number | undefined => given.one?.two;',
      perhaps: 'export const given: api.Perhaps = null;',
      bare: `export const given: api.Both = { id: 'a' };`,
      wrong: 'export const two = (given: api.Inside): string | undefined => given.one?.two;',
    };
    const texts = Object.entries(rows).map(([name, text]) => [name, head + text]);
    expect(refused(folder, Object.fromEntries(texts))).toEqual(['bare', 'wrong']);
  });

  test('has doc comments until every question is answered', () => {
    const folder = emitSchemas({ Pet: { type: 'object', properties: { name: { type: 'string' } } } });
    const leftover = `import { assume } from './types/index.js';\nassume('some-shape', 1);`;
    expect(refused(folder, { leftover })).toEqual(['leftover']);
    const told = readFileSync(join(emitSchemas(schemas, more), 'types/not-shown.ts'), 'utf8');
    expect(told).toContain('(some-shape): What about some-shape? Source: 1.');
    expect(told).toContain('old-name: It is `from`. (2026-01-02)');
  });

  test('rest returns the properties that are not described', async () => {
    const call = await load(emitSchemas(schemas, more), 'types/index');
    const came = JSON.parse('{ "name": "Rex", "age": 3, "__proto__": { "evil": true } }');
    expect(Object.entries(call('rest', 'pet-fields', came) ?? {})).toEqual([
      ['age', 3],
      ['__proto__', { evil: true }],
    ]);
  });
});

test('the doc comment of a number that can lose digits says so', () => {
  const properties = { id: { type: 'integer', format: 'int64' }, key: { type: 'string', format: 'int64' } };
  const folder = emitSchemas({ Pet: { type: 'object', properties } });
  const text = readFileSync(join(folder, 'types/pet.ts'), 'utf8');
  expect(text).toContain('/** Format: int64, which a number represents exactly only below 2^53. */\n  id?: number;');
  expect(text).toContain('/** Format: int64. */\n  key?: string;');
});

test('the doc comment of a type that is narrower than its validator says so', () => {
  const properties = { name: { type: 'string' } };
  const folder = emitSchemas({ Loose: { properties }, Strict: { type: 'object', properties } });
  const [loose, strict] = ['loose', 'strict'].map((name) => readFileSync(join(folder, `types/${name}.ts`), 'utf8'));
  expect(loose).toContain('Validators also accept values of other types, because the schema has no `type`.');
  expect(strict).not.toContain('Validators');
});

test('a doc comment lists only those keywords that the type does not express', () => {
  const a = { type: 'string' };
  const Colour = { enum: ['red', 'blue'] };
  const said = {
    Colour,
    Warm: { $ref: '#/components/schemas/Colour', not: { const: 'blue' } },
    NotNull: { type: ['string', 'null'], not: { type: 'null' } },
    NotText: { not: a },
    Without: { type: 'object', properties: { a }, not: { anyOf: [{ required: ['b'] }, { required: ['c'] }] } },
    Listed: { type: 'object', propertyNames: { enum: ['a', 'b'] } },
    Closed: { type: 'object', properties: { a }, unevaluatedProperties: false },
  };
  const unsaid = {
    NotEmpty: { type: 'string', not: { const: '' } },
    NotWhole: { type: 'number', not: { type: 'integer' } },
    NotBoth: { type: 'object', properties: { a }, not: { required: ['b', 'c'] } },
    Named: { type: 'object', propertyNames: { pattern: '^x' } },
    Extended: { allOf: [{ type: 'object', properties: { a } }], unevaluatedProperties: false },
  };
  const folder = emitSchemas({ ...said, ...unsaid });
  const names = readdirSync(join(folder, 'types')).flatMap((file) =>
    readFileSync(join(folder, 'types', file), 'utf8')
      .split('/**')
      .filter((text) => text.includes('The type does not express all of'))
      .map((text) => /export (?:type|interface) (\w+)/.exec(text)?.[1]),
  );
  expect(names.sort()).toEqual(Object.keys(unsaid).sort());
});

test('everything together compiles with every compiler', () => {
  const all = {
    T: {
      type: 'object',
      properties: { a: { enum: [1, 2] }, 'b-c': { type: 'array', items: { type: 'object', properties: { d: {} } } } },
    },
    Open: { anyOf: [{ enum: ['x', '__proto__', "it's"] }, { type: 'string' }] },
    Promise: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Promise' } },
    'a b': { allOf: [{ $ref: '#/components/schemas/T' }, { properties: { __proto__: { type: 'string' } } }] },
  };
  const folder = emitSchemas(all);
  expect(compileFolder(folder, compilers)).toEqual([]);
});

/** Loads a module of the output in its JavaScript form. */
async function load(folder: string, module: string): Promise<(name: string, ...values: unknown[]) => unknown> {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [join(folder, `${module}.ts`)],
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'silent',
  });
  const loaded = await import(pathToFileURL(outfile).href);
  return (name, ...values) => loaded[name](...values);
}

test('types of strings, numbers and booleans without listed values share a module, and all others have their own', () => {
  const string = { type: 'string' };
  const folder = emitSchemas({
    Id: string,
    Price: { type: ['number', 'null'] },
    Bound: { anyOf: [{ type: 'string', format: 'date' }, { type: 'boolean' }] },
    UserId: { $ref: '#/components/schemas/Id' },
    Colour: { type: 'string', enum: ['red', 'blue'] },
    Fixed: { anyOf: [string, { const: 1 }] },
    Ids: { type: 'array', items: string },
    Anything: {},
    User: { type: 'object', properties: { id: { $ref: '#/components/schemas/Id' } } },
  });
  const read = (file: string): string => readFileSync(join(folder, 'types', file), 'utf8');
  expect(read('scalars.ts').match(/export type .*/g)).toEqual([
    'export type Id = string;',
    'export type Price = number | null;',
    'export type Bound = string | boolean;',
  ]);
  const others = ['anything.ts', 'colour.ts', 'fixed.ts', 'ids.ts', 'user-id.ts', 'user.ts'];
  expect(readdirSync(join(folder, 'types')).sort()).toEqual(expect.arrayContaining(others));
  expect(read('user.ts')).toContain(`import type { Id } from './scalars.js';`);
  expect(read('index.ts')).toContain(`export * from './scalars.js';`);
});
