import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { artifactKinds } from '../../src/emitters/index.js';
import type { Api } from '../../src/model/api.js';
import { readApi } from '../../src/pipeline/generate.js';
import { corpusFolder, hasCorpus, listDescriptions } from '../corpus/list-descriptions.js';
import { effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { Coverage } from './coverage.js';
import type { CoverageRow } from './list-coverage.js';
import { listCoverage, listUses } from './list-uses.js';

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
  const rows = await listUses(run, run.settings, run.diagnostics, coverage);
  expect(rows.map(show)).toEqual(
    expect.arrayContaining(['not visited /paths/~1orders/get/responses/200 ', 'not used /Page name']),
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
const largest = { part: 1_500, most: 30_000, all: Number.POSITIVE_INFINITY }[effort];

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
  expect(accounts).toBeGreaterThan(effort === 'part' ? 25 : 180);
});
