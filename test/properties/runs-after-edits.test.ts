import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../src/generate.js';
import { createMemory } from '../../src/options/run-memory.js';
import { effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { readTree } from '../run-process.js';
import { chooseSeed } from '../seed.js';

/** An edit of a description: what changes, and numbers that choose where. */
interface Edit {
  readonly change: keyof typeof changes;
  readonly at: number;
  readonly other: number;
}

interface SchemaText {
  [keyword: string]: unknown;
  properties?: { [name: string]: SchemaText };
  $ref?: string;
}

interface Description {
  paths: object;
  components: { schemas: { [name: string]: SchemaText } };
}

function listSchemas(value: unknown, found: SchemaText[] = []): SchemaText[] {
  if (typeof value !== 'object' || value === null) return found;
  if ('type' in value || 'properties' in value || 'allOf' in value || 'oneOf' in value) found.push(value as SchemaText);
  for (const member of Object.values(value)) listSchemas(member, found);
  return found;
}

function choose<Entry>(list: readonly Entry[], at: number): Entry {
  const entry = list[at % list.length];
  if (entry === undefined) throw new Error('there is nothing to choose');
  return entry;
}

function copy<Value>(value: Value): Value {
  return structuredClone(value);
}

/** Changes of a schema in place. `inside` are the properties of some object. */
const changes = {
  description: ({ schema }) => {
    schema['description'] = 'Changed.';
  },
  property: ({ inside, other }) => {
    inside[`added${other % 5}`] = { type: 'string', maxLength: other % 7, pattern: choose(['^a+$', '^(a+)+$'], other) };
  },
  'property with a default': ({ inside, other }) => {
    inside[`filled${other % 5}`] = { type: 'integer', default: other % 3, ...(other % 2 === 0 && { readOnly: true }) };
  },
  removal: ({ inside, other }) => {
    delete inside[choose([...Object.keys(inside), ''], other)];
  },
  reference: ({ api, inside, other }) => {
    inside[`other${other % 5}`] = {
      $ref: `#/components/schemas/${choose(Object.keys(api.components.schemas), other)}`,
    };
  },
  list: ({ api, inside, other }) => {
    inside[`list${other % 5}`] = { type: 'array', items: copy(choose(listSchemas(api), other)) };
  },
  copy: ({ api, schema, other }) => {
    api.components.schemas[`Copy${other % 5}`] = copy(schema);
  },
  required: ({ schema, inside }) => {
    if (Object.keys(inside).length > 0) schema['required'] = Object.keys(inside).slice(0, 2);
  },
} satisfies { [change: string]: (place: EditPlace) => void };

interface EditPlace {
  readonly api: Description;
  readonly schema: SchemaText;
  readonly inside: { [name: string]: SchemaText };
  readonly other: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  at: fc.nat(999),
  other: fc.nat(999),
});

function apply(api: Description, { change, at, other }: Edit): Description {
  const changed = copy(api);
  const objects = Object.values(changed.components.schemas).filter(({ properties }) => properties);
  const schema = choose(objects, at);
  changes[change]({ api: changed, schema, inside: schema.properties ?? {}, other });
  return changed;
}

test('a run that follows another one writes the bytes of a first run', async () => {
  const folder = makeFolder({});
  const original: Description = parse(readFileSync(resolve('spec/openapi.yaml'), 'utf8'));
  const options = { folder, spec: 'api.json', only: ['types', 'client', 'server', 'validators'], force: true } as const;
  const memory = createMemory();
  let compared = 0;
  const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(edits, async (steps) => {
      let api = original;
      for (const step of steps) {
        const next = step.reduce(apply, api);
        writeFileSync(join(folder, 'api.json'), JSON.stringify(next));
        const { diagnostics } = await generate({ ...options, out: 'warm' }, undefined, memory);
        if (diagnostics.hasErrors) continue;
        api = next;
        const cold = await generate({ ...options, out: 'cold' });
        expect(diagnostics.list).toEqual(cold.diagnostics.list);
        expect(readTree(join(folder, 'warm'))).toEqual(readTree(join(folder, 'cold')));
        compared++;
      }
    }),
    { seed: chooseSeed('runs after edits'), numRuns: { part: 2, most: 30, all: 300 }[effort] },
  );
  expect(compared).toBeGreaterThan(0);
}, 300_000);
