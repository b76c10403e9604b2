import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../test/emit-input.js';
import { makeFolder } from '../../test/make-folder.js';
import { createMemory } from '../options/run-memory.js';
import { emitArtifacts } from './emit-artifacts.js';
import type { EmitMemory } from './kept-parts.js';

/** A JSON object of the description, so that tests can change any place. */
interface Json {
  [member: string]: Json;
}

const user = { $ref: '#/components/schemas/User' };
const content = (schema: object): object => ({ 'application/json': { schema } });

/** `User` is used almost everywhere. `Child` prints the properties of `Base`, because `Base` may be `null`. */
const description = {
  openapi: '3.1.1',
  info: { title: 'T', version: '1' },
  paths: {
    '/users/{id}': {
      get: {
        operationId: 'getUser',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'OK', content: content(user) } },
      },
    },
    '/teams': {
      post: {
        operationId: 'addTeam',
        requestBody: { content: content({ $ref: '#/components/schemas/Team' }) },
        responses: { 200: { description: 'OK', content: content({ type: 'object', properties: { lead: user } }) } },
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        description: 'A user.',
        properties: { id: { type: 'integer' }, profile: { type: 'object', properties: { age: { type: 'integer' } } } },
      },
      Team: { type: 'object', properties: { lead: user, members: { type: 'array', items: user } } },
      Author: { allOf: [user, { type: 'object', properties: { name: { type: 'string' } } }] },
      Anyone: { oneOf: [user, { $ref: '#/components/schemas/Team' }] },
      Base: { type: ['object', 'null'], properties: { id: { type: 'integer' } } },
      Child: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { other: user } }] },
    },
  },
};

/** Emits the code for a description. Returns the bytes of the modules by path. */
async function emit(memory: EmitMemory, spec: object): Promise<Map<string, Buffer>> {
  const folder = makeFolder({ 'spec.json': JSON.stringify(spec) });
  const { api, diagnostics } = readApi(join(folder, 'spec.json'));
  const kinds = new Set(['types', 'client', 'server', 'validators']);
  const artifacts = await emitArtifacts(kinds, { ...buildEmitInput(api, diagnostics), memory });
  return new Map(artifacts.flatMap(({ kind, path, bytes }) => (kind === 'runtime' ? [] : [[path, bytes]])));
}

/** Lists the modules that a run emits anew and that a run without an edit does not. */
async function listAnew(edited: object): Promise<string[]> {
  const memory = createMemory();
  const first = await emit(memory, description);
  const second = await emit(memory, description);
  const third = await emit(memory, edited);
  expect(third).toEqual(await emit(createMemory(), edited));
  const kept = [...second].filter(([path, bytes]) => first.get(path) === bytes).map(([path]) => path);
  expect(kept.length).toBeGreaterThan(10);
  return kept.filter((path) => third.get(path) !== second.get(path));
}

/** Adds members to the object at a path of the description. */
function change(path: string, members: object): object {
  const edited: Json = JSON.parse(JSON.stringify(description)); // The places of `user` become separate objects.
  let place: Json | undefined = edited;
  for (const key of path.split(' ')) place = place?.[key];
  expect(place).toBeDefined();
  Object.assign(place ?? {}, members);
  return edited;
}

const schemas = 'components schemas';
const operation = 'paths /users/{id} get';

test.each([
  [`${schemas} User`, { description: 'Changed.' }, ['types/user.ts']],
  [`${schemas} User`, { title: 'Changed', deprecated: true, $comment: 'Changed.' }, ['types/user.ts']],
  [`${schemas} User`, { examples: [{}], externalDocs: { url: 'https://example.com' }, xml: {} }, ['types/user.ts']],
  [`${schemas} User properties id`, { description: 'Changed.' }, ['types/user.ts']],
  [`${schemas} User properties profile properties age`, { description: 'Changed.' }, ['types/user.ts']],
  [`${schemas} Team properties lead`, { description: 'Changed.' }, ['types/team.ts']],
  [`${schemas} Base`, { description: 'Changed.' }, ['types/base.ts', 'types/child.ts']],
  [`${schemas} Base properties id`, { deprecated: true }, ['types/base.ts', 'types/child.ts']],
  [`${operation} parameters 0 schema`, { description: 'Changed.' }, ['client/get-user.ts', 'server/get-user.ts']],
  [
    'paths /teams post responses 200 content application/json schema properties lead',
    { description: 'Changed.' },
    ['types/operations/add-team.ts'],
  ],
])('a text of `%s`, %j, builds only the modules that contain it again', async (path, members, expected) => {
  expect(await listAnew(change(path, members))).toEqual(expected);
});

test('a keyword that decides code builds every module again that leads to its schema', async () => {
  const anew = await listAnew(change(`${schemas} User`, { minProperties: 1 }));
  expect(anew).toEqual(
    expect.arrayContaining(['types/user.ts', 'types/team.ts', 'types/child.ts', 'client/get-user.ts']),
  );
});
