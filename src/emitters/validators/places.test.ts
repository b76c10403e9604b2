import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';
import { sendAndReceive, testAnswers } from '../../../test/validators/answers.js';
import { loadSchemas } from '../../../test/validators/load-validators.js';
import type { View } from '../../views/views.js';

const views: readonly View[] = ['request', 'received', 'response'];

test.each<[string, object, readonly View[]]>([
  ['nothing to fill in', { type: 'object', properties: { a: { type: 'string' } } }, []],
  ['a default', { type: 'object', properties: { a: { type: 'string', default: 'b' } } }, views],
  ['a default deeper down', { type: 'array', items: { properties: { a: { default: 1 } } } }, views],
  ['a property that only the server sets', { type: 'object', properties: { a: { readOnly: true } } }, ['received']],
])('values of a schema with %s change after validation in the views %j', async (_, schema, expected) => {
  const { input } = await loadSchemas({ Value: schema });
  if (!input) throw new Error('the description has errors');
  const { places } = input.validators;
  const value = [...places.of.keys()].find(({ origin }) => origin.pointer === '/components/schemas/Value');
  if (!value) throw new Error('the schema has no place');
  expect(views.filter((view) => places.isFilled(value, view))).toEqual(expected);
});

const text = { type: 'string' };
const body = (schema: object, type = 'application/json'): object => ({ content: { [type]: { schema } } });
const reply = (schema: object, type?: string): object => ({ 200: { description: 'It.', ...body(schema, type) } });
const named = (name: string, location = 'query', schema: object = { type: 'integer' }): object => ({
  in: location,
  name,
  schema,
});
const order = { $ref: '#/components/schemas/Order' };
const schemas = { Order: { type: 'object', properties: { id: text } }, Alias: order };

// Lists the functions by module, for operations and for what they share.
async function listFunctions(operation: object, components: object = {}): Promise<Record<string, string[]>> {
  const { files, diagnostics } = await loadSchemas(
    {},
    {
      paths: { '/orders': { post: { operationId: 'postOrder', ...operation } } },
      components: { schemas, ...components },
    },
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found: Record<string, string[]> = {};
  for (const [file, code] of files) {
    if (!/^validators\/(?:operations|components)\//.test(file)) continue;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
    found[file.slice('validators/'.length, -'.ts'.length)] = names.sort();
  }
  return found;
}

test.each<[string, object, object, object]>([
  ['a named schema', { requestBody: body(order), responses: reply({ $ref: '#/components/schemas/Alias' }) }, {}, {}],
  [
    'parameters',
    { parameters: [named('page'), named('x-page', 'header')], responses: {} },
    {},
    { 'operations/post-order': ['collectPostOrderPage', 'validatePostOrderPage', 'validatePostOrderXPage'] },
  ],
  [
    'a body and a reply',
    {
      requestBody: body({ type: 'object', required: ['a'], properties: { a: text } }),
      responses: reply({ type: 'array', items: order }),
    },
    {},
    {
      'operations/post-order': [
        'acceptsPostOrderResponse',
        'collectPostOrderRequest',
        'collectPostOrderResponse',
        'isPostOrderRequest',
        'validatePostOrderRequest',
        'validatePostOrderResponse',
      ],
    },
  ],
  [
    'items of a stream',
    { responses: reply({ type: 'array', items: { type: 'integer' } }, 'application/jsonl') },
    {},
    {
      'operations/post-order': [
        'acceptsPostOrderResponse',
        'acceptsPostOrderResponseItem',
        'collectPostOrderResponse',
        'collectPostOrderResponseItem',
        'validatePostOrderResponse',
        'validatePostOrderResponseItem',
      ],
    },
  ],
  [
    'items of a sent stream',
    { requestBody: body({ type: 'array', items: { type: 'integer' } }, 'application/jsonl'), responses: {} },
    {},
    {
      'operations/post-order': [
        'acceptsPostOrderRequest',
        'acceptsPostOrderRequestItem',
        'collectPostOrderRequest',
        'collectPostOrderRequestItem',
        'validatePostOrderRequest',
        'validatePostOrderRequestItem',
      ],
    },
  ],
  [
    'a shared parameter',
    { parameters: [{ $ref: '#/components/parameters/page' }], responses: {} },
    { parameters: { page: named('page') } },
    { 'components/parameters': ['collectParameterPage', 'validateParameterPage'] },
  ],
  [
    'a shared body',
    { requestBody: { $ref: '#/components/requestBodies/new' }, responses: {} },
    { requestBodies: { new: body({ type: 'array', items: order }) } },
    { 'components/requestBodies': ['acceptsRequestBodyNew', 'collectRequestBodyNew', 'validateRequestBodyNew'] },
  ],
  [
    'a shared reply',
    { responses: { 200: { $ref: '#/components/responses/list' } } },
    { responses: { list: { description: 'It.', ...body({ type: 'array', items: order }) } } },
    { 'components/responses': ['acceptsResponseList', 'collectResponseList', 'validateResponseList'] },
  ],
  [
    'a header',
    { responses: { 200: { description: 'It.', headers: { 'x-rest': { schema: { type: 'integer' } } } } } },
    {},
    { 'operations/post-order': ['collectPostOrderResponseXRest', 'validatePostOrderResponseXRest'] },
  ],
  [
    'a shared header',
    { responses: { 200: { description: 'It.', headers: { 'x-rest': { $ref: '#/components/headers/rest' } } } } },
    { headers: { rest: { schema: { type: 'integer' } } } },
    { 'components/headers': ['collectHeaderRest', 'validateHeaderRest'] },
  ],
  [
    'a shared media type',
    { requestBody: { content: { 'application/json': { $ref: '#/components/mediaTypes/list' } } }, responses: {} },
    { mediaTypes: { list: { schema: { type: 'array', items: order } } } },
    { 'components/mediaTypes': ['acceptsMediaTypeList', 'collectMediaTypeList', 'validateMediaTypeList'] },
  ],
  [
    'a shared media type of a body and a reply, which differ',
    {
      requestBody: { content: { 'application/json': { $ref: '#/components/mediaTypes/new' } } },
      responses: {
        200: { description: 'It.', content: { 'application/json': { $ref: '#/components/mediaTypes/new' } } },
      },
    },
    {
      mediaTypes: {
        new: { schema: { type: 'array', items: { properties: { a: { ...text, readOnly: true } }, required: ['a'] } } },
      },
    },
    {
      'components/mediaTypes': [
        'acceptsMediaTypeNew',
        'acceptsMediaTypeNewInput',
        'acceptsMediaTypeNewReceived',
        'collectMediaTypeNew',
        'collectMediaTypeNewInput',
        'collectMediaTypeNewReceived',
        'validateMediaTypeNew',
        'validateMediaTypeNewInput',
        'validateMediaTypeNewReceived',
        'withMediaTypeNewReceivedDefaults',
      ],
    },
  ],
  [
    'a callback of a shared path item',
    {
      callbacks: { done: { '{$request.body#/url}': { $ref: '#/components/pathItems/done' } } },
      responses: {},
    },
    { pathItems: { done: { post: { requestBody: body({ type: 'array', items: order }), responses: {} } } } },
    { 'components/pathItems': ['acceptsPathItemDone', 'collectPathItemDone', 'validatePathItemDone'] },
  ],
  [
    'two parameters of one name',
    { parameters: [named('a-b'), named('a_b')], responses: {} },
    {},
    { 'operations/post-order': ['collectPostOrderAB', 'validatePostOrderAB', 'validatePostOrderAB2'] },
  ],
])('the functions of the schemas of messages: %s', async (_, operation, components, expected) => {
  expect(await listFunctions(operation, components)).toEqual(expected);
});

testAnswers({
  more: {
    paths: {
      '/accounts': {
        post: sendAndReceive('postAccount', 'Account'),
        get: {
          operationId: 'getAccounts',
          responses: {
            '200': {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } },
            },
          },
        },
      },
    },
  },
  schemas: {
    Account: {
      type: 'object',
      required: ['id', 'password', 'plan', 'owner', 'size'],
      additionalProperties: false,
      dependentRequired: { note: ['id', 'plan', 'password'] },
      properties: {
        id: { type: 'string', readOnly: true },
        password: { type: 'string', writeOnly: true },
        plan: { type: 'string', default: 'free' },
        colour: { enum: ['red', 'blue'], default: 'red' },
        note: { type: 'string' },
        size: { $ref: '#/components/schemas/Size' },
        owner: { $ref: '#/components/schemas/Owner' },
        friends: { type: 'array', items: { $ref: '#/components/schemas/Owner' } },
      },
    },
    Size: { type: 'integer', default: 3 },
    Owner: {
      allOf: [
        { $ref: '#/components/schemas/Named' },
        {
          required: ['rank'],
          properties: { rank: { type: 'integer', default: 1 }, secret: { type: 'string', readOnly: true } },
        },
      ],
    },
    Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Page: {
      type: 'object',
      required: ['accounts'],
      properties: {
        accounts: { type: 'array', items: { $ref: '#/components/schemas/Account' } },
        count: { type: 'integer', default: 0 },
      },
    },
    Optional: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
    Guess: { oneOf: [{ $ref: '#/components/schemas/First' }, { $ref: '#/components/schemas/Second' }] },
    First: {
      type: 'object',
      required: ['kind', 'a'],
      properties: { kind: { const: 'first' }, a: { type: 'integer', default: 1 } },
    },
    Second: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'second', default: 'second' }, a: { type: 'string' } },
    },
  },
  answers: [
    ['isAccount', { id: 'a', plan: 'b', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, true],
    ['isAccount', { id: 'a', plan: 'b', size: 1, owner: { name: 'c', rank: 1 } }, true],
    ['isAccount', { id: 'a', plan: 'b', colour: 'red', size: 1, owner: { name: 'c' } }, false],
    ['isAccount', { plan: 'b', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, false],
    ['isAccountInput', { password: 'b', owner: { name: 'c' } }, true],
    ['isAccountInput', { password: 'b', owner: {} }, false],
    ['isAccountInput', { owner: { name: 'c' } }, false],
    ['isAccountReceived', { password: 'b', plan: 'x', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, true],
    ['isAccountReceived', { password: 'b', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, false],
    ['isAccountReceived', { password: 'b', plan: 'x', colour: 'red', owner: { name: 'c', rank: 1 } }, false],
    [
      'validateAccount',
      {},
      [
        ' | Account/required | must have the property "id"',
        ' | Account/required | must have the property "plan"',
        ' | Account/required | must have the property "size"',
        ' | Account/required | must have the property "owner"',
      ],
    ],
    [
      'validateAccount',
      { id: 'a', password: 5, plan: 'b', size: 1, owner: { name: 'c', rank: 1 }, note: 'x', other: 1 },
      [
        '/password | Account/properties/password/type | must be a string',
        '/other | Account/additionalProperties | must be absent',
      ],
    ],
    [
      'validateAccount',
      {
        id: 'a',
        password: 5,
        plan: 'b',
        size: 1,
        owner: { name: 'c', rank: 1 },
        colour: 'green',
        friends: [{ rank: 'x' }],
      },
      [
        '/password | Account/properties/password/type | must be a string',
        '/colour | Account/properties/colour/enum | must be one of "red", "blue"',
        '/friends/0 | Named/required | must have the property "name"',
        '/friends/0/rank | Owner/allOf/1/properties/rank/type | must be an integer',
      ],
    ],
    [
      'validateAccountInput',
      { note: 'x' },
      [
        ' | Account/required | must have the property "password"',
        ' | Account/required | must have the property "owner"',
        ' | Account/dependentRequired | must have the property "password", because "note" is present',
      ],
    ],
    [
      'validateAccountInput',
      { id: 5, password: 'a', owner: { name: 'c', rank: 'x', secret: 5 }, friends: [{}] },
      [
        '/id | Account/properties/id/type | must be a string',
        '/owner/rank | Owner/allOf/1/properties/rank/type | must be an integer',
        '/owner/secret | Owner/allOf/1/properties/secret/type | must be a string',
        '/friends/0 | Named/required | must have the property "name"',
      ],
    ],
    [
      'validateAccountReceived',
      { note: 'x' },
      [
        ' | Account/required | must have the property "password"',
        ' | Account/required | must have the property "plan"',
        ' | Account/required | must have the property "size"',
        ' | Account/required | must have the property "owner"',
        ' | Account/dependentRequired | must have the property "plan", because "note" is present',
        ' | Account/dependentRequired | must have the property "password", because "note" is present',
      ],
    ],
    [
      'validateAccountReceived',
      { id: 5, password: 'a', owner: { name: 'c', rank: 'x', secret: 5 }, friends: [{}] },
      [
        '/id | Account/properties/id/type | must be a string',
        ' | Account/required | must have the property "plan"',
        ' | Account/required | must have the property "size"',
        '/owner/rank | Owner/allOf/1/properties/rank/type | must be an integer',
        '/owner/secret | Owner/allOf/1/properties/secret/type | must be a string',
        '/friends/0 | Named/required | must have the property "name"',
        '/friends/0 | Owner/allOf/1/required | must have the property "rank"',
      ],
    ],
    [
      'validatePage',
      { accounts: [{}] },
      [
        '/accounts/0 | Account/required | must have the property "id"',
        '/accounts/0 | Account/required | must have the property "plan"',
        '/accounts/0 | Account/required | must have the property "size"',
        '/accounts/0 | Account/required | must have the property "owner"',
      ],
    ],
    ['isPage', { accounts: [] }, true],
    ['isPage', { accounts: [], count: 1 }, true],
    [
      'withPageDefaults',
      { accounts: [{ owner: {}, friends: [{}] }] },
      { accounts: [{ owner: { rank: 1 }, friends: [{ rank: 1 }], plan: 'free', colour: 'red', size: 3 }], count: 0 },
    ],
    [
      'withAccountDefaults',
      { owner: {}, friends: [{ rank: 5 }, 7] },
      { owner: { rank: 1 }, friends: [{ rank: 5 }, 7], plan: 'free', colour: 'red', size: 3 },
    ],
    [
      'withAccountReceivedDefaults',
      { id: 'a', password: 'b', owner: { secret: 'c' } },
      { password: 'b', owner: { rank: 1 }, plan: 'free', colour: 'red', size: 3 },
    ],
    ['withOwnerReceivedDefaults', { name: 'a', secret: 'b' }, { name: 'a', rank: 1 }],
    ['validateOptional', {}, []],
    ['isOptional', {}, true],
    ['isOptional', { a: 1 }, true],
    ['validateGuess', { kind: 'first', a: 1 }, []],
    ['validateGuess', { kind: 'first' }, [' | First/required | must have the property "a"']],
    ['isGuess', { kind: 'second', a: 'x' }, true],
    ['withGuessDefaults', { kind: 'first', a: 1 }, { kind: 'first', a: 1 }],
  ],
  absent: ['isNamedInput', 'validateNamedInput', 'validatePageInput', 'withNamedDefaults'],
});

test('the places of functions are found once and on demand', () => {
  const { api, diagnostics } = readApi('spec/openapi.yaml');
  const { validators } = buildEmitInput(api, diagnostics);
  const { places } = validators;
  expect(places.of.size).toBeGreaterThan(api.schemas.filter((schema) => 'component' in schema).length);
  expect(validators.places).toBe(places);
});
