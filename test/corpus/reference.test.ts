import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chooseSample } from '../effort.js';
import { emitWithoutRedoc } from '../emit-without-redoc.js';
import { makeFolder } from '../make-folder.js';
import { corpusFolder, hasCorpus } from './list-descriptions.js';
import { listStated, type Place } from './list-stated.js';

/** Tests whether the article of the reference contains every statement of a description without scripts. */
if (!hasCorpus) console.log(`not run: there is no corpus at ${corpusFolder}`);

// Descriptions of each version of OpenAPI, with callbacks, webhooks, links, unions, circles and security schemes of
// every kind.
const sample = [
  'adyen/HopService-v6.json',
  'heyapi/specs/3.0.x/content-types.yaml',
  'museum/openapi.yaml',
  'oas-examples/3.0/json/complex-nesting.json',
  'oas-examples/3.0/json/http-status-codes.json',
  'oas-examples/3.0/json/link-example.json',
  'oas-examples/3.0/json/polymorphism.json',
  'oas-examples/3.0/json/schema-enums.json',
  'oas-examples/3.0/json/star-trek.json',
  'oas-examples/3.1/json/security.json',
  'oas-examples/3.1/json/train-travel.json',
  'oas-examples/3.1/yaml/petstore.yaml',
  'ogen/_testdata/examples/ent.json',
  'ogen/_testdata/examples/tinkoff.json',
  'ogen/_testdata/examples/autorest/header.json',
  'ogen/_testdata/positive/additional_operations.yml',
  'ogen/_testdata/positive/webhooks.json',
].map((file) => resolve(corpusFolder, file));
const everything = resolve('test/coverage/everything/openapi.yaml');

/** Prints only the article. Redoc's page contains the description itself, so a search in it would prove nothing. */
async function printArticle(spec: string): Promise<string> {
  const { files } = await emitWithoutRedoc({ folder: tmpdir(), spec, only: ['reference'] });
  // In these places, words can break on narrow screens.
  const text = (files.get('reference/article.html') ?? '').replaceAll('<wbr>', '');
  return /<main .*<\/main>/s.exec(text)?.[0] ?? '';
}

/** Returns the content of the article for an operation or component schema, and for the places to which it links. */
function readPlace(article: string, { kind, mark }: Place): string {
  const starts = [...article.matchAll(new RegExp(`<article class="lacuna-${kind}"`, 'g'))];
  const places = starts.map(({ index }) => readElement(article, 'article', index));
  const place = places.find((one) => one.includes(mark)) ?? '';
  const above = [...place.matchAll(/<a href="#(text-[^"]+)">above/g)].map(([, anchor]) =>
    readElement(article, 'dl', article.indexOf(`<dl id="${anchor}"`)),
  );
  const shared = [...place.matchAll(/<a href="#(response-[^"]+)"/g)].map(([, anchor]) =>
    readElement(article, 'article', article.indexOf(`<article class="lacuna-schema" id="${anchor}"`)),
  );
  return [place, ...above, ...shared].join('');
}

function readElement(html: string, name: string, start: number): string {
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(new RegExp(`</?${name}\\b`, 'g'))) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return html.slice(start, start + index);
  }
  return '';
}

describe.runIf(hasCorpus)('the article contains every statement of', () => {
  test.each([everything, ...chooseSample(sample, 2)])('%s', async (spec) => {
    const article = await printArticle(spec);
    const source = readFileSync(spec, 'utf8');
    const stated = listStated(spec.endsWith('.json') ? JSON.parse(source) : parse(source));
    expect(stated.length).toBeGreaterThan(5);
    const places = new Map<string, string>();
    const missing = stated.filter(({ html, within }) => {
      if (!within) return !article.includes(html);
      const place = places.get(within.mark) ?? readPlace(article, within);
      places.set(within.mark, place);
      return !place.includes(html);
    });
    expect(missing).toEqual([]);
  });

  test('at URLs that other changes do not affect', async () => {
    const spec = resolve(corpusFolder, 'oas-examples/3.0/json/star-trek.json');
    const description = JSON.parse(readFileSync(spec, 'utf8'));
    const [first = ''] = Object.keys(description.paths);
    delete description.paths[first];
    const folder = makeFolder({ 'changed.json': JSON.stringify(description) });
    const [before, after] = [await printArticle(spec), await printArticle(join(folder, 'changed.json'))];
    const anchors = [...before.matchAll(/<dl id="(text-[^"]+)"/g)].map(([, anchor]) => anchor ?? '');
    const read = (article: string, anchor: string) => readElement(article, 'dl', article.indexOf(`<dl id="${anchor}"`));
    const kept = anchors.filter((anchor) => after.includes(`id="${anchor}"`));
    expect(kept.length).toBeGreaterThan(0.9 * anchors.length);
    for (const anchor of kept) expect(read(after, anchor)).toBe(read(before, anchor));
  });
});
