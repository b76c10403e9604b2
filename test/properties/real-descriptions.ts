import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { JsonValue } from '../../src/model/element.js';
import { corpusFolder } from '../corpus/list-descriptions.js';

/** Reads our own descriptions, and published ones as far as the corpus is there. */
export function readDescriptions(published: readonly string[]): JsonValue[] {
  const own = ['spec/openapi.yaml', 'test/coverage/everything/openapi.yaml'];
  return [...own, ...published.map((file) => join(corpusFolder, file))]
    .filter((file) => existsSync(file))
    .map((file) => parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }));
}
