import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { failuresOf, type Loaded, loadSchemas } from './load-validators.js';

type Row = readonly [name: string, value: unknown, answer: unknown];

/** A description of `answers.yaml`, and what its functions answer. */
interface Entry {
  readonly schemas: object;
  /** Further parts of the description. */
  readonly more?: object;
  readonly answers: readonly Row[];
  /** Functions that nobody needs. */
  readonly absent?: readonly string[];
}

const entries: Readonly<Record<string, Entry>> = parse(readFileSync(new URL('answers.yaml', import.meta.url), 'utf8'));

function answer({ validators }: Loaded, name: string, value: unknown): unknown {
  if (!name.startsWith('validate')) return validators[name]?.(value);
  const items: string[] = [];
  const failures = failuresOf(validators, name, value, (item, at) => items.push(`${item} at ${at}`));
  return [...failures.map((one) => `${one.instancePath} | ${one.schemaPointer} | ${one.message}`), ...items];
}

test.each(Object.entries(entries))('%s', async (_, { schemas, more, answers, absent = [] }) => {
  const loaded = await loadSchemas(schemas, more);
  const found = answers.map(([name, value]): Row => [name, value, answer(loaded, name, value)]);
  expect(found).toEqual(answers);
  expect(absent.filter((name) => name in loaded.validators)).toEqual([]);
});
