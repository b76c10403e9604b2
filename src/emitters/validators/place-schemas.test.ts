import { expect, test } from 'vitest';
import { loadSchemas } from '../../../test/validators/load-validators.js';

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
