import { expect, test } from 'vitest';
import { buildDescription } from './build-description.js';

const parameter = (name: string, location = 'path'): string =>
  `{ in: ${location}, name: ${name}, required: true, schema: { type: integer } }`;
const responses = "responses: { '200': { description: It. } }";

// Returns the parameters of an operation as `location name: types`, and the findings.
function list(place: string, key: string, parameters: readonly string[]): readonly [string[], readonly string[]] {
  const { api, findings } = buildDescription(`
openapi: 3.1.1
info: { title: T, version: '1' }
${place}: { '${key}': { post: { parameters: [${parameters.join(', ')}], ${responses} } } }
`);
  const operation = api.operations[0] ?? api.webhooks[0];
  const found = operation?.parameters.map(({ location, writtenName, content }) => {
    const schema = content.by === 'style' ? content.schema : undefined;
    return `${location} ${writtenName}: ${schema?.kind === 'keywords' ? schema.types : ''}`;
  });
  return [found ?? [], findings.map((finding) => finding.split(' ')[0] ?? '')];
}

test.each([
  ['paths', '/a/{id}', [parameter('id')], ['path id: integer'], []],
  ['paths', '/a/{id}/{id}', [], ['path id: string'], ['repeated-value', 'undeclared-path-parameter']],
  [
    'paths',
    '/a/{id}',
    [parameter('id', 'query')],
    ['query id: integer', 'path id: string'],
    ['undeclared-path-parameter'],
  ],
  ['paths', '/a', [parameter('id')], [], ['unused-path-parameter']],
  ['paths', '/a', [parameter('id', 'query')], ['query id: integer'], []],
  // The name of a webhook is not a path.
  ['webhooks', 'a{id}', [], [], []],
  ['webhooks', 'a', [parameter('id', 'query')], ['query id: integer'], []],
  ['webhooks', 'a', [parameter('id')], ['path id: integer'], []],
])('%s, %s: the path parameters are those of the template: %#', (place, key, parameters, expected, findings) => {
  expect(list(place, key, parameters)).toEqual([expected, findings]);
});
