import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.js';
import { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { ParsedFiles } from '../../document/document.js';
import { readDocument } from '../../document/read-document.js';
import type { Api } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import { buildApi } from '../api.js';
import type { SchemaMemory } from './schema-memory.js';

interface Schemas {
  readonly [name: string]: object | boolean;
}

interface Built {
  readonly api: Api;
  readonly findings: readonly string[];
}

/** Builds the models of descriptions one after the other, as a watch does. */
class Builds {
  readonly #folder = makeFolder({});
  readonly #parsed: ParsedFiles = new Map();
  readonly #memory: SchemaMemory = {};
  title = 'Shop';

  write(name: string, value: unknown): void {
    writeFileSync(join(this.#folder, name), JSON.stringify(value, undefined, 1));
  }

  build(schemas: Schemas, version = '3.1.0'): Built {
    this.write('api.json', {
      openapi: version,
      info: { title: this.title, version: '1' },
      paths: {},
      components: { schemas },
    });
    return this.#build(this.#parsed, this.#memory);
  }

  buildAnew(): Built {
    return this.#build(undefined, undefined);
  }

  #build(parsed: ParsedFiles | undefined, memory: SchemaMemory | undefined): Built {
    const diagnostics = new Diagnostics();
    const document = readDocument(join(this.#folder, 'api.json'), diagnostics, {}, { parsed });
    if (!document) throw new Error('the description was not read');
    const api = buildApi(document, diagnostics, { memory });
    return { api, findings: diagnostics.list.map(({ code, origin }) => `${code} ${origin?.pointer}`) };
  }
}

function find({ api }: Built, name: string): Schema | undefined {
  return api.schemas.find(({ component }) => component === name);
}

const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

test('a schema is the same object if neither it nor a schema to which it leads has changed', () => {
  const builds = new Builds();
  const Line = { properties: { name: refer('Name') } };
  const before = builds.build({
    Name: text,
    Line,
    Order: { items: refer('Line') },
    Other: { properties: { a: text } },
  });
  const longer = { ...Line, properties: { ...Line.properties, added: text } };
  const after = builds.build({
    Name: text,
    Line: longer,
    Order: { items: refer('Line') },
    Other: { properties: { a: text } },
  });
  const same = ['Name', 'Line', 'Order', 'Other'].filter((name) => find(before, name) === find(after, name));
  expect(same).toEqual(['Name', 'Other']);
  expect(after.api).toEqual(builds.buildAnew().api);
});

const chain: Schemas = Object.fromEntries(
  Array.from({ length: 250 }, (_, index) => [`Link${index}`, index === 249 ? text : refer(`Link${index + 1}`)]),
);
const parent = { type: 'object', discriminator: { propertyName: 'kind' }, properties: { kind: text } };

/** Edits after which more than the edited schema has to be read again, or findings reported again. */
const edits: { readonly [edit: string]: readonly [before: Schemas, after: Schemas, version?: string] } = {
  'beside a cycle that is cut': [
    { A: { allOf: [refer('B')], minProperties: 1 }, B: { oneOf: [refer('A'), text] } },
    { A: { allOf: [refer('B')], minProperties: 1 }, B: { oneOf: [refer('A'), text] }, C: text },
  ],
  'of a schema that a pointer leads through': [
    { A: refer('B/properties/x'), B: refer('C'), C: { properties: { x: text } }, D: { properties: { x: true } } },
    { A: refer('B/properties/x'), B: refer('D'), C: { properties: { x: text } }, D: { properties: { x: true } } },
  ],
  'beside a schema without valid values': [
    { A: { enum: [] }, B: { allOf: [refer('A')], properties: { x: text } } },
    { A: { enum: [] }, B: { allOf: [refer('A')], properties: { x: text } }, C: text },
  ],
  'of a schema that applies one without valid values': [
    { A: { enum: [] }, B: { properties: { x: text } } },
    { A: { enum: [] }, B: { properties: { x: refer('A') }, allOf: [refer('A')] } },
  ],
  'of properties at another place': [
    { A: { properties: { $ref: '#/components/schemas/B/properties' } }, B: { properties: {} } },
    { A: { properties: { $ref: '#/components/schemas/B/properties' } }, B: { properties: { x: text } } },
  ],
  'that adds a child': [
    { Pet: parent, Owner: { properties: { pet: refer('Pet') } } },
    { Pet: parent, Owner: { properties: { pet: refer('Pet') } }, Cat: { allOf: [refer('Pet'), { minProperties: 1 }] } },
  ],
  'beside findings about null': [
    { A: { nullable: true, allOf: [refer('B')] }, B: text },
    { A: { nullable: true, allOf: [refer('B')] }, B: text, C: text },
    '3.0.3',
  ],
  'beside findings about types and defaults': [
    { A: { type: 'integer', enum: [1, 'a'], default: '1' }, B: { properties: { a: refer('A') } } },
    { A: { type: 'integer', enum: [1, 'a'], default: '1' }, B: { properties: { a: refer('A'), b: text } } },
  ],
  'beside a long chain of references': [chain, { ...chain, Other: text }],
  'at the end of a long chain of references': [chain, { ...chain, Link249: { type: 'integer' } }],
  'beside schemas with sources': [
    { A: { type: 'string', 'x-source': '1' }, B: text },
    { A: { type: 'string', 'x-source': '1' }, B: text, C: text },
  ],
  'of a schema that is false': [
    { A: { additionalProperties: false }, B: refer('A/additionalProperties') },
    { A: { additionalProperties: true }, B: refer('A/additionalProperties') },
  ],
  'that moves the items of a list': [
    { A: { allOf: [refer('B'), { minProperties: 1 }] }, B: { properties: { x: text } } },
    { A: { allOf: [{ maxProperties: 9 }, refer('B'), { minProperties: 1 }] }, B: { properties: { x: text } } },
  ],
  'that gives a base URI': [
    { A: { minProperties: 1, maxProperties: 2, properties: { b: { minLength: 1 } } } },
    { A: { $id: 'https://example.com/a', minProperties: 1, maxProperties: 2, properties: { b: { minLength: 1 } } } },
  ],
};

test.each(Object.entries(edits))('an edit %s has the result of a new run', (_, [before, after, version]) => {
  const builds = new Builds();
  for (const [title, schemas] of [
    ['Shop', before],
    ['Renamed shop', before],
    ['Renamed shop', after],
    ['Shop', after],
    ['Shop', before],
  ] as const) {
    builds.title = title;
    const { api, findings } = builds.build(schemas, version);
    const anew = builds.buildAnew();
    expect(findings).toEqual(anew.findings);
    expect(api).toEqual(anew.api);
  }
});

test('an edit of another file has the result of a new run', () => {
  const builds = new Builds();
  for (const type of ['string', 'integer']) {
    builds.write('other.json', { One: { properties: { a: { type } } }, Two: text });
    for (const name of ['One', 'Two']) {
      const { api } = builds.build({ A: { items: { $ref: `other.json#/${name}` } }, B: { $ref: 'other.json#/Two' } });
      expect(api).toEqual(builds.buildAnew().api);
    }
  }
});
