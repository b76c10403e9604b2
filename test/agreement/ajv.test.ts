import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { corpusFolder, hasCorpus, listDescriptions } from '../corpus/list-descriptions.js';
import { failuresOf, type Loaded, loadValidators } from '../validators/load-validators.js';
import { type Check, makeAjv } from './ajv-checks.js';
import { applyReadings } from './apply-readings.js';
import { lookUp, type SchemaObject } from './json-schema.js';
import { makeDraw, makeInstance, mutate } from './make-instances.js';

/**
 * What our validators and ajv say to the same values: for the schema of each component and each body of the corpus, some
 * values made from it and mutations of them. They agree everywhere, once ajv is given a description as our diagnostics
 * say that it is read. `explained.txt` lists the schemas that ajv itself cannot take.
 */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const isAll = process.env['LACUNA_CORPUS'] === 'all';
// The largest take longer than all others together.
const isLarge = (text: string): boolean => text.length > 250_000;

if (!hasCorpus) console.log(`not run: there is no corpus at ${corpusFolder}`);

describe.runIf(hasCorpus)('validators and ajv', () => {
  test(`agree about values of the corpus (SEED=${seed})`, { timeout: 600_000 }, async () => {
    const differences: string[] = [];
    const untaken: string[] = [];
    let asked = 0;
    for (const file of listDescriptions()) {
      const text = readFileSync(join(corpusFolder, file), 'utf8');
      if (isLarge(text) && !isAll) continue;
      const loaded = await loadValidators(join(corpusFolder, file), { assertFormats: false });
      if (!loaded.input) continue;
      const description: SchemaObject = parse(text, { maxAliasCount: -1 });
      applyReadings(description, loaded.diagnostics);
      const ajv = makeAjv(description);
      for (const pointer of listPointers(loaded)) {
        const schema = lookUp(description, `#${encodeURI(pointer)}`);
        // A schema of another file, or one that stands for a union's members.
        if (schema === undefined || Array.isArray(schema)) continue;
        const check = tryTo(() => ajv(pointer));
        if (!check) untaken.push(`${file} ${pointer}`);
        else asked += compare({ file, pointer, description, schema, loaded, check }, differences);
      }
    }
    expect(differences).toEqual([]);
    expect(untaken.filter((each) => !explained.has(each))).toEqual([]);
    expect(asked).toBeGreaterThan(10_000);
  });
});

const explained = new Set(
  readFileSync(new URL('explained.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

function listPointers({ names }: Loaded): string[] {
  return [...names.keys()].filter((pointer) =>
    /^\/components\/schemas\/[^/]+$|\/content\/[^/]+\/schema$/.test(pointer),
  );
}

interface Site {
  readonly file: string;
  readonly pointer: string;
  readonly description: SchemaObject;
  readonly schema: unknown;
  readonly loaded: Loaded;
  readonly check: Check;
}

/** Gives how many values both were asked about. */
function compare(site: Site, differences: string[]): number {
  const { file, pointer, description, schema, loaded, check } = site;
  const name = `validate${loaded.names.get(pointer)?.types.response}`;
  if (!loaded.validators[name]) return 0;
  const draw = makeDraw(seed + pointer.length);
  let asked = 0;
  for (let round = 0; round < 9; round++) {
    const made = makeInstance(description, schema, draw);
    const value: unknown = JSON.parse(JSON.stringify(round % 3 === 0 ? made : mutate(made, draw)));
    const ours = failuresOf(loaded.validators, name, value).length === 0;
    const theirs = check(value).length === 0;
    asked++;
    if (ours !== theirs)
      differences.push(`${file} ${pointer}: ${ours ? 'only ajv' : 'only we'} refuse ${JSON.stringify(value)}`);
  }
  return asked;
}

function tryTo<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
