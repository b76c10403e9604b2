import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { effort } from '../effort.js';
import { makeFolder, writeFiles } from '../make-folder.js';
import { runProcess } from '../run-process.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** The number of changes of the disk between two kills. */
const step = { part: 12, most: 8, all: 1 }[effort];

/** `gaps settle` removes uses of answered gaps as `settle.yaml` shows, and changes nothing else. */
const answered = ['pet-body', 'owner-body', 'pet-fields', 'page-name', 'list-pets-parameters', 'status-values'];
const ask = (id: string, kind: string): string => `[{ id: ${id}, kind: ${kind}, question: Which?, source: '1' }]`;
const spec = `openapi: 3.1.1
info: { title: Pets, version: '1' }
servers: [{ url: 'https://api.invalid' }]
x-resolved:
${answered.map((id) => `  - { id: ${id}, answer: known, source: mail, date: '2026-01-31' }\n`).join('')}paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: <size>, in: query, schema: { type: integer }, x-not-shown: ${ask('size-name', 'parameter-name')} }
      responses:
        '200': { description: ok, x-source: '1', content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    post:
      operationId: addPet
      x-source: '1'
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/PetBody' } } } }
      responses: { '200': { description: ok, x-source: '1' } }
    put:
      operationId: putPet
      x-source: '1'
      requestBody: { content: { application/json: { schema: { x-not-shown: ${ask('open-body', 'shape')} } } } }
      responses: { '200': { description: ok, x-source: '1' } }
  /owner:
    get:
      operationId: getOwner
      x-source: '1'
      responses:
        '200': { description: ok, x-source: '1', content: { application/json: { schema: { $ref: '#/components/schemas/OwnerBody' } } } }
components:
  schemas:
    Pet: { type: object, x-source: '1', properties: { status: { $ref: '#/components/schemas/Status' } } }
    Status: { x-source: '1', enum: [open, closed] }
    PetBody: { type: object, x-source: '1', required: [name], properties: { name: { type: string } } }
    OwnerBody: { type: object, x-source: '1', required: [city], properties: { city: { type: string } } }
`;

interface Row {
  readonly before: string;
  readonly after?: string;
  readonly tasks?: readonly string[];
}

const rows = Object.entries(
  parse(readFileSync(new URL('settle.yaml', import.meta.url), 'utf8')) as { [name: string]: Row },
).map(([name, row]) => ({ name, ...row, path: `ways/${name.replace(/\W+/g, '-')}.ts` }));

interface Settled {
  readonly exitCode: number;
  readonly written: { readonly changed: readonly string[] };
  readonly tasks: readonly {
    readonly text: string;
    readonly places: readonly { readonly path: string; readonly line: number }[];
  }[];
}

async function settle(folder: string, ...flags: readonly string[]): Promise<Settled> {
  const { printed } = await runIn(folder, ['gaps', 'settle', '--format', 'json', '--out', 'api', ...flags]);
  const { descriptions } = JSON.parse(printed);
  expect(descriptions[0].findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
  return descriptions[0];
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

async function open(folder: string, files: { readonly [path: string]: string }): Promise<void> {
  const own = { 'package.json': '{ "name": "ways", "type": "module" }', 'spec/openapi.yaml': spec };
  writeFiles(folder, { ...own, ...files });
  expect((await runIn(folder, ['generate', '--out', 'api', '--only', 'client'])).errors).not.toContain('error');
}

describe('code that uses an answered gap', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-settle-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let settled: Settled;
  beforeAll(async () => {
    await open(folder, Object.fromEntries(rows.map(({ path, before }) => [path, before])));
    settled = await settle(folder);
  });

  test.each(rows)('$name', ({ path, before, after, tasks = [] }) => {
    expect(read(folder, path)).toBe(after ?? before);
    const found = settled.tasks.flatMap(({ text, places }) =>
      places.filter((place) => place.path === path).map(({ line }) => `${line}: ${text}`),
    );
    expect(found.sort()).toEqual([...tasks]);
    expect(settled.written.changed.includes(path)).toBe(after !== undefined);
  });

  test('needs to be settled only once', async () => {
    expect((await settle(folder)).written.changed).toEqual([]);
  });
});

describe('the command', () => {
  const main = `\ufeffimport { assume } from './api/types/index.js';
import { createClient } from './api/client/index.js';
export const client = createClient({ baseUrl: '/', wireNames: { 'page-name': 'page' } });
export const body = assume('pet-body', 1);
`.replaceAll('\n', '\r\n');

  async function openMain(): Promise<string> {
    const folder = makeFolder({});
    await open(folder, { 'main.ts': main });
    return folder;
  }

  test('changes only the given ids, and keeps line ends and the byte order mark', async () => {
    const folder = await openMain();
    await settle(folder, 'page-name');
    expect(read(folder, 'main.ts')).toBe(main.replace(", wireNames: { 'page-name': 'page' }", ''));
  });

  test('shows the changes with --dry-run and writes nothing', async () => {
    const folder = await openMain();
    const { code, printed } = await runIn(folder, ['gaps', 'settle', '--out', 'api', '--dry-run']);
    expect(code).toBe(0);
    expect(printed).toContain("-export const body = assume('pet-body', 1);\r\n");
    expect(printed).toContain('+export const body = 1;\r\n');
    expect(printed).toContain('  main.ts   changed\n  2 places would be changed\n');
    expect(read(folder, 'main.ts')).toBe(main);
  });

  test('exits with 1 for tasks if the flag asks for it', async () => {
    const folder = await openMain();
    writeFiles(folder, { 'main.ts': main.replace('1)', '/**/ 1)') });
    expect((await settle(folder)).exitCode).toBe(0);
    expect((await settle(folder, '--fail-on-tasks')).exitCode).toBe(1);
    const { printed } = await runIn(folder, ['gaps', 'settle', '--out', 'api']);
    expect(printed).toContain(
      "  0 places changed\n\n  to do by hand:\n  - main.ts:4:21: 'pet-body' is answered: the call of `assume` contains",
    );
  });

  test('lists a wire name in a JSON configuration, with its line', async () => {
    const folder = await openMain();
    const configuration = {
      spec: 'spec/openapi.yaml',
      out: 'api',
      only: ['client'],
      wireNames: { 'page-name': 'page' },
    };
    writeFiles(folder, { 'lacuna.config.json': JSON.stringify(configuration, undefined, 2) });
    const { printed } = await runIn(folder, ['gaps', 'settle']);
    expect(printed).toContain(
      "- lacuna.config.json:8:5: 'page-name' is answered: remove its wire name from the configuration",
    );
  });

  test('leaves what the next run completes if it is killed while it writes', async () => {
    const folder = await openMain();
    writeFiles(folder, { 'other.ts': main });
    const kills: string[] = [];
    for (let count = 1; ; count += step) {
      writeFiles(folder, { 'main.ts': main, 'other.ts': main });
      const { code } = await runProcess(folder, ['gaps', 'settle', '--out', 'api'], count);
      if (code !== null) break;
      kills.push(read(folder, 'main.ts') === main ? 'before' : 'within');
      await settle(folder);
      for (const path of ['main.ts', 'other.ts']) expect(read(folder, path)).toContain('export const body = 1;\r\n');
      expect(existsSync(join(folder, 'lacuna.pending.json'))).toBe(false);
    }
    expect(kills.length).toBeGreaterThan(1);
  }, 600_000);

  test('keeps the uses of a gap that is open in another output of the description', async () => {
    const select = (id: string): object => ({ spec: 'spec/openapi.yaml', out: id, include: { ids: [id] } });
    const use = "import { assume } from './putPet/client/index.js';\nexport const body = assume('open-body', 1);\n";
    const folder = makeFolder({
      'spec/openapi.yaml': spec,
      'package.json': '{ "type": "module" }',
      'lacuna.config.json': JSON.stringify({ apis: { put: select('putPet'), list: select('listPets') } }),
      'main.ts': use,
    });
    expect((await runIn(folder, ['generate'])).code).toBe(0);
    expect((await runIn(folder, ['gaps', 'settle'])).code).toBe(0);
    expect(read(folder, 'main.ts')).toBe(use);
    const { code, errors } = await runIn(folder, ['gaps', 'settle', 'open-body']);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("'open-body' is still open") });
    expect(errors).not.toContain("lists no gap 'open-body'");
    expect((await runIn(folder, ['check', '--check-code'])).printed).not.toContain('error');
    expect((await runIn(folder, ['gaps', 'uses', '--unused'])).code).toBe(0);
  });

  test('refuses output in which the gap is open', async () => {
    const folder = await openMain();
    const manifest = JSON.parse(read(folder, 'api/lacuna.json'));
    writeFiles(folder, { 'api/lacuna.json': JSON.stringify({ ...manifest, openGaps: ['pet-body'] }) });
    const { code, errors } = await runIn(folder, ['gaps', 'settle', '--out', 'api']);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("run 'lacuna generate'") });
    expect(read(folder, 'main.ts')).toBe(main);
  });
});
