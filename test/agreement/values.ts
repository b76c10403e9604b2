import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { corpusFolder, listDescriptions } from '../corpus/list-descriptions.js';
import { effort } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { type Loaded, loadValidators } from '../validators/load-validators.js';
import { applyReadings } from './apply-readings.js';
import { lookUp, type SchemaObject } from './json-schema.js';
import { makeDraw, makeInstance, mutate } from './make-instances.js';

/** A schema of the corpus with values to validate. */
interface Subject {
  readonly pointer: string;
  readonly values: readonly unknown[];
}

/** A description of the corpus, with the schemas of its components and bodies. */
interface Described {
  readonly file: string;
  /** The description in the reading that its findings report. */
  readonly description: SchemaObject;
  readonly loaded: Loaded;
  readonly subjects: readonly Subject[];
}

/** The seed from which all values are drawn. */
export const seed: number = chooseSeed('values of the corpus');

// The limits of a description's size. The largest ones take longer than all others together.
const largest = { part: 1_500, most: 30_000, all: Number.POSITIVE_INFINITY }[effort];

let corpus: Promise<readonly Described[]> | undefined;

/**
 * Returns each description of the corpus that lacuna can read. For each of its schemas, returns some values that were
 * made from the schema, and mutations of them. Large descriptions are only included if all tests run. Reads the corpus
 * once.
 */
export function readCorpus(): Promise<readonly Described[]> {
  corpus ??= readAll();
  return corpus;
}

async function readAll(): Promise<Described[]> {
  const all: Described[] = [];
  for (const file of listDescriptions()) {
    const text = readFileSync(join(corpusFolder, file), 'utf8');
    if (text.length > largest) continue;
    const loaded = await loadValidators(join(corpusFolder, file), { assertFormats: false });
    if (!loaded.input) continue;
    const description: SchemaObject = parse(text, { maxAliasCount: -1 });
    applyReadings(description, loaded.diagnostics);
    all.push({ file, description, loaded, subjects: listSubjects(description, loaded) });
  }
  return all;
}

function listSubjects(description: SchemaObject, { names }: Loaded): Subject[] {
  const pointers = [...names.keys()].filter((each) =>
    /^\/components\/schemas\/[^/]+$|\/content\/[^/]+\/schema$/.test(each),
  );
  return pointers.flatMap((pointer) => {
    const schema = lookUp(description, `#${encodeURI(pointer)}`);
    // The schema is in another file.
    return schema === undefined ? [] : [{ pointer, values: makeValues(description, schema, pointer) }];
  });
}

function makeValues(description: SchemaObject, schema: unknown, pointer: string): unknown[] {
  const draw = makeDraw(seed + pointer.length);
  return Array.from({ length: 9 }, (_, round) => {
    const made = makeInstance(description, schema, draw);
    return JSON.parse(JSON.stringify(round % 3 === 0 ? made : mutate(made, draw)));
  });
}
