import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder, writeFiles } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** `gaps uses` finds every way to use a gap that `ways.yaml` lists, and nothing else. */
const spec = `openapi: 3.1.1
info: { title: Pets, version: '1' }
servers: [{ url: 'https://api.invalid' }]
paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      x-not-shown: [{ id: list-pets-parameters, kind: parameters, question: Which?, source: '1' }]
      parameters:
        - name: <page>
          in: query
          schema: { type: integer }
          x-not-shown: [{ id: page-name, kind: parameter-name, question: Which name?, source: '1' }]
        - name: <size>
          in: query
          schema: { type: integer }
          x-not-shown: [{ id: size-name, kind: parameter-name, question: Which name?, source: '1' }]
      responses:
        '200': { description: ok, x-source: '1', content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    post:
      operationId: addPet
      x-source: '1'
      requestBody:
        content:
          application/json:
            schema: { x-not-shown: [{ id: pet-body, kind: shape, question: Which shape?, source: '1' }] }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { x-not-shown: [{ id: owner-body, kind: shape, question: Which shape?, source: '1' }] }
components:
  schemas:
    Pet:
      type: object
      x-source: '1'
      x-not-shown: [{ id: pet-fields, kind: fields, question: Which others?, source: '1' }]
      properties: { name: { type: string }, status: { $ref: '#/components/schemas/Status' } }
    Status:
      x-source: '1'
      x-not-shown: [{ id: status-values, kind: values, question: Which others?, source: '1' }]
      anyOf: [{ enum: [open, closed] }, { type: string }]
`;

interface Way {
  readonly name: string;
  /** The files by path below the folder of the way. */
  readonly files: { readonly [path: string]: string };
}

const ways: readonly Way[] = Object.entries(
  parse(readFileSync(new URL('ways.yaml', import.meta.url), 'utf8')) as { [name: string]: string | Way['files'] },
).map(([name, files]) => ({ name, files: typeof files === 'string' ? { 'main.ts': files } : files }));

function folderOf({ name }: Way): string {
  return `ways/${name.replace(/\W+/g, '-')}`;
}

// The imports in every way lead to one output.
const files = Object.fromEntries(
  ways.flatMap((way) =>
    Object.entries(way.files).map(([path, text]) => [
      `${folderOf(way)}/${path}`,
      text.replaceAll("'./api/", "'../../api/"),
    ]),
  ),
);

function listMarked(way: Way): string[] {
  return Object.entries(way.files).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const marks = /\/\/ ([\w?-]+ [a-zA-Z]+(?:; [\w?-]+ [a-zA-Z]+)*)$/.exec(line)?.[1];
      return marks?.split('; ').map((mark) => `${path}:${index + 1} ${mark}`) ?? [];
    }),
  );
}

interface ListedUse {
  readonly id?: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly state: string;
}

async function listUses(folder: string, ...flags: readonly string[]): Promise<{ code: number; uses: ListedUse[] }> {
  const { code, printed } = await runIn(folder, ['gaps', 'uses', '--format', 'json', '--out', 'api', ...flags]);
  return { code, uses: JSON.parse(printed).descriptions[0].uses };
}

async function generateInto(folder: string): Promise<void> {
  expect((await runIn(folder, ['generate', '--out', 'api'])).errors).not.toContain('error');
}

describe('a way to use a gap', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-uses-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let uses: readonly ListedUse[] = [];
  beforeAll(async () => {
    writeFiles(folder, { 'package.json': '{ "name": "ways", "type": "module" }', 'spec/openapi.yaml': spec, ...files });
    await generateInto(folder);
    ({ uses } = await listUses(folder));
  });

  test('there are at least 60', () => {
    expect(ways.length).toBeGreaterThanOrEqual(60);
  });

  test.each(ways)('$name', (way) => {
    const prefix = `${folderOf(way)}/`;
    const found = uses
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ id = '?', kind, path, line }) => `${path.slice(prefix.length)}:${line} ${id} ${kind}`);
    expect(found.sort()).toEqual(listMarked(way).sort());
  });
});

describe('the command', () => {
  const program = `import { assume, isKnownStatus, matchStatus } from './api/types/index.js';
import { createClient } from './api/client/index.js';
export const body = assume('pet-body', 1);
export const client = createClient({ wireNames: { 'page-name': 'page' } });
export const known = isKnownStatus('x');
`;

  async function open(): Promise<string> {
    const folder = makeFolder({
      'package.json': '{ "name": "shop", "type": "module" }',
      'spec/openapi.yaml': spec,
      'main.ts': program,
    });
    await generateInto(folder);
    return folder;
  }

  test('lists the places by gap', async () => {
    const { code, printed } = await runIn(await open(), ['gaps', 'uses', '--out', 'api']);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: `  pet-body
    main.ts:3:21  assume

  page-name
    main.ts:4:51  wireNames

  status-values
    main.ts:5:22  isKnown
`,
    });
  });

  test('is part of the output of gaps show', async () => {
    const folder = await open();
    const { printed } = await runIn(folder, ['gaps', 'show', 'pet-body', '--out', 'api']);
    expect(printed).toContain('    used by      assume       main.ts:3:21\n');
    expect(printed).not.toContain('wireNames');
    const report = await runIn(folder, ['gaps', 'show', 'page-name', '--out', 'api', '--format', 'json']);
    const [{ uses }] = JSON.parse(report.printed).descriptions[0].listed;
    expect(uses).toEqual([{ kind: 'wireNames', path: 'main.ts', line: 4, column: 51 }]);
  });

  test('exits with 1 for code that uses an answered gap, and lists imports that are no longer generated', async () => {
    const folder = await open();
    expect(await listUses(folder, '--unused')).toEqual({ code: 0, uses: [] });
    const resolved = ['pet-body', 'status-values']
      .map((id) => `  - { id: ${id}, answer: known, source: mail, date: '2026-01-31' }\n`)
      .join('');
    const answered = spec
      .replace(
        "{ x-not-shown: [{ id: pet-body, kind: shape, question: Which shape?, source: '1' }] }",
        '{ type: string }',
      )
      .replace("      x-not-shown: [{ id: status-values, kind: values, question: Which others?, source: '1' }]\n", '')
      .replace('anyOf: [{ enum: [open, closed] }, { type: string }]', 'enum: [open, closed]')
      .replace('paths:', `x-resolved:\n${resolved}paths:`);
    writeFiles(folder, { 'spec/openapi.yaml': answered });
    await generateInto(folder);
    const { code, printed } = await runIn(folder, ['gaps', 'uses', '--unused', '--out', 'api']);
    expect({ code, printed }).toEqual({
      code: 1,
      printed: `  no longer generated
    main.ts:1:18  isKnown
    main.ts:1:33  match
    main.ts:5:22  isKnown

  pet-body (no longer open)
    main.ts:3:21  assume
`,
    });
  });

  test('finds code in other packages of the workspace', async () => {
    const folder = makeFolder({
      'package.json': '{ "name": "root", "private": true, "workspaces": ["packages/*"] }',
      'packages/api/package.json': '{ "name": "@shop/api", "type": "module", "exports": "./api/types/index.ts" }',
      'packages/api/spec/openapi.yaml': spec,
      'packages/web/package.json': '{ "name": "web", "type": "module", "dependencies": { "@shop/api": "*" } }',
      'packages/web/main.ts': "import { assume } from '@shop/api';\nassume('pet-body', 1);\n",
    });
    await generateInto(join(folder, 'packages/api'));
    const { uses } = await listUses(join(folder, 'packages/api'));
    expect(uses.map(({ id, path, line }) => `${path}:${line} ${id}`)).toEqual(['../web/main.ts:2 pet-body']);
  });

  test('finds code beside code that is too deep for the compiler', async () => {
    const parts = Array.from({ length: 3000 }, (_, index) => `index === ${index}`).join(' || ');
    const folder = makeFolder({
      'spec/openapi.yaml': spec,
      'main.ts': `import { assume } from './api/types/index.js';\nassume('pet-body', 1);\nexport const isKnown = (index: number) => ${parts};\n`,
      'deep.ts': `export const lists = ${'['.repeat(3000)}${']'.repeat(3000)};\n`,
    });
    await generateInto(folder);
    const { uses } = await listUses(folder);
    expect(uses.map(({ id, path, line }) => `${path}:${line} ${id}`)).toEqual(['main.ts:2 pet-body']);
  });

  test('requires output before it reads code', async () => {
    const folder = makeFolder({ 'spec/openapi.yaml': spec });
    const { code, errors } = await runIn(folder, ['gaps', 'uses']);
    expect(code).toBe(2);
    expect(errors).toContain('lacuna generate');
  });
});
