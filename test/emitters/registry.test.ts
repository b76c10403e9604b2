import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { printHelp } from '../../src/command-line/help.js';
import { listReserved } from '../../src/emitters/emit-artifacts.js';
import { emitters } from '../../src/emitters/index.js';
import { generate } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';
import { exportsOf } from './exports-of.js';

test('help lists the kinds of the registry', () => {
  const help = printHelp().replace(/\s+/g, ' ');
  for (const { kind, description } of emitters) {
    expect(help).toContain(` ${kind} ${description.replaceAll('`', '')} `);
  }
});

/** An API with every feature that adds names to barrels. */
function describe(operations: Readonly<Record<string, object>>): string {
  const paths = Object.fromEntries(Object.entries(operations).map(([path, get]) => [path, { get }]));
  const content = (mediaType: string, schema: object): object => ({
    description: '',
    content: { [mediaType]: { schema } },
  });
  const upload = {
    'x-identifier': 'upload',
    requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    responses: { 200: content('text/event-stream', { type: 'array' }), 201: content('image/png', { type: 'string' }) },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Names', version: '1' },
    security: [{ key: [] }],
    paths: { ...paths, '/upload': { post: upload } },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
}

async function generateNames(operations: Readonly<Record<string, object>>): Promise<string> {
  const folder = makeFolder({ 'openapi.json': describe(operations) });
  const { diagnostics } = await generate({ folder, spec: 'openapi.json', out: 'out', importExtension: 'ts' });
  expect(diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  return `${folder}/out`;
}

const barrels = [
  'types/index',
  'client/index',
  'server/index',
  'server/node',
  'server/fetch',
  'server/fastify',
  'validators/index',
];
const ofUpload = /^[uU]pload/;

test('names of other exports are not used twice', async () => {
  const out = await generateNames({});
  const { names, operations, files } = await listReserved();
  const exported = new Set(barrels.flatMap((barrel) => exportsOf(`${out}/${barrel}.ts`)));
  const own = [...exported].filter(
    (name) => !ofUpload.test(name) && !['Failure', 'OnNotShown', 'Validate', 'ValidateOptions'].includes(name),
  );
  expect(own.filter((name) => !names.has(name) && !operations.has(name)).sort()).toEqual([]);
  expect(exported.size).toBeGreaterThan(60);
  const { files: list } = JSON.parse(readFileSync(`${out}/lacuna.json`, 'utf8'));
  const modules = Object.keys(list).filter((path) => /^(types|client|server)$/.test(dirname(path)));
  expect(modules.map((path) => basename(path, '.ts')).filter((name) => name !== 'upload' && !files.has(name))).toEqual(
    [],
  );
});

test('every operation is in the barrel, even one with a reserved name', async () => {
  const { names, operations } = await listReserved();
  const wanted = new Set(['then', 'catch', 'handlers', ...names, ...operations]);
  const list = [...wanted].map((name, index) => [
    `/${index}`,
    { 'x-identifier': name, operationId: name, responses: { 200: { description: '' } } },
  ]);
  const out = await generateNames(Object.fromEntries(list));
  const client: Record<string, unknown> = await import(`${out}/client/index.ts`);
  const server: { unimplemented: object } = await import(`${out}/server/index.ts`);
  const named = Object.keys(server.unimplemented);
  expect(named).toHaveLength(wanted.size + 1);
  expect(named.filter((name) => typeof client[name] !== 'function' || !`${client[name]}`.includes('call'))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(['thenOperation', 'handlersOperation']));
  expect(client['then']).toBeUndefined();
});
