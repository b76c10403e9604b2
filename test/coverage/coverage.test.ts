import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { Coverage } from '../../src/coverage/coverage.js';
import { artifactKinds } from '../../src/emitters/index.js';
import { type CoverageRow, listCoverage, readApi } from '../../src/index.js';
import type { Api } from '../../src/model/api.js';
import { listUses } from '../../src/stages/list-uses.js';
import { corpusFolder, hasCorpus, listDescriptions } from '../corpus/list-descriptions.js';
import { effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';

const files = {
  'spec.yaml': `
openapi: 3.0.4
info: { title: T, version: '1', x-logo: { url: 'https://shop.example' } }
paths:
  /orders:
    get:
      parameters: [{ $ref: 'parts.yaml#/Page', description: Mine. }]
      shrug: true
      tags: [Shop, 1]
      responses:
        '200':
          description: Done
          headers: { content-type: { schema: { type: string } } }
          content: { application/json: { schema: { type: string }, example: { a: { b: 1 } } } }
          links: { next: { operationId: listOrders } }
    post: { operationId: listOrders, responses: { default: { $ref: '#/components/responses/Done' } } }
components:
  responses: { Done: { description: Done }, Never: { description: Gone, content: { text/plain: {} } } }
`,
  'parts.yaml': `
Page: { in: query, name: page, schema: { type: integer } }
Other: { in: query, name: other }
`,
};

const listRows = async (): Promise<readonly CoverageRow[]> =>
  (await listCoverage({ folder: makeFolder(files), spec: 'spec.yaml' })).rows;

const show = ({ use, origin, keyword }: CoverageRow): string => `${use} ${origin.pointer} ${keyword}`;

test('every keyword of every object has one row', async () => {
  const uses = (await listRows()).map(show);
  expect(new Set(uses).size).toBe(uses.length);
  const answer = '/paths/~1orders/get/responses/200';
  for (const use of [
    'reading  openapi',
    'emitted /paths/~1orders/get responses',
    `emitted ${answer}/content/application~1json/schema type`,
    'emitted /Page name',
    'emitted /paths/~1orders/post/responses/default $ref',
    'documentation /info title',
    'documentation /info x-logo',
    `documentation ${answer}/content/application~1json example`,
    `documentation ${answer}/links/next operationId`,
  ])
    expect(uses).toContain(use);
  expect(uses.filter((use) => use.includes('/example/') || use.includes('x-logo/'))).toEqual([]);
});

test('a keyword that no artifact reads has a finding, and an object that was not visited has one too', async () => {
  const rows = await listRows();
  expect(rows.filter(({ use }) => use === 'reported').map((row) => `${show(row)} ${row.findings}`)).toEqual([
    'reported /paths/~1orders/get shrug unknown-keyword',
    'reported /paths/~1orders/get/parameters/0 description ignored-beside-reference',
    'reported /paths/~1orders/get/responses/200/headers/content-type schema ',
    'reported /paths/~1orders/get/responses/200/headers/content-type/schema type ',
    'reported /components/responses/Never content ',
  ]);
  expect(rows.filter(({ use }) => use.startsWith('not')).map(show)).toEqual(['not visited /Other ']);
  // A finding about an entry of a list of strings belongs to the list.
  expect(rows.find(({ keyword }) => keyword === 'tags')?.findings).toEqual(['read-as']);
});

test('--print coverage lists each keyword with its place and the artifacts that read it, and writes nothing', async () => {
  const folder = makeFolder(files);
  let printed = '';
  const argv = ['generate', '--spec', 'spec.yaml', '--print', 'coverage'];
  const code = await runCommandLine(argv, {
    folder,
    colours: false,
    isInteractive: false,
    print: (text) => {
      printed += text;
    },
    printError: () => undefined,
  });
  expect(code).toBe(0);
  expect(printed).toContain('emitted      \tparts.yaml#/Page/name\tParameter Object\tclient,planning,server\n');
  expect(printed).toContain('not visited  \tparts.yaml#/Other\tobject\n');
  expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^\d+ keywords: .*\b1 not visited/);
});

test('the coverage shows a keyword that a broken pipeline loses', async () => {
  class Forgetful extends Coverage {
    override visit(...[origin, object, taken, data]: Parameters<Coverage['visit']>): void {
      if (object !== 'Response Object') super.visit(origin, object, taken, data);
    }
    override watch(api: Api): Api {
      return super.watch({ ...api, operations: api.operations.slice(1) });
    }
  }
  const coverage = new Forgetful();
  const run = await readApi({ folder: makeFolder(files), spec: 'spec.yaml' }, coverage);
  await listUses(run, run.settings, run.diagnostics, coverage);
  const found = run.diagnostics.list.filter(({ code }) => code === 'not-visited');
  expect(found.map(({ origin, message }) => `${origin?.pointer} ${message.split(';')[0]}`)).toEqual(
    expect.arrayContaining([
      '/paths/~1orders/get/responses/200 nothing reads this object',
      "/Page/name no artifact contains 'name' of this Parameter Object",
    ]),
  );
});

test("no keyword of this project's description is lost", async () => {
  const spec = resolve('spec/openapi.yaml');
  const { rows, diagnostics } = await listCoverage({ folder: makeFolder({}), spec, only: artifactKinds });
  expect(diagnostics.hasErrors).toBe(false);
  expect(rows.length).toBeGreaterThan(900);
  expect(rows.filter(({ use }) => !['emitted', 'documentation'].includes(use)).map(show)).toEqual([]);
});

test('no keyword of a description with every keyword is lost', async () => {
  const spec = new URL('everything/openapi.yaml', import.meta.url).pathname;
  const { rows, diagnostics } = await listCoverage({ folder: makeFolder({}), spec });
  expect(diagnostics.hasErrors).toBe(false);
  expect(rows.filter(({ use }) => use.startsWith('not')).map(show)).toEqual([]);
});

// The larger ones only repeat the same keywords.
const largest = { part: 3_000, most: 30_000, all: Number.POSITIVE_INFINITY }[effort];

test.runIf(hasCorpus)('no keyword of the feature fixtures is lost', { timeout: 300_000 }, async () => {
  const folder = makeFolder({});
  const lost: string[] = [];
  let accounts = 0;
  for (const file of listDescriptions().filter((one) => /^(heyapi|ogen|oas-examples|museum)\//.test(one))) {
    const spec = resolve(corpusFolder, file);
    if (statSync(spec).size > largest) continue;
    const { rows, diagnostics } = await listCoverage({ folder, spec });
    if (diagnostics.hasErrors) continue;
    accounts++;
    lost.push(...rows.filter(({ use }) => use.startsWith('not')).map((row) => `${file} ${show(row)}`));
  }
  expect(lost).toEqual([]);
  expect(accounts).toBeGreaterThan(effort === 'part' ? 50 : 180);
});
