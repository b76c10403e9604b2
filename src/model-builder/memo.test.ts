import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Builds } from '../../test/model/build-again.js';
import type { Operation } from '../model/operation.js';

type Description = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const refer = (place: string): object => ({ $ref: `#/components/${place}` });
const reply = (content: object = {}): object => ({ 200: { description: 'OK', content } });
const key = { type: 'apiKey', in: 'header', name: 'Key' };
const get = (operation: object): object => ({ get: { responses: reply(), ...operation } });

/** Builds the model of a description again, and compares it with a new one. */
function rebuild(builds: Builds, description: Description): readonly Operation[] {
  const whole = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, ...description };
  builds.write('api.json', JSON.stringify(whole, undefined, 1));
  const { api, diagnostics, references } = builds.build();
  const anew = builds.buildAnew();
  expect(diagnostics.list).toEqual(anew.diagnostics.list);
  if (!api) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
  expect(references).toEqual(anew.references);
  expect(api).toEqual(anew.api);
  return api.operations;
}

test('an operation is the same object if neither it nor an object to which it leads has changed', () => {
  const builds = new Builds();
  const build = (minLength: number): readonly Operation[] =>
    rebuild(builds, {
      components: {
        parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
        schemas: { Name: { type: 'string', minLength }, Color: text },
      },
      paths: {
        '/colors': get({
          parameters: [refer('parameters/Page')],
          responses: reply({ 'application/json': { schema: refer('schemas/Color') } }),
        }),
        '/names': get({ responses: reply({ 'application/json': { schema: refer('schemas/Name') } }) }),
      },
    });
  const before = build(1);
  const after = build(2);
  expect(after.map((operation, index) => operation === before[index])).toEqual([true, false]);
});

test('a build keeps no operation of an earlier build that has changed since', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('there is no function that collects garbage');
  const builds = new Builds();
  const paths = { '/a': get({ security: [{ Key: [] }] }), '/b': get({}) };
  const build = (summary: string): WeakRef<Operation>[] => {
    const description = { paths: { ...paths, '/c': get({ summary }) }, components: { securitySchemes: { Key: key } } };
    return rebuild(builds, description).map((operation) => new WeakRef(operation));
  };
  const first = build('First');
  for (const summary of ['Second', 'Third', 'Fourth']) build(summary);
  await setImmediate();
  collectGarbage();
  expect(first.map((operation) => operation.deref() === undefined)).toEqual([false, false, true]);
});

const shop = { '/a': get({}), '/b': get({ security: [{ Key: [] }] }) };
const linked = { 200: { description: 'OK', links: { next: { operationId: 'next' } } } };

/** A description with two operations that refer to a parameter. */
function shareParameter(type: string): Description {
  const operation = get({ parameters: [refer('parameters/P')] });
  const parameters = { P: { name: 'p', in: 'query', schema: { type } } };
  return { paths: { '/a': operation, '/b': operation }, components: { parameters } };
}

/** A description with a pointer to a parameter through a reference to a schema. */
function leadThrough(name: string): Description {
  const inSchema = (parameter: string): object => ({ 'x-p': { name: parameter, in: 'query', schema: text } });
  return {
    paths: { '/a': get({ parameters: [refer('parameters/P/schema/x-p')] }) },
    components: {
      parameters: { P: { name: 'p', in: 'query', schema: refer(`schemas/${name}`) } },
      schemas: { A: inSchema('a'), B: inSchema('b') },
    },
  };
}

/** Edits after which an operation is another one although its text is the same, or findings are reported again. */
const edits: { readonly [edit: string]: readonly [before: Description, after: Description] } = {
  'of the servers of the root': [
    { paths: shop, servers: [{ url: 'https://a.example' }], components: { securitySchemes: { Key: key } } },
    { paths: shop, servers: [{ url: 'https://b.example' }], components: { securitySchemes: { Key: key } } },
  ],
  'that removes the servers of the root': [{ paths: shop, servers: [{ url: '/v1' }] }, { paths: shop }],
  'of the security of the root': [
    { paths: shop, security: [{ Key: [] }], components: { securitySchemes: { Key: key } } },
    { paths: shop, security: [], components: { securitySchemes: { Key: key } } },
  ],
  'of a security scheme': [
    { paths: shop, components: { securitySchemes: { Key: key } } },
    { paths: shop, components: { securitySchemes: { Key: { ...key, name: 'Other' } } } },
  ],
  'that adds the security scheme of an operation': [
    { paths: shop },
    { paths: shop, components: { securitySchemes: { Key: key } } },
  ],
  'of a parameter to which operations refer': [shareParameter('string'), shareParameter('integer')],
  'of the first operation that refers to a response': [
    {
      paths: {
        '/a': get({ responses: { 200: refer('responses/R') } }),
        '/b': get({ responses: { 200: refer('responses/R') } }),
      },
      components: {
        responses: { R: { description: 'R', content: { 'application/json': { schema: { enum: [1, 1] } } } } },
      },
    },
    {
      paths: { '/a': get({ summary: 'A' }), '/b': get({ responses: { 200: refer('responses/R') } }) },
      components: {
        responses: { R: { description: 'R', content: { 'application/json': { schema: { enum: [1, 1] } } } } },
      },
    },
  ],
  'of an object through which a pointer leads': [leadThrough('A'), leadThrough('B')],
  'of the operation to which a link leads': [
    { paths: { '/a': get({ responses: linked }), '/b': get({ operationId: 'next' }) } },
    {
      paths: {
        '/a': get({ responses: linked }),
        '/b': get({ operationId: 'other' }),
        '/c': get({ operationId: 'next' }),
      },
    },
  ],
  'of the target of a path item': [
    { paths: { '/a': { $ref: '#/components/pathItems/A' } }, components: { pathItems: { A: get({ summary: 'A' }) } } },
    { paths: { '/a': { $ref: '#/components/pathItems/A' } }, components: { pathItems: { A: get({ summary: 'B' }) } } },
  ],
  'beside a callback': [
    {
      paths: {
        '/a': get({ callbacks: { done: { '{$url}': get({ responses: reply({ 'text/plain': { schema: text } }) }) } } }),
      },
    },
    {
      paths: {
        '/a': get({ callbacks: { done: { '{$url}': get({ responses: reply({ 'text/plain': { schema: text } }) }) } } }),
        '/b': get({}),
      },
    },
  ],
  'beside encodings': [
    {
      paths: {
        '/a': get({
          responses: reply({
            'multipart/mixed': { schema: text, encoding: { a: { headers: { h: { schema: text } } } } },
          }),
        }),
      },
    },
    {
      paths: {
        '/a': get({
          responses: reply({
            'multipart/mixed': { schema: text, encoding: { a: { headers: { h: { schema: text } } } } },
          }),
        }),
        '/b': get({}),
      },
    },
  ],
  'that moves parameters': [
    { paths: { '/a': get({ parameters: ['b', 'c', 'd'].map((name) => ({ name, in: 'query' })) }) } },
    { paths: { '/a': get({ parameters: ['a', 'b', 'c', 'd'].map((name) => ({ name, in: 'query' })) }) } },
  ],
  'of an operation to which a reference leads': [
    { paths: { '/a': { get: { $ref: '#/x-operations/a' } } }, 'x-operations': { a: { summary: 'A', responses: {} } } },
    { paths: { '/a': { get: { $ref: '#/x-operations/a' } } }, 'x-operations': { a: { summary: 'B', responses: {} } } },
  ],
  'that moves references in an extension': [
    {
      paths: {},
      'x-parts': ['b', 'c', 'd'].map((name) => ({ name, part: refer('schemas/A') })),
      components: { schemas: { A: text } },
    },
    {
      paths: {},
      'x-parts': ['a', 'b', 'c', 'd'].map((name) => ({ name, part: refer('schemas/A') })),
      components: { schemas: { A: text } },
    },
  ],
  'beside findings': [
    { paths: { '/a/{id}': get({ parameters: [{ name: 'p', in: 'path', required: true }], wrong: 1 }) } },
    { paths: { '/a/{id}': get({ parameters: [{ name: 'p', in: 'path', required: true }], wrong: 1 }), '/b': get({}) } },
  ],
  'beside sources': [
    { paths: { '/a': get({ 'x-source': '1' }), '/b': get({}) } },
    { paths: { '/a': get({ 'x-source': '1' }), '/b': get({ summary: 'B' }) } },
  ],
  'beside extensions of other tools': [
    { paths: { '/a': get({ 'x-pagination': true }), '/b': get({}) } },
    { paths: { '/a': get({ 'x-pagination': true }), '/b': get({ 'x-pagination': {} }) } },
  ],
  'beside items': [
    {
      paths: {
        '/a': get({ 'x-not-shown': [{ id: 'retries', kind: 'behaviour', question: 'How often?', source: 'docs' }] }),
        '/b': get({}),
      },
    },
    {
      paths: {
        '/a': get({ 'x-not-shown': [{ id: 'retries', kind: 'behaviour', question: 'How often?', source: 'docs' }] }),
        '/c': get({}),
      },
    },
  ],
  'of another file': [{ paths: { '/a': get({ parameters: [{ $ref: 'other.json#/P' }] }) } }, { paths: {} }],
};

test.each(Object.entries(edits))('an edit %s has the result of a new run', (_, [before, after]) => {
  const builds = new Builds();
  builds.write('other.json', JSON.stringify({ P: { name: 'p', in: 'query', schema: text } }));
  const renamed = { ...before, tags: [{ name: 'renamed' }] };
  for (const description of [before, renamed, after, before, before]) rebuild(builds, description);
  builds.write('other.json', JSON.stringify({ P: { name: 'other', in: 'query', schema: text } }));
  rebuild(builds, before);
});
