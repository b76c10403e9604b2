import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { compileFolder, temporaryFolder } from '../types/emission.js';
import { checkRefusal } from './check-refusal.js';
import { addTo, openGenerator, writeRuntime } from './generate-text.js';
import { readOutput } from './read-output.js';

const seed = chooseSeed('graphs of references');
// The number of tries. Descriptions are large, and each contains references of every kind.
const tries = { part: 8, most: 30, all: 2000 }[effort];

const sizes = { schemas: 7, parameters: 4, responses: 4, requestBodies: 3, headers: 3, pathItems: 3, examples: 2 };
type Kind = keyof typeof sizes;

const reference = (kind: Kind, name: string): object => ({ $ref: `#/components/${kind}/${name}` });
const anyOf = (kind: Kind): fc.Arbitrary<object> =>
  fc.nat({ max: sizes[kind] - 1 }).map((index) => reference(kind, `${kind}${index}`));

/**
 * Refers to another component of a kind. This is nearly always a later one, so that most graphs are finite. Otherwise
 * it is any component, even the same one.
 */
const otherOf = (kind: Kind, index: number): fc.Arbitrary<object> => {
  const later = fc.integer({ min: index + 1, max: sizes[kind] - 1 }).map((to) => reference(kind, `${kind}${to}`));
  return fc.oneof({ weight: 40, arbitrary: later }, { weight: 1, arbitrary: anyOf(kind) });
};

// Refers into one of the first schemas. What is there can be a reference too.
const firstSchemas = 3;
const deep = fc
  .tuple(fc.nat({ max: firstSchemas - 1 }), fc.constantFrom('properties/next', 'properties/list/items', '$defs/inner'))
  .map(([to, path]) => reference('schemas', `schemas${to}/${path}`));

const part = fc.oneof({ weight: 15, arbitrary: anyOf('schemas') }, { weight: 1, arbitrary: deep });

/** An object with a property of a unique name, and parts with references. */
const object = (index: number): fc.Arbitrary<object> =>
  fc
    .record({
      next: part,
      items: part,
      inner: part,
      more: fc.option(part, { nil: undefined }),
      needed: fc.boolean(),
      hidden: fc.boolean(),
    })
    .map(({ next, items, inner, more, needed, hidden }) => ({
      type: 'object',
      ...(needed && { required: [`own${index}`] }),
      properties: {
        [`own${index}`]: { type: 'string', ...(hidden && { readOnly: true }) },
        next,
        list: { type: 'array', items },
      },
      ...(more && { additionalProperties: more }),
      $defs: { inner },
    }));

const schema = (index: number): fc.Arbitrary<object> => {
  if (index === sizes.schemas - 1) return object(index);
  const other = otherOf('schemas', index);
  const others = fc.array(other, { minLength: 1, maxLength: 2 });
  const withParts = [
    { weight: 4, arbitrary: object(index) },
    { weight: 1, arbitrary: fc.tuple(other, object(index)).map(([to, beside]) => ({ ...beside, ...to })) },
    { weight: 1, arbitrary: fc.tuple(others, object(index)).map(([to, own]) => ({ ...own, anyOf: to })) },
    { weight: 1, arbitrary: fc.tuple(others, object(index)).map(([to, own]) => ({ ...own, allOf: to })) },
  ];
  if (index < firstSchemas) return fc.oneof(...withParts);
  return fc.oneof(
    ...withParts,
    other,
    fc.tuple(others, object(index)).map(([to, own]) => ({ allOf: [...to, own] })),
    fc.tuple(others, object(index)).map(([to, own]) => ({ oneOf: [...to, own] })),
    part.map((items) => ({ type: 'array', items })),
  );
};

const content = part.map((each) => ({ 'application/json': { schema: each } }));
const mayRefer =
  (kind: Kind, own: (index: number) => fc.Arbitrary<object>) =>
  (index: number): fc.Arbitrary<object> =>
    index === sizes[kind] - 1 ? own(index) : fc.oneof(otherOf(kind, index), own(index), own(index));

const operation = fc.record(
  {
    parameters: fc.uniqueArray(anyOf('parameters'), { maxLength: 2, selector: (each) => JSON.stringify(each) }),
    requestBody: anyOf('requestBodies'),
    responses: fc.record({ 200: anyOf('responses'), default: anyOf('responses') }, { requiredKeys: ['200'] }),
  },
  { requiredKeys: ['responses'] },
);

const own: { readonly [K in Kind]: (index: number) => fc.Arbitrary<object> } = {
  schemas: schema,
  parameters: mayRefer('parameters', (index) =>
    fc.tuple(part, fc.boolean()).map(([each, isJson]) => ({
      name: `p${index}`,
      in: 'query',
      ...(isJson ? { content: { 'application/json': { schema: each } } } : { schema: { type: 'string' } }),
    })),
  ),
  responses: mayRefer('responses', () =>
    fc.record({ description: fc.constant(''), content, headers: anyOf('headers').map((each) => ({ 'X-One': each })) }),
  ),
  requestBodies: mayRefer('requestBodies', () => fc.record({ content })),
  headers: mayRefer('headers', () => fc.constant({ schema: { type: 'integer' } })),
  pathItems: mayRefer('pathItems', () => fc.record({ get: operation, post: operation }, { requiredKeys: [] })),
  examples: mayRefer('examples', () => fc.constant({ value: 1 })),
};

function listOf(kind: Kind): fc.Arbitrary<object> {
  const rows = Array.from({ length: sizes[kind] }, (_, index) => own[kind](index));
  return fc.tuple(...rows).map((each) => Object.fromEntries(each.map((value, index) => [`${kind}${index}`, value])));
}

const { schemas, parameters, responses, requestBodies, headers, pathItems, examples } = {
  schemas: listOf('schemas'),
  parameters: listOf('parameters'),
  responses: listOf('responses'),
  requestBodies: listOf('requestBodies'),
  headers: listOf('headers'),
  pathItems: listOf('pathItems'),
  examples: listOf('examples'),
};

const description = fc.record({
  openapi: fc.constant('3.1.1'),
  info: fc.constant({ title: 'T', version: '1' }),
  paths: fc.record({ '/a': fc.oneof(anyOf('pathItems'), fc.record({ put: operation })), '/b': anyOf('pathItems') }),
  components: fc.record({ schemas, parameters, responses, requestBodies, headers, pathItems, examples }),
});

test('graphs of references are generated completely, or refused at a place', { timeout: 900_000 }, async () => {
  const generate = openGenerator();
  const folder = temporaryFolder();
  writeRuntime(folder);
  let generated = 0;
  await fc.assert(
    fc.asyncProperty(description, async (written) => {
      const text = JSON.stringify(written);
      const { modules, diagnostics } = await generate(text);
      if (!modules) {
        checkRefusal(diagnostics);
        return;
      }
      const output = readOutput(modules);
      expect(output.errors).toEqual([]);
      const names = new Set(text.match(/own\d/g));
      expect([...names].filter((name) => !output.texts.has(name))).toEqual([]);
      if (generated++ % 5 === 0 || effort === 'all') addTo(folder, `d${generated}`, modules);
    }),
    { numRuns: tries, seed },
  );
  expect(generated).toBeGreaterThan(tries / 2);
  expect(compileFolder(folder)).toEqual([]);
});
