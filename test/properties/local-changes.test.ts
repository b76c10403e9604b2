import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { openGenerator } from './generate-text.js';

/** A drawn schema: its own properties, and references to later schemas, which it therefore contains. */
interface Drawn {
  readonly description: string;
  readonly properties: readonly { readonly type: 'string' | 'integer' | 'boolean'; readonly limit: number }[];
  readonly contains: readonly number[];
}

/**
 * Several schemas, and several operations that each use two of them and have a parameter. One schema changes, or the
 * parameter of the first operation.
 */
interface Draw {
  readonly schemas: readonly Drawn[];
  readonly operations: readonly { readonly request: number; readonly response: number; readonly limit: number }[];
  readonly changed: number;
  readonly change: 'description' | 'add property' | 'remove property' | 'limit' | 'required' | 'parameter';
}

const names = ['Apple', 'Bread', 'Cheese', 'Drink', 'Egg', 'Fish'];
const drawnSchema: fc.Arbitrary<Drawn> = fc.record({
  description: fc.constantFrom('Food.', 'Sold by weight.', ''),
  properties: fc.array(
    fc.record({ type: fc.constantFrom('string', 'integer', 'boolean'), limit: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  contains: fc.array(fc.nat(names.length - 1), { maxLength: 2 }),
});
const draw: fc.Arbitrary<Draw> = fc.record({
  schemas: fc.array(drawnSchema, { minLength: names.length, maxLength: names.length }),
  operations: fc.array(
    fc.record({
      request: fc.nat(names.length - 1),
      response: fc.nat(names.length - 1),
      limit: fc.integer({ min: 1, max: 3 }),
    }),
    {
      minLength: 3,
      maxLength: 5,
    },
  ),
  changed: fc.nat(names.length - 1),
  change: fc.constantFrom('description', 'add property', 'remove property', 'limit', 'required', 'parameter'),
});

function printProperty({ type, limit }: Drawn['properties'][number]): object {
  return { type, ...(type === 'string' && { maxLength: limit }), ...(type === 'integer' && { maximum: limit }) };
}

function printSchema({ description, properties, contains }: Drawn, index: number, change?: Draw['change']): object {
  const own = properties.map((property, at) => [`own${at}`, printProperty(property)] as const);
  // Only later schemas, so that no schema contains itself.
  const parts = contains
    .filter((part) => part > index)
    .map((part) => [`part${part}`, { $ref: `#/components/schemas/${names[part]}` }] as const);
  const kept = change === 'remove property' ? own.slice(1) : own;
  const added = change === 'add property' ? [['added', { type: 'string' }] as const] : [];
  const limited = change === 'limit' ? [['own0', { type: 'string', maxLength: 77 }] as const] : [];
  return {
    type: 'object',
    description: change === 'description' ? `${description} Changed.` : description,
    properties: Object.fromEntries([...kept, ...parts, ...added, ...limited]),
    ...(change === 'required' && { required: ['own0'] }),
  };
}

function describe({ schemas, operations, changed, change }: Draw, isChanged: boolean): string {
  const content = (schema: number): object => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${names[schema]}` } } },
  });
  const paths = operations.map(({ request, response, limit }, index) => {
    const minLength = isChanged && change === 'parameter' && index === 0 ? 77 : limit;
    const operation = {
      operationId: nameOperation(index),
      parameters: [{ name: 'X-Mark', in: 'header', schema: { type: 'string', minLength } }],
      requestBody: content(request),
      responses: { 200: { description: 'Done.', ...content(response) } },
    };
    return [`/place${index}`, { post: operation }];
  });
  const components = schemas.map((schema, index) => {
    return [names[index], printSchema(schema, index, isChanged && index === changed ? change : undefined)];
  });
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(components) },
  });
}

function nameOperation(index: number): string {
  return `call${names[index]}`;
}

/**
 * Lists the schema that changes, the schemas that contain it, and the schemas with the same checks as one of these,
 * before or after the change.
 */
function listAffectedOperations(given: Draw): Set<number> {
  const shapes = [false, true].map((isChanged) => given.schemas.map((_, index) => shapeOf(given, index, isChanged)));
  const touched = new Set([given.changed]);
  for (const each of touched)
    given.schemas.forEach(({ contains }, index) => {
      const sharesFunction = shapes.some((list) => list[index] === list[each]);
      if ((contains.includes(each) && each > index) || sharesFunction) touched.add(index);
    });
  return touched;
}

// Returns what a schema checks, including everything that it contains.
function shapeOf(given: Draw, index: number, isChanged: boolean): string {
  const schema = given.schemas[index];
  if (!schema) return '';
  const own = printSchema(
    { ...schema, description: '' },
    index,
    isChanged && index === given.changed ? given.change : undefined,
  );
  const parts = schema.contains.filter((part) => part > index).map((part) => shapeOf(given, part, isChanged));
  return JSON.stringify([own, parts]).replaceAll(' Changed.', '');
}

function listAllowed(given: Draw): Set<string> {
  const touched = given.change === 'parameter' ? new Set<number>() : listAffectedOperations(given);
  const [first] = given.operations;
  const operations = given.operations.flatMap(({ request, response, limit }, index) => {
    const sharesParameter = given.change === 'parameter' && limit === first?.limit;
    return touched.has(request) || touched.has(response) || sharesParameter ? [toFile(index, 'call-')] : [];
  });
  return new Set([
    ...[...touched].flatMap((index) => [`types/${toFile(index)}.ts`, `validators/${toFile(index)}.ts`]),
    ...operations.flatMap((name) => [`client/${name}.ts`, `server/${name}.ts`, `validators/operations/${name}.ts`]),
    ...['types', 'client', 'server', 'validators'].map((kind) => `${kind}/index.ts`),
    ...['client/check-calls.ts', 'server/router.ts', 'server/check-replies.ts', 'server/strip-replies.ts'],
  ]);
}

function toFile(index: number, prefix = ''): string {
  return `${prefix}${names[index]?.toLowerCase()}`;
}

test('a change of one schema changes its files, the files of schemas that contain it or share its checks, and shared tables', async () => {
  const generate = openGenerator();
  const read = async (text: string): Promise<Map<string, string>> =>
    new Map(((await generate(text)).modules ?? []).map(({ path, text }) => [path, text]));
  const seed = chooseSeed('changes of one schema');
  let changedCount = 0;
  await fc.assert(
    fc.asyncProperty(draw, async (given) => {
      const before = await read(describe(given, false));
      const after = await read(describe(given, true));
      expect(before.size).toBeGreaterThan(0);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      );
      changedCount += changed.length;
      const allowed = listAllowed(given);
      expect(changed.filter((path) => !allowed.has(path))).toEqual([]);
    }),
    { seed, numRuns: runs },
  );
  expect(changedCount).toBeGreaterThan(runs);
});
