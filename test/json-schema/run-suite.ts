import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failuresOf, type Loaded, loadValidators } from '../validators/load-validators.js';
import { type Group, nameGroup } from './suite.js';

/** The result of the tests of some groups. */
interface Score {
  readonly passed: number;
  /** The tests that failed, as `file: group: test`, and the reasons. */
  readonly failed: ReadonlyMap<string, string>;
}

/** The dialect of the description that contains the schemas. */
export type Dialect = '3.0' | '3.1';

/** Writes each schema into a description as a component schema, generates validators, and validates every value. */
export async function runGroups(
  folder: string,
  groups: readonly Group[],
  assertFormats: boolean,
  dialect: Dialect = '3.1',
): Promise<Score> {
  const failed = new Map<string, string>();
  let passed = 0;
  for (const [index, batch] of batchGroups(groups).entries()) {
    const { loaded, refused } = await loadBatch(join(folder, `${index}.json`), batch, assertFormats, dialect);
    for (const [key, group] of batch) {
      for (const { description, data, valid } of group.tests) {
        const wrong = refused.get(key) ?? check(loaded, key, data, valid);
        if (wrong === undefined) passed++;
        else failed.set(`${nameGroup(group)}: ${description}`, wrong);
      }
    }
  }
  return { passed, failed };
}

type Batch = ReadonlyMap<string, Group>;

// Schemas with the same `$id` cannot be in one description.
function batchGroups(groups: readonly Group[]): Batch[] {
  const batches: { readonly ids: Set<string>; readonly groups: Map<string, Group> }[] = [];
  groups.forEach((group, index) => {
    const ids = [...JSON.stringify(group.schema).matchAll(/"\$id":"([^"]*)"/g)].map(([, id = '']) => id);
    let batch = batches.find((each) => each.groups.size < 400 && !ids.some((id) => each.ids.has(id)));
    if (!batch) {
      batch = { ids: new Set(), groups: new Map() };
      batches.push(batch);
    }
    for (const id of ids) batch.ids.add(id);
    batch.groups.set(`Case${index}`, group);
  });
  return batches.map((batch) => batch.groups);
}

// Leaves out schemas that lacuna refuses, so that they do not affect others.
async function loadBatch(
  path: string,
  batch: Batch,
  assertFormats: boolean,
  dialect: Dialect,
): Promise<{ loaded: Loaded; refused: Map<string, string> }> {
  const refused = new Map<string, string>();
  for (;;) {
    const schemas = [...batch].filter(([key]) => !refused.has(key));
    writeFileSync(path, JSON.stringify(dialect === '3.0' ? describeOld(new Map(schemas)) : describe(new Map(schemas))));
    const loaded = await loadValidators(path, { assertFormats });
    const before = refused.size;
    for (const { severity, origin, message } of loaded.diagnostics) {
      const key = origin?.pointer.split('/')[3];
      if (severity === 'error' && key !== undefined) refused.set(key, message);
    }
    if (refused.size === before) return { loaded, refused };
  }
}

// The schemas of the suite are separate documents, and references begin at their root.
function describe(batch: Batch): unknown {
  const schemas = [...batch].map(([key, { schema }]) => {
    const $id = `https://suite.invalid/${key}`;
    return [key, typeof schema === 'boolean' ? schema : { $id, ...schema }];
  });
  return {
    openapi: '3.1.1',
    info: { title: 'JSON Schema Test Suite', version: '1' },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

// OpenAPI 3.0 has no identifiers of schemas, so references begin at the root of the description.
function describeOld(batch: Batch): unknown {
  const schemas = [...batch].map(([key, { schema }]) => {
    return [key, rewrite(schema, `#/components/schemas/${key}`)];
  });
  return {
    openapi: '3.0.4',
    info: { title: 'JSON Schema Test Suite', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function rewrite(value: unknown, root: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, root));
  const members = Object.entries(value).filter(([name]) => name !== '$schema');
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (name === '$ref' && typeof member === 'string') return [name, member.replace(/^#/, root)];
      return [name, name === 'enum' ? member : rewrite(member, root)];
    }),
  );
}

// Uses the guard of the request view, because a default makes no field required there.
function check({ validators, names }: Loaded, key: string, data: unknown, valid: boolean): string | undefined {
  const types = names.get(`/components/schemas/${key}`)?.types;
  if (!types) return 'it has no name';
  const guard = validators[`is${types.request}`] ?? validators[`is${types.response}`];
  const failures = failuresOf(validators, `validate${types.response}`, data);
  const answers = [guard?.(data), failures.length === 0];
  return answers.every((answer) => answer === valid) ? undefined : `expected ${valid}, got ${answers.join(', ')}`;
}
