import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runIn } from '../scaffold/run-scaffold.js';
import { chooseSeed } from '../seed.js';
import { compileFolder, describeSchemas, temporaryFolder, writeFiles } from '../types/emission.js';

const seed = chooseSeed('agreement of types and validators');

// There are few names and values, so that schemas and values often share them.
const keys = ['a', 'b', 'k'];
const key = fc.constantFrom(...keys);
const scalar = fc.constantFrom<unknown>('x', 'y', 1, 2.5, true, null);
const value = fc.oneof(
  { weight: 2, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      key,
      fc.oneof(scalar, fc.dictionary(key, scalar, { maxKeys: 2 }), fc.array(scalar, { maxLength: 2 })),
      { maxKeys: 3 },
    ),
  },
);

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null');
const component = fc.nat({ max: 59 }).map((index) => ({ $ref: `#/components/schemas/S${index}` }));

// Leaves out schemas that have keywords of one type but no `type`, because their TypeScript type is that type.
const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(key, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(key, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
    },
    { requiredKeys: ['type'] },
  ),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    type.map((each) => ({ type: each })),
    fc.uniqueArray(type, { minLength: 2, maxLength: 3 }).map((types) => ({ type: types })),
    fc.uniqueArray(scalar, { minLength: 1, maxLength: 3, comparator: 'SameValue' }).map((values) => ({ enum: values })),
    scalar.map((each) => ({ const: each })),
    component,
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), minItems: fc.nat({ max: 2 }) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        items: fc.oneof(fc.boolean(), tie('schema')),
        minItems: fc.nat({ max: 2 }),
      },
      { requiredKeys: ['type', 'prefixItems'] },
    ),
    tie('object'),
    tie('object'),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((members) => ({ anyOf: members })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((members) => ({ oneOf: members })),
    fc
      .array(
        fc.oneof(
          tie('object'),
          component,
          key.map((name) => ({ type: 'object', required: [name] })),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((members) => ({ allOf: members })),
    fc
      .tuple(tie('object'), fc.array(tie('object'), { minLength: 1, maxLength: 2 }))
      .map(([base, members]) => ({ ...base, anyOf: members })),
    fc.tuple(tie('schema'), type).map(([base, each]) => ({ allOf: [base], not: { type: each } })),
    fc.tuple(component, tie('object')).map(([reference, beside]) => ({ ...beside, ...reference })),
  ),
}));

const count = 60;

/**
 * Generates types and validators. Returns `undefined` if the description cannot be read, for example because of a
 * contradiction.
 */
async function generate(folder: string, schemas: readonly object[]): Promise<string | undefined> {
  writeFiles(folder, describeSchemas(Object.fromEntries(schemas.map((each, index) => [`S${index}`, each]))));
  const argv = ['generate', '--spec', 'openapi.json', '--out', 'out', '--only', 'types,validators'];
  const { code, errors } = await runIn(folder, argv);
  return code === 0 ? undefined : errors;
}

/** Replaces the schemas that have errors until the description can be read. */
async function generateReadable(folder: string, drafts: readonly object[]): Promise<object[]> {
  const schemas = [...drafts];
  for (;;) {
    const errors = await generate(folder, schemas);
    if (errors === undefined) return schemas;
    const text = readFileSync(join(folder, 'openapi.json'), 'utf8');
    const blamed = [...errors.matchAll(/^openapi\.json:1:(\d+): error/gm)].map(([, column]) => {
      const before = text.slice(0, Number(column));
      return Number([...before.matchAll(/"S(\d+)":/g)].at(-1)?.[1]);
    });
    if (blamed.length === 0 || blamed.some(Number.isNaN)) throw new Error(errors);
    for (const index of blamed) schemas[index] = { type: 'string' };
  }
}

/** Lists the probes that do not compile, by schema and line. */
function listRefused(messages: readonly string[]): Set<string> {
  return new Set(
    messages.flatMap((message) => {
      const found = /^probe-(\d+)\.ts\((\d+),/.exec(message);
      return found ? [found.slice(1).join(' ')] : [];
    }),
  );
}

/**
 * Prints a type that contains only one value. It also lists absent properties, because the compiler reports a value
 * that shares no property with a type.
 */
function printType(instance: unknown): string {
  if (Array.isArray(instance)) return `[${instance.map(printType).join(', ')}]`;
  if (typeof instance !== 'object' || instance === null) return JSON.stringify(instance);
  const lacking = keys.filter((name) => !Object.hasOwn(instance, name)).map((name) => `${name}?: never`);
  return `{ ${[...Object.entries(instance).map(([name, each]) => `${name}: ${printType(each)}`), ...lacking].join('; ')} }`;
}

test('a value that a validator accepts is assignable to the type', async () => {
  const folder = temporaryFolder();
  const drafts = fc.sample(schema, { numRuns: count, seed });
  const values = fc.sample(value, { numRuns: 150, seed });
  const schemas = await generateReadable(folder, drafts);
  await build({
    entryPoints: [join(folder, 'out/validators/index.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'bundle.mjs'),
    logLevel: 'silent',
  });
  const guards = await import(pathToFileURL(join(folder, 'bundle.mjs')).href);
  const probes = schemas.map((_, index) => [
    `out/probe-${index}.ts`,
    `import type { S${index} } from './types/index.js';\nimport * as instances from './instances.js';\n${values.map((_each, row) => `export const v${row}: S${index} = instances.v${row};\n`).join('')}`,
  ]);
  writeFiles(folder, {
    'out/instances.ts': values.map((each, row) => `export declare const v${row}: ${printType(each)};\n`).join(''),
    ...Object.fromEntries(probes),
  });
  const messages = compileFolder(join(folder, 'out'));
  const refused = listRefused(messages);
  expect(messages.filter((message) => !/^(probe-| )/.test(message))).toEqual([]);
  const unsound: string[] = [];
  let accepted = 0;
  schemas.forEach((each, index) => {
    values.forEach((instance, row) => {
      if (!guards[`isS${index}`](instance)) return;
      accepted++;
      if (refused.has(`${index} ${row + 3}`))
        unsound.push(`${JSON.stringify(instance)} is valid under S${index} ${JSON.stringify(each)}`);
    });
  });
  expect(accepted).toBeGreaterThan(200);
  expect(refused.size).toBeGreaterThan(1000);
  expect(unsound).toEqual([]);
});
