import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emitters } from '../../../src/emitters/index.js';
import { check, generate } from '../../../src/index.js';
import { makeFolder } from '../../make-folder.js';
import { emitHttpRequests } from './emit-http-requests.js';

const description = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer, minimum: 7 } }
    get:
      operationId: getPet
      summary: Read a pet
      parameters:
        - { name: fields, in: query, required: true, schema: { enum: [name & age, all] } }
        - { name: X-Trace, in: header, required: true, schema: { type: string, pattern: '^[a-f]+$' } }
      responses: { 200: { description: The pet } }
    put:
      operationId: putPet
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses: { 204: { description: Replaced } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, minLength: 6 }
        born: { type: string, format: date }
        tags: { type: array, items: { type: string, examples: [tame] } }
`;

test('an artifact kind with one folder and one row is generated, recorded and compared like all others', async () => {
  const folder = makeFolder({ 'openapi.yaml': description });
  const registry = [...emitters, emitHttpRequests];
  const options = { folder, spec: 'openapi.yaml', out: 'out', only: ['http-requests'] };
  const { diagnostics, written } = await generate(options, registry);
  expect(diagnostics.list).toEqual([]);
  expect(written?.added.map(({ path }) => path)).toEqual(['http-requests/get-pet.http', 'http-requests/put-pet.http']);
  const read = (file: string): string => readFileSync(join(folder, 'out/http-requests', file), 'utf8');
  expect(readdirSync(join(folder, 'out'))).toEqual(['http-requests', 'lacuna.json']);
  expect(read('get-pet.http')).toBe(`### Read a pet
GET {{baseUrl}}/pets/7?fields=name%20%26%20age
X-Trace: {{X-Trace}}
`);
  expect(read('put-pet.http')).toBe(`### /pets/{id}
PUT {{baseUrl}}/pets/7
Content-Type: application/json

{
  "name": "textxx",
  "born": "2026-01-31",
  "tags": [
    "tame"
  ]
}
`);
  // The next run uses the recorded kinds.
  const again = await check({ folder, out: 'out' }, registry);
  expect([again.diagnostics.list, again.drifts]).toEqual([[], []]);
  const unknown = await check({ folder, out: 'out' });
  expect(unknown.diagnostics.list.map(({ code }) => code)).toEqual(['unknown-choice']);
});
