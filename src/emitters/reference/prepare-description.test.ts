import { expect, test } from 'vitest';
import { emitWithoutRedoc } from '../../../test/emit-without-redoc.js';
import { makeFolder } from '../../../test/make-folder.js';
import type { JsonObject } from '../../model/element.js';

async function prepare(description: object): Promise<JsonObject> {
  const whole = { openapi: '3.1.0', info: { title: 'T', version: '1' }, ...description };
  const folder = makeFolder({ 'openapi.json': JSON.stringify(whole) });
  const { rendered, diagnostics } = await emitWithoutRedoc({ folder, spec: 'openapi.json', only: ['reference'] });
  if (!rendered) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
  return rendered;
}

const item = (id: string, kind: string): object => ({ 'x-not-shown': [{ id, kind, question: `${id}?`, source: '1' }] });
const callOut = (id: string): unknown => expect.stringContaining(`<b>Not shown:</b> ${id}? `);

test('additions follow the text of their place', async () => {
  const long = `${'A long title. '.repeat(8)}`;
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } }, description: '*Shape*.' };
  const callbacks = {
    c: { '{$request.query.u}': { post: { ...item('called', 'policy'), summary: 'Called', responses: {} } } },
  };
  const content = { 'a/b': { schema: { ...schema, ...item('shape', 'fields') } }, 'c/d': item('form', 'shape') };
  const responses = { 200: { description: 'Fine', content } };
  const prepared = await prepare({
    ...item('always', 'presence'),
    servers: [
      {
        url: '{root}/a',
        description: 'Of <all>',
        variables: { root: { default: 'https://a.test' } },
        ...item('root', 'policy'),
      },
    ],
    paths: { '/a': { get: { summary: long, description: 'Text.', ...item('get', 'policy'), callbacks, responses } } },
  });
  expect(prepared).toMatchObject({
    info: { description: expect.stringMatching(/# Not shown\n\n.*always\?/) },
    servers: [{ url: 'https://a.test/a', description: 'Of <all> Not shown: root? Source: 1. (root)' }],
    paths: {
      '/a': {
        get: {
          summary: 'A long title.',
          description: expect.stringMatching(/^A long title[^<]*\n\nText\.\n\n<div>.*get\?/),
          'x-badges': [{ name: '3 not shown, 1 everywhere', position: 'after', color: 'orange' }],
          'x-codeSamples': [{ lang: 'curl' }, {}, {}, {}],
          callbacks: {
            c: { '{$request.query.u}': { post: { summary: expect.stringMatching(/^Called, \d not shown/) } } },
          },
          responses: {
            200: {
              content: {
                'a/b': { schema: { description: callOut('shape') }, example: { id: '<string>' } },
                'c/d': { schema: { description: callOut('form') } },
              },
            },
          },
        },
      },
    },
  });
  // The item of kind `presence` leaves open whether the field is required.
  expect(JSON.stringify(prepared)).not.toContain('"required":["id"]');
  expect(prepared['x-not-shown']).toBeUndefined();
});
