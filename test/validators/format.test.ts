import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { hashLayout } from '../../src/output/layout.js';
import { corpusFolder, hasCorpus, listDescriptions } from '../corpus/list-descriptions.js';
import { chooseSample } from '../effort.js';
import { makeFolder } from '../make-folder.js';

const small = listDescriptions()
  .map((file) => join(corpusFolder, file))
  .filter((file) => statSync(file).size < 150_000)
  // All of them would take minutes and find nothing more.
  .filter((_, index) => index % 10 === 0);
const runs = [
  { spec: 'test/validators/conditions.yaml', int64: 'number' },
  { spec: 'test/validators/conditions.yaml', int64: 'bigint' },
  { spec: 'test/coverage/everything/openapi.yaml', int64: 'bigint' },
  ...chooseSample(small, 24, 8).map((spec) => ({ spec, int64: 'number' }) as const),
] as const;
if (!hasCorpus) console.info(`formatting of the corpus: not run, ${corpusFolder} is absent`);

// Starts the formatter once for all, because starting it takes longer than generating most of them.
test('a formatter changes only the layout of types and validators', async () => {
  const folder = makeFolder({ 'biome.json': JSON.stringify({ files: { maxSize: 2 ** 24 } }) });
  for (const [index, { spec, int64 }] of runs.entries())
    await generate({ spec, out: join(folder, String(index)), only: ['types', 'validators'], int64 });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const hash = (file: string): string => hashLayout(file, readFileSync(join(folder, file)));
  const before = new Map(files.map((file) => [file, hash(file)]));
  const biome = resolve('node_modules/.bin/biome');
  const { status } = spawnSync(biome, ['format', '--write', '--config-path', folder, folder]);
  expect(status).toBe(0);
  expect(files.filter((file) => hash(file) !== before.get(file))).toEqual([]);
});
