import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import type { Origin } from '../../src/diagnostics/origin.js';
import { readDocument } from '../../src/document/read-document.js';
import { buildArticle } from '../../src/emitters/reference/article/build-article.js';
import { type KeywordRow, keywordRows } from '../../src/model/keyword-table.js';
import { buildApi } from '../../src/model-builder/api.js';
import { emitDescription } from '../../src/pipeline/generate.js';
import { type Blocks, listBlocks, type Section } from '../../src/text/tree.js';
import { makeFolder } from '../make-folder.js';

type Json = { readonly [key: string]: unknown };

/** The values of those assertions for which a value of the right type is not enough. */
const chosen: Json = { type: 'integer', const: 'a', enum: ['a'], format: 'uuid', nullable: true };

/** A value for each type of a keyword's value. */
const values: { readonly [held in KeywordRow['holds']]?: unknown } = {
  number: 7,
  count: 3,
  text: '^a$',
  flag: true,
  names: ['a'],
  'names{}': { a: ['b'] },
};

const rows: readonly (readonly [string, KeywordRow])[] = Object.entries(keywordRows);
const assertions = rows.filter(([, { role }]) => role === 'assertion').map(([keyword]) => keyword);
const rowOf = new Map(rows);

/** The text of each artifact about the schema of each keyword. */
type Shown = ReadonlyMap<string, { readonly types: string; readonly validators: string; readonly article: string }>;

async function emit(openapi: string, keywords: readonly string[], isWithKeyword: boolean): Promise<Shown> {
  const schemas = Object.fromEntries(
    keywords.map((keyword) => {
      const { about = 'string', holds, needs = [] }: Partial<KeywordRow> = rowOf.get(keyword) ?? {};
      const base = { ...(keyword !== 'type' && { type: about }), ...(needs.length > 0 && { contains: { const: 1 } }) };
      const value = chosen[keyword] ?? (holds && values[holds]);
      const schema = { ...base, ...(isWithKeyword && { [keyword]: value }) };
      // An object has a module of its own; plain values share one.
      return [`${keyword}-rule`, { type: 'object', properties: { value: schema } }];
    }),
  );
  const paths = { '/': { get: { responses: { default: { description: '-' } } } } };
  const folder = makeFolder({
    'openapi.yaml': stringify({ openapi, info: { title: '-', version: '1' }, paths, components: { schemas } }),
  });
  const diagnostics = new Diagnostics();
  const document = readDocument(`${folder}/openapi.yaml`, diagnostics);
  const api = document && buildApi(document, diagnostics);
  if (!document || !api || diagnostics.hasErrors) throw new Error(JSON.stringify(diagnostics.list, undefined, 2));
  const settings = {
    kinds: new Set(['types', 'validators'] as const),
    recorded: {
      spec: '',
      only: [],
      emit: 'ts',
      importExtension: 'js',
      dates: 'string',
      int64: 'number',
      start: 'redoc',
    },
    onStage: () => undefined,
  } as const;
  const artifacts = await emitDescription(document, api, settings, diagnostics);
  const bundle = { isExact: false, complete: {}, portable: {}, locate: ({ pointer }: Origin) => pointer };
  const sections = [...buildArticle({ api, bundle, previous: undefined, samples: new Map() }).sections];
  return new Map(
    keywords.map((keyword) => {
      const name = `${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-rule`;
      const read = (folderName: string): string =>
        artifacts.find(({ path }) => path === `${folderName}/${name}.ts`)?.bytes.toString() ?? '';
      const section = findSection(sections, `${keyword}-rule`);
      return [
        keyword,
        { types: read('types'), validators: read('validators'), article: JSON.stringify(section ?? '') },
      ];
    }),
  );
}

function findSection(blocks: Blocks, title: string): Section | undefined {
  const sections = listBlocks(blocks).filter((block): block is Section => block.kind === 'section');
  const own = sections.find((section) => section.title === title);
  return own ?? sections.map((section) => findSection(section.blocks, title)).find((found) => found !== undefined);
}

test('each assertion is visible in types or doc comments, in the reference and in validators', async () => {
  const missing: string[] = [];
  for (const [openapi, keywords] of [
    ['3.1.0', assertions.filter((keyword) => keyword !== 'nullable')],
    ['3.0.3', ['nullable']],
  ] as const) {
    const without = await emit(openapi, keywords, false);
    const withKeyword = await emit(openapi, keywords, true);
    for (const keyword of keywords) {
      for (const artifact of ['types', 'validators', 'article'] as const) {
        const [before, after] = [without, withKeyword].map((shown) => shown.get(keyword)?.[artifact] ?? '');
        if (after === '' || before === after) missing.push(`${keyword}: ${artifact}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
