import { expect, test } from 'vitest';
import { Builds } from '../../../test/model/build-again.js';
import type { Api } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';

interface Schemas {
  readonly [name: string]: object | boolean;
}

interface Built {
  readonly api: Api;
  readonly findings: readonly string[];
}

/** Builds descriptions that consist of schemas. */
class SchemaBuilds {
  title = 'Shop';
  readonly #builds = new Builds();

  write(name: string, value: unknown): void {
    this.#builds.write(name, JSON.stringify(value, undefined, 1));
  }

  build(schemas: Schemas, version = '3.1.0'): Built {
    const info = { title: this.title, version: '1' };
    this.write('api.json', { openapi: version, info, paths: {}, components: { schemas } });
    return listFindings(this.#builds.build());
  }

  buildAnew(): Built {
    return listFindings(this.#builds.buildAnew());
  }
}

function listFindings({ api, diagnostics }: ReturnType<Builds['build']>): Built {
  if (!api) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
  return { api, findings: diagnostics.list.map(({ message, origin }) => `${origin?.pointer}: ${message}`) };
}

function find({ api }: Built, name: string): Schema | undefined {
  return api.schemas.find(({ component }) => component === name);
}

const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

test('a schema is the same object if neither it nor a schema to which it leads has changed', () => {
  const builds = new SchemaBuilds();
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
  'beside extensions of other tools': [
    { A: { type: 'string', 'x-transitions': true }, B: text },
    { A: { type: 'string', 'x-transitions': true }, B: { type: 'string', 'x-transitions': 1 } },
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
  const builds = new SchemaBuilds();
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
  const builds = new SchemaBuilds();
  for (const type of ['string', 'integer']) {
    builds.write('other.json', { One: { properties: { a: { type } } }, Two: text });
    for (const name of ['One', 'Two']) {
      const { api } = builds.build({ A: { items: { $ref: `other.json#/${name}` } }, B: { $ref: 'other.json#/Two' } });
      expect(api).toEqual(builds.buildAnew().api);
    }
  }
});
