import { cpSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { corpusFolder, hasCorpus, listDescriptions } from '../corpus/list-descriptions.js';
import { chooseSample, effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import type { CoverageRow } from './list-coverage.js';
import { findUnused } from './remove-keywords.js';

const nameRow = ({ object, keyword }: CoverageRow): string =>
  /^(Paths|Responses|Callback|Security Requirement) Object$/.test(object) ? `${object} *` : `${object} ${keyword}`;

const show = (row: CoverageRow): string => `${nameRow(row)} at ${row.origin.file}#${row.origin.pointer}`;

test('removing any keyword of a description that has all of them changes an artifact', {
  timeout: 300_000,
}, async () => {
  const folder = makeFolder({});
  cpSync(new URL('everything', import.meta.url).pathname, folder, { recursive: true });
  const tried = new Set<string>();
  const isNew = (row: CoverageRow): boolean => !tried.has(nameRow(row)) && tried.add(nameRow(row)).size > 0;
  // Each one needs a complete run of the generator.
  const step = { part: 5, most: 2, all: 1 }[effort];
  const choose = (row: CoverageRow): boolean => isNew(row) && tried.size % step === 0;
  const unused = await findUnused(join(folder, 'openapi.yaml'), choose);
  expect(unused?.map(show)).toEqual([]);
  expect(tried.size).toBeGreaterThan(109);
});

// How often each keyword of each object is tried.
const most = effort === 'all' ? Number.POSITIVE_INFINITY : 1;

test.runIf(hasCorpus && effort !== 'part')(
  'removing any keyword of the feature fixtures changes an artifact',
  { timeout: 900_000 },
  async () => {
    const tried = new Map<string, number>();
    const choose = (row: CoverageRow): boolean => {
      const name = nameRow(row);
      tried.set(name, (tried.get(name) ?? 0) + 1);
      // The description above has each keyword too.
      return (tried.get(name) ?? 0) <= most && (effort === 'all' || tried.size % 3 === 0);
    };
    const unused: string[] = [];
    const fixtures = listDescriptions().filter((one) => /^(heyapi|ogen|oas-examples)\//.test(one));
    for (const file of chooseSample(fixtures, 1, 3)) {
      const path = resolve(corpusFolder, file);
      if (statSync(path).size > 5000) continue;
      const folder = makeFolder({ 'openapi.yaml': readFileSync(path) });
      const found = await findUnused(join(folder, 'openapi.yaml'), choose);
      unused.push(...(found ?? []).map((row) => `${file} ${show(row)}`));
    }
    expect(unused).toEqual([]);
    expect(tried.size).toBeGreaterThan(effort === 'all' ? 77 : 60);
  },
);
