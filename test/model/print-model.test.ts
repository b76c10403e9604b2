import { expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import { printModel } from '../../src/model/print-model.js';
import { buildApi } from '../../src/model-builder/api.js';

const diagnostics = new Diagnostics();
const document = readDocument(new URL('shop/spec.yaml', import.meta.url).pathname, diagnostics);
const api = document && buildApi(document, diagnostics);
const text = api ? printModel(api) : '';
const model = JSON.parse(text || '{}');
const [putOrder, getOrder] = model.operations;
const schemas = (media: { mediaType: string; schema: unknown }[]) => media.map((one) => [one.mediaType, one.schema]);

test('the description has no findings', () => {
  expect(diagnostics.list).toEqual([]);
});

test('printing twice returns the same text', () => {
  expect(api && printModel(api)).toBe(text);
});

test('operations are in the order of the description, with inherited members', () => {
  expect(model.operations.map((operation: { method: string }) => operation.method)).toEqual(['PUT', 'GET']);
  expect(putOrder.path.parts).toEqual([{ literal: '/orders/' }, { parameter: 'id' }]);
  expect(putOrder.parameters[0]).toMatchObject({
    origin: 'parts.yaml#/parameters/Id',
    location: 'path',
    required: true,
  });
  expect(getOrder.parameters).toEqual([{ see: 'parts.yaml#/parameters/Id' }]);
  expect(model.servers[0].variables[0]).toMatchObject({ name: 'region', default: 'eu', enum: ['eu', 'us'] });
  expect(getOrder.servers).toEqual([{ see: 'spec.yaml#/servers/0' }]);
});

test('security is a list of alternatives, each with the schemes that are needed together', () => {
  expect(getOrder.security).toEqual([
    {
      origin: 'spec.yaml#/security/0',
      schemes: [{ scheme: { securityScheme: 'key' } }, { scheme: { securityScheme: 'user' }, scopes: ['read'] }],
    },
    { origin: 'spec.yaml#/security/1', schemes: [{ scheme: { securityScheme: 'token' } }] },
    { origin: 'spec.yaml#/security/2' },
  ]);
  expect(putOrder.security).toMatchObject([{ schemes: [{ scheme: { securityScheme: 'token' } }] }]);
  expect(model.securitySchemes[1].flows[0]).toMatchObject({ flow: 'clientCredentials', scopes: [{ name: 'read' }] });
});

test('a parameter has a style or is a document of a media type', () => {
  expect(putOrder.parameters[1].content).toMatchObject({
    by: 'media-type',
    mediaType: { mediaType: 'application/json', schema: { ref: { schema: 'parts.yaml#/Category' } } },
  });
  expect(putOrder.parameters[2].content).toMatchObject({ by: 'style', style: 'pipeDelimited', explode: false });
});

test('bodies and responses have all their media types, headers and encodings', () => {
  const order = { schema: 'spec.yaml#/components/schemas/Order' };
  expect(schemas(putOrder.requestBody.content)[0]).toMatchObject(['application/json', { ref: order }]);
  expect(putOrder.requestBody.content[1].encoding[0]).toMatchObject({
    property: 'scan',
    contentType: 'image/png',
    headers: [{ wireName: 'X-Page' }],
  });
  expect(schemas(putOrder.responses[0].content)).toMatchObject([
    ['application/json', { ref: order }],
    ['text/csv', { types: ['string'] }],
  ]);
  expect(putOrder.responses[0].headers[0]).toMatchObject({ wireName: 'ETag', required: true });
});

test('responses have status codes, ranges and a default, and a description beside a reference has precedence', () => {
  expect(putOrder.responses.map(({ status }: { status: unknown }) => status)).toEqual([200, '4XX', 'default']);
  expect(putOrder.responses[1]).toMatchObject({
    origin: 'parts.yaml#/responses/Problem',
    description: 'What went wrong.',
  });
  expect(putOrder.responses[2].description).toBe('Anything else.');
});

test('a callback has operations at a runtime expression', () => {
  const [operation] = putOrder.callbacks[0].operations;
  expect(operation).toMatchObject({ kind: 'callback', method: 'POST', path: { template: '{$request.body#/notify}' } });
});

test('a recursive schema, in its own file or another, is printed once', () => {
  const order = model.schemas['spec.yaml#/components/schemas/Order'];
  expect(order).toMatchObject({ component: 'Order', required: ['id'] });
  expect(order.properties[2].schema.ref).toEqual({ schema: 'spec.yaml#/components/schemas/Order' });
  const [, children] = model.schemas['parts.yaml#/Category'].properties;
  expect(children.schema.items.ref).toEqual({ schema: 'parts.yaml#/Category' });
});
