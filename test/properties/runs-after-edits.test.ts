import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { GenerateOptions } from '../../src/configuration/options.js';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { generate } from '../../src/pipeline/generate.js';
import { createMemory, type RunMemory } from '../../src/pipeline/settings.js';
import { chooseSample, effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { readTree } from '../run-process.js';
import { chooseSeed } from '../seed.js';

/** An edit of a description: what changes, and numbers that choose where. */
interface Edit {
  readonly change: keyof typeof changes;
  readonly at: number;
  readonly other: number;
}

interface SchemaText {
  [keyword: string]: unknown;
  properties?: { [name: string]: SchemaText };
  $ref?: string;
}

interface OperationText {
  [member: string]: unknown;
  tags?: string[];
  parameters?: ParameterText[];
}

interface ParameterText {
  [member: string]: unknown;
  schema?: SchemaText;
}

interface Description {
  info: { title: string };
  servers: { url: string }[];
  paths: { [path: string]: { [method: string]: OperationText } };
  components: {
    schemas: { [name: string]: SchemaText };
    parameters: { [name: string]: ParameterText };
    securitySchemes: { [name: string]: unknown };
  };
}

function listSchemas(value: unknown, found: SchemaText[] = []): SchemaText[] {
  if (typeof value !== 'object' || value === null) return found;
  if ('type' in value || 'properties' in value || 'allOf' in value || 'oneOf' in value) found.push(value as SchemaText);
  for (const member of Object.values(value)) listSchemas(member, found);
  return found;
}

const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);

function listOperations({ paths }: Description): OperationText[] {
  const all = Object.values(paths).flatMap((item) => Object.entries(item));
  return all.flatMap(([method, operation]) => (methods.has(method) ? [operation] : []));
}

function choose<Entry>(list: readonly Entry[], at: number): Entry {
  const entry = list[at % list.length];
  if (entry === undefined) throw new Error('there is nothing to choose');
  return entry;
}

function copy<Value>(value: Value): Value {
  return structuredClone(value);
}

// Lets all references to a component lead to another one.
function redirect(value: unknown, from: string, to: string): void {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && value.$ref === from) value.$ref = to;
  for (const member of Object.values(value)) redirect(member, from, to);
}

// Returns texts with different words, so that they never change where they are already.
function writeTexts(other: number): SchemaText {
  return choose(
    [
      { description: `Description ${other}.` },
      { title: `Title ${other % 5}` },
      { deprecated: other % 2 === 0, $comment: `Comment ${other}.` },
      { example: other, externalDocs: { url: `https://example.com/${other}` }, xml: { name: `name${other}` } },
    ],
    other,
  );
}

function gap(id: string, kind: string): object {
  return { id, kind, question: `What is ${id}?`, source: 'Documentation, 1' };
}

/** Changes of a description in place. `inside` are the properties of the object `schema`. */
const changes = {
  title: ({ api, other }) => {
    api.info.title = `Title ${other}`;
  },
  server: ({ api, other }) => {
    api.servers = other % 2 === 0 ? [{ url: `https://${other % 3}.example.com` }] : [...api.servers, { url: '/v2' }];
  },
  summary: ({ operation, other }) => {
    operation['summary'] = `Summary ${other}.`;
  },
  tag: ({ operation, other }) => {
    operation.tags = [`Tag ${other % 3}`];
  },
  identifier: ({ operation, other }) => {
    operation['operationId'] = `renamed${other}`;
  },
  'security scheme': ({ api, other }) => {
    const scheme = { type: 'apiKey', in: choose(['query', 'header'], other), name: 'key' };
    api.components.securitySchemes[`key${other % 2}`] = scheme;
  },
  'security of an operation': ({ api, operation, other }) => {
    const scheme = choose(Object.keys(api.components.securitySchemes), other);
    const isOpen = Array.isArray(operation['security']) && operation['security'].length === 0;
    operation['security'] = isOpen ? [{ [scheme]: [] }] : choose([[], [{}]], other);
  },
  'server of an operation': ({ operation, other }) => {
    operation['servers'] = [{ url: `https://${other % 3}.example.org` }];
  },
  parameter: ({ operation, schema, other }) => {
    const own = { name: `by${other % 4}`, in: 'query', schema: copy(schema), style: 'deepObject', explode: true };
    operation.parameters = [own];
  },
  response: ({ api, operation, other }) => {
    const $ref = `#/components/schemas/${choose(Object.keys(api.components.schemas), other)}`;
    const content = { [choose(['application/json', 'text/plain'], other)]: { schema: { $ref } } };
    operation['responses'] = { [choose([200, 201, 'default'], other)]: { description: 'OK', content } };
  },
  operation: ({ api, operation, other }) => {
    const added = { ...copy(operation), operationId: `added${other % 5}`, parameters: [] };
    api.paths = { ...(other % 2 === 0 && { [`/added-${other % 5}`]: { get: added } }), ...api.paths };
  },
  'another name of a component': ({ api, other }) => {
    const { schemas } = api.components;
    const name = choose(Object.keys(schemas), other);
    const renamed = `Renamed${other % 3}`;
    const entries = Object.entries(schemas).map(([key, value]) => [key === name ? renamed : key, value]);
    api.components.schemas = Object.fromEntries(entries);
    redirect(api, `#/components/schemas/${name}`, `#/components/schemas/${renamed}`);
  },
  'a component that comes first': ({ api, schema, other }) => {
    const name = choose(Object.keys(api.components.schemas), other);
    const taken = choose([name.toLowerCase(), `${name}Input`, `${name}OnWire`, `Added${other % 3}`], other);
    api.components.schemas = { [taken]: copy(schema), ...api.components.schemas };
  },
  'a gap of a schema': ({ inside, other }) => {
    inside[`unknown${other % 3}`] = { 'x-not-shown': [gap(`shape-${other % 3}`, 'shape')] };
  },
  'a gap of an operation': ({ operation, other }) => {
    operation['x-not-shown'] = [gap(`behaviour-${other % 3}`, 'behaviour')];
  },
  discriminator: ({ api, schema, other }) => {
    const names = Object.keys(api.components.schemas);
    const oneOf = [choose(names, other), choose(names, other + 1)].map((name) => `#/components/schemas/${name}`);
    api.components.schemas[`Union${other % 3}`] = {
      oneOf: oneOf.map(($ref) => ({ $ref })),
      discriminator: { propertyName: choose(Object.keys(schema.properties ?? { type: {} }), other) },
    };
  },
  child: ({ api, schema, other }) => {
    const [name = ''] = Object.entries(api.components.schemas).find(([, each]) => each === schema) ?? [];
    schema['discriminator'] = { propertyName: 'kind' };
    schema['properties'] = { ...schema.properties, kind: { type: 'string' } };
    schema['required'] = ['kind'];
    api.components.schemas[`Child${other % 3}`] = { allOf: [{ $ref: `#/components/schemas/${name}` }, copy(schema)] };
  },
  'a property that only one side has': ({ inside, other }) => {
    const name = choose([...Object.keys(inside), 'own'], other);
    inside[name] = { ...inside[name], [choose(['readOnly', 'writeOnly'], other)]: true };
  },
  date: ({ inside, other }) => {
    inside[`date${other % 3}`] = { type: 'string', format: choose(['date', 'date-time'], other) };
  },
  'values that are not all listed': ({ inside, other }) => {
    inside[`status${other % 3}`] = { type: 'string', enum: ['open', `state${other % 4}`], title: `State ${other}` };
  },
  example: ({ operation, schema, other }) => {
    schema['example'] = other;
    operation['description'] = `Description ${other}.`;
  },
  'texts of a component': ({ schema, other }) => {
    Object.assign(schema, writeTexts(other));
  },
  'texts of any schema': ({ api, other }) => {
    Object.assign(choose(listSchemas(api), other * 7), writeTexts(other));
  },
  'texts of a property': ({ inside, other }) => {
    Object.assign(choose([...Object.values(inside), {}], other * 3), writeTexts(other));
  },
  'texts of all schemas': ({ api, other }) => {
    for (const [index, each] of listSchemas(api).entries()) Object.assign(each, writeTexts(other + index));
  },
  'texts of parameters': ({ api, operation, other }) => {
    const components = Object.values(api.components.parameters);
    for (const parameter of other % 2 === 0 ? components : (operation.parameters ?? []))
      Object.assign(other % 3 === 0 ? parameter : (parameter.schema ?? {}), { description: `Description ${other}.` });
  },
  'a component that prints the properties of another one': ({ api, schema, other }) => {
    const [name = ''] = Object.entries(api.components.schemas).find(([, each]) => each === schema) ?? [];
    schema['type'] = ['object', 'null'];
    const allOf = [{ $ref: `#/components/schemas/${name}` }, { type: 'object', properties: { own: {} } }];
    api.components.schemas[`Merged${other % 3}`] = { allOf };
  },
  property: ({ inside, other }) => {
    inside[`added${other % 5}`] = { type: 'string', maxLength: other % 7, pattern: choose(['^a+$', '^(a+)+$'], other) };
  },
  'property with a default': ({ inside, other }) => {
    inside[`filled${other % 5}`] = { type: 'integer', default: other % 3, ...(other % 2 === 0 && { readOnly: true }) };
  },
  'a rule of a property': ({ inside, other }) => {
    const rules = [{ pattern: `^a{${other % 3}}` }, { maxLength: other % 7 }, { default: other % 3 }];
    Object.assign(choose([...Object.values(inside), {}], other * 3), choose(rules, other));
  },
  removal: ({ inside, other }) => {
    delete inside[choose([...Object.keys(inside), ''], other)];
  },
  reference: ({ api, inside, other }) => {
    inside[`other${other % 5}`] = {
      $ref: `#/components/schemas/${choose(Object.keys(api.components.schemas), other)}`,
    };
  },
  list: ({ api, inside, other }) => {
    inside[`list${other % 5}`] = { type: 'array', items: copy(choose(listSchemas(api), other)) };
  },
  copy: ({ api, schema, other }) => {
    api.components.schemas[`Copy${other % 5}`] = copy(schema);
  },
  'a component that becomes equal to another one': ({ api, schema, other }) => {
    api.components.schemas[choose(Object.keys(api.components.schemas), other)] = copy(schema);
  },
  required: ({ schema, inside }) => {
    if (Object.keys(inside).length > 0) schema['required'] = Object.keys(inside).slice(0, 2);
  },
  'the order of components': ({ api, other }) => {
    const entries = Object.entries(api.components.schemas);
    const at = other % entries.length;
    api.components.schemas = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
  },
  'the order of paths': ({ api }) => {
    api.paths = Object.fromEntries(Object.entries(api.paths).toReversed());
  },
  'an operation without schemas': ({ api, other }) => {
    const get = { operationId: `added${other % 5}`, responses: { 204: { description: 'Nothing.' } } };
    api.paths = { ...api.paths, [`/added-${other % 5}`]: { get } };
  },
} satisfies { [change: string]: (place: EditPlace) => void };

interface EditPlace {
  readonly api: Description;
  readonly schema: SchemaText;
  readonly operation: OperationText;
  readonly inside: { [name: string]: SchemaText };
  readonly other: number;
}

function listChanges(): (keyof typeof changes)[] {
  return Object.keys(changes) as (keyof typeof changes)[];
}

const edit: fc.Arbitrary<Edit> = fc.record({
  change: fc.constantFrom(...listChanges()),
  at: fc.nat(999),
  other: fc.nat(999),
});

function apply(api: Description, { change, at, other }: Edit): Description {
  const changed = copy(api);
  const objects = Object.values(changed.components.schemas).filter(({ properties }) => properties);
  const schema = choose(objects, at);
  const operation = choose(listOperations(changed), at);
  changes[change]({ api: changed, schema, operation, inside: schema.properties ?? {}, other });
  return changed;
}

const code = { only: ['types', 'client', 'server', 'validators'] } as const;

/** The findings of a first run, and its output if there are no errors. */
interface FirstRun {
  readonly findings: readonly Diagnostic[];
  readonly files: Readonly<Record<string, string>>;
}

/** Generates descriptions one after the other, and compares the output of each with that of a first run. */
class Runs {
  compared = 0;
  readonly #folder = makeFolder({});
  readonly #memory = createMemory();
  readonly #kinds: GenerateOptions;
  // Most edits are undone.
  #ofOriginal: FirstRun | undefined;

  constructor(kinds: GenerateOptions) {
    this.#kinds = kinds;
  }

  /** Returns whether the description has no errors. */
  async compare(api: Description): Promise<boolean> {
    writeFileSync(join(this.#folder, 'api.json'), JSON.stringify(api));
    const { diagnostics } = await this.#generate('warm', this.#memory);
    if (diagnostics.hasErrors) return false;
    const first = (api === original && this.#ofOriginal) || (await this.#generateAnew());
    if (api === original) this.#ofOriginal = first;
    expect(diagnostics.list).toEqual(first.findings);
    expect(readTree(join(this.#folder, 'warm'))).toEqual(first.files);
    this.compared++;
    return true;
  }

  #generate(out: string, memory?: RunMemory): ReturnType<typeof generate> {
    const options = { folder: this.#folder, spec: 'api.json', ...this.#kinds, force: true };
    return generate({ ...options, out }, undefined, memory);
  }

  async #generateAnew(): Promise<FirstRun> {
    const { diagnostics } = await this.#generate('cold');
    return { findings: diagnostics.list, files: readTree(join(this.#folder, 'cold')) };
  }
}

const original: Description = parse(readFileSync(resolve('spec/openapi.yaml'), 'utf8'));

function describe(schemas: { [name: string]: SchemaText }, post: OperationText): Description {
  const { securitySchemes } = original.components;
  return { ...original, paths: { '/owners': { post } }, components: { schemas, parameters: {}, securitySchemes } };
}

test('runs after an edit of each kind, and after undoing it, write the bytes of a first run', async () => {
  const runs = new Runs(code);
  await runs.compare(original);
  for (const change of chooseSample(listChanges(), 18, 6))
    for (const other of { part: [0], most: [0], all: [0, 1, 2, 3] }[effort])
      if (await runs.compare(apply(original, { change, at: other, other }))) await runs.compare(original);
  expect(runs.compared).toBeGreaterThan(3);
}, 300_000);

test('runs after edits of texts write the bytes of a first run where modules contain texts of several schemas', async () => {
  const runs = new Runs(code);
  const structure = [
    'a component that prints the properties of another one',
    ...(['discriminator', 'child', 'parameter', 'list', 'values that are not all listed', 'reference'] as const),
  ] as const;
  const merged = structure.reduce((api, change, at) => apply(api, { change, at, other: at }), original);
  expect(await runs.compare(merged)).toBe(true);
  const texts = listChanges().filter((name) => name.startsWith('texts'));
  for (const change of chooseSample(texts, 3))
    for (let other = 0; other < { part: 1, most: 2, all: 50 }[effort]; other++)
      expect(await runs.compare(apply(merged, { change, at: other, other }))).toBe(true);
}, 300_000);

test.each([
  ['', code],
  [', without checks', { only: ['types', 'client'] } as const],
])(
  'a component that takes the type name of another one renames it wherever it is used%s',
  async (_, kinds) => {
    const runs = new Runs(kinds);
    const own = { type: 'object', properties: { id: { type: 'integer', readOnly: true } } };
    const owner = { type: 'object', properties: { pet: { $ref: '#/components/schemas/pet_data' } } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Owner' } } };
    const post = {
      operationId: 'addOwner',
      requestBody: { content },
      responses: { 200: { description: 'OK', content } },
    };
    const before = describe({ pet_data: own, Owner: owner }, post);
    const after = describe({ PetData: { type: 'string' }, pet_data: own, Owner: owner }, post);
    for (const api of [before, after, before]) await runs.compare(api);
    expect(runs.compared).toBe(3);
  },
  60_000,
);

test('runs after edits of the security of an operation write the bytes of a first run', async () => {
  const runs = new Runs(code);
  // A scheme with gaps would decide more than the operation.
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'key' } };
  const post = { operationId: 'addOwner', responses: { 200: { description: 'OK' } } };
  for (const security of [[{ key: [] }], [], [{ key: [] }]]) {
    const api = describe({}, { ...post, security });
    await runs.compare({ ...api, components: { ...api.components, securitySchemes } });
  }
  expect(runs.compared).toBe(3);
}, 60_000);

test.each(
  chooseSample(
    [
      ['', code],
      [', with dates and large integers', { ...code, dates: 'Date', int64: 'bigint' } as const],
      [', without checks', { only: ['types', 'client'] } as const],
    ] as const,
    3,
  ),
)(
  'a run that follows another one writes the bytes of a first run%s',
  async (_, kinds) => {
    const runs = new Runs(kinds);
    const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(edits, async (steps) => {
        let api = original;
        for (const step of steps) {
          const next = step.reduce(apply, api);
          if (await runs.compare(next)) api = next;
        }
      }),
      { seed: chooseSeed('runs after edits'), numRuns: { part: 1, most: 2, all: 300 }[effort] },
    );
    expect(runs.compared).toBeGreaterThan(0);
  },
  300_000,
);

/** A component that may be equal to others. The first four refer to none. */
interface Component {
  readonly at: number;
  readonly least: number;
  /** The component to which it refers. */
  readonly to: number;
  /** Whether several functions check it. */
  readonly isLong: boolean;
}

const component: fc.Arbitrary<Component> = fc.record({
  at: fc.nat(7),
  least: fc.nat(1),
  to: fc.nat(7),
  isLong: fc.boolean(),
});

function describeComponent({ at, least, to, isLong }: Component): SchemaText {
  const names = Array.from({ length: isLong ? 55 : 1 }, (_, index) => `field${index}`);
  const properties: SchemaText['properties'] = Object.fromEntries(names.map((name) => [name, {}]));
  if (at < 4) return { type: 'object', properties, minProperties: least };
  const $ref = `#/components/schemas/Part${to}`;
  const own = { type: 'object', properties: { ...properties, to: { $ref } } };
  return least === 0 ? own : { allOf: [own, { $ref }, { ...own, minProperties: least }] };
}

test('runs after components become equal, or stop being so, write the bytes of a first run', async () => {
  const runs = new Runs({ only: ['types', 'validators'] });
  const post = { operationId: 'addOwner', responses: { 204: { description: 'OK' } } };
  await fc.assert(
    fc.asyncProperty(fc.array(component, { minLength: 20, maxLength: 20 }), async (edits) => {
      const schemas: { [name: string]: SchemaText } = {};
      for (let at = 0; at < 8; at++) schemas[`Part${at}`] = describeComponent({ at, least: 0, to: 3, isLong: false });
      for (const next of edits) {
        schemas[`Part${next.at}`] = describeComponent(next);
        await runs.compare(describe(schemas, post));
      }
    }),
    { seed: chooseSeed('runs after components become equal'), numRuns: { part: 1, most: 2, all: 300 }[effort] },
  );
  expect(runs.compared).toBeGreaterThan(0);
}, 300_000);
