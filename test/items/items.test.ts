import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArtifactKind } from '../../src/model/artifact.js';
import type { JsonObject, NotShown } from '../../src/model/element.js';
import { effort } from '../effort.js';
import { generateWithoutRedoc } from '../emit-without-redoc.js';
import { runCompiler } from '../run-compiler.js';
import { removeItem } from './remove-item.js';

/**
 * An item has effects. If it is removed from a copy of the description and everything is generated again, the promise
 * of its kind no longer holds.
 */
let place: string;
const original = readFileSync('spec/openapi.yaml', 'utf8');

/** Everything that was generated from one description. */
interface Generated {
  readonly folder: string;
  readonly errors: readonly string[];
  readonly items: readonly NotShown[];
  /** The description that Redoc received. */
  readonly rendered: JsonObject | undefined;
}

async function generateFrom(name: string, text: string, only: readonly ArtifactKind[]): Promise<Generated> {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'openapi.yaml'), text);
  const settings = { folder, spec: 'openapi.yaml', out: 'out', only };
  const { diagnostics, api, rendered } = await generateWithoutRedoc(settings);
  const errors = diagnostics.list.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return { folder, errors, items: api?.items ?? [], rendered };
}

/** Compiles all programs, each with its output. Returns the compiler's messages. */
function compileAll(): readonly string[] {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    skipLibCheck: true,
    lib: ['es2022', 'dom'],
    types: [],
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/program-*.ts'] }));
  const mistakes = runCompiler(place)
    .split('\n')
    .filter((line) => /^\S/.test(line));
  const [general] = mistakes.filter((line) => !/^[a-z0-9-]+\//.test(line));
  if (general !== undefined) throw new Error(general); // then the compiler checked nothing
  return mistakes;
}

async function importBundled({ folder }: Generated, module: string): Promise<Record<string, unknown>> {
  const outfile = join(folder, `${module.replaceAll('/', '-')}.mjs`);
  await build({
    entryPoints: [join(folder, 'out', `${module}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  return import(pathToFileURL(outfile).href);
}

const time = '2026-01-31T12:00:00Z';
const samples = {
  EnrichedSession: {
    id: 'x1',
    scenario_id: 's1',
    scenario_name: 'Pitch',
    user_email: 'a@example.com',
    duration_seconds: 90,
    duration_minutes: 1.5,
    status: 'completed',
    evaluation_score: 7.5,
    evaluation_note: 'good',
    report_card: { topics: [] },
    report_card_topics: '',
    analytics_url: 'https://example.com/x1',
    created_at: time,
  },
  SessionDetail: {
    id: 'x1',
    scenario_id: 's1',
    user_email: 'a@example.com',
    duration_seconds: 90,
    status: 'completed',
    created_at: time,
    transcript: [],
    evaluation: { overall_score: 7, feedback: '' },
  },
  TranscriptTurn: { role: 'ai', content: '', timestamp: 0 },
  Subscription: {
    id: 'u1',
    scenario_id: 's1',
    user_email: 'b@example.com',
    plan: 'monthly',
    amount: 9.99,
    currency: 'EUR',
    status: 'active',
    current_period_end: time,
    created_at: time,
  },
  Balance: { balance: 1, currency: 'EUR' },
} as const;

/** Validates a sample with one field replaced. Returns the failures and the ids of the reported items. */
async function validate(
  generated: Generated,
  schema: keyof typeof samples,
  change: object,
): Promise<{ failures: number; told: string[] }> {
  const module = await importBundled(generated, 'validators/index');
  const run = module[`validate${schema}`] as (value: unknown, tell: (id: string) => void) => unknown[];
  const told: string[] = [];
  const failures = run(JSON.parse(JSON.stringify({ ...samples[schema], ...change })), (id) => told.push(id));
  return { failures: failures.length, told };
}

/**
 * Returns whether the description for Redoc has a text at the place of an item: in its object, or in the nearest object
 * around it with a description.
 */
function isCalledOut({ rendered }: Generated, item: NotShown): boolean {
  return rendered !== undefined && JSON.stringify(rendered).includes(item.question);
}

/** The promise that a program with this text compiles. */
interface Compiles {
  readonly needs: readonly ArtifactKind[];
  readonly program: (item: NotShown) => string;
}

/** A promise that a function checks. */
interface Holds {
  readonly needs: readonly ArtifactKind[];
  readonly holds: (generated: Generated, item: NotShown) => boolean | Promise<boolean>;
}

/** The promise of each kind, in a form that can be checked. `item` is the item before it is removed. */
const promises: { readonly [kind in NotShown['kind']]: Compiles | Holds } = {
  shape: {
    needs: ['client'],
    program: ({ id }) => `import { assume } from './out/client/index.js';\nassume('${id}', {});`,
  },
  parameters: {
    needs: ['client'],
    program: ({ id, operations }) =>
      `import { assume, ${operations[0]} } from './out/client/index.js';
       type Args = Exclude<Parameters<typeof ${operations[0]}>[1], void>;
       export const args: Pick<Args, 'extraQuery'> = { extraQuery: assume('${id}', {}) };`,
  },
  fields: {
    needs: ['client'],
    program: ({ id }) =>
      `import { rest } from './out/client/index.js';
       import type { FieldsNotShown } from './out/types/index.js';
       declare const value: FieldsNotShown<'${id}'>;
       rest('${id}', value);`,
  },
  values: {
    needs: ['validators'],
    holds: async (generated, item) => {
      const [, schema = '', field = ''] =
        /^\/components\/schemas\/(\w+)\/properties\/(\w+)$/.exec(item.origin.pointer) ?? [];
      const { failures, told } = await validate(generated, schema as keyof typeof samples, { [field]: 'never seen' });
      return failures === 0 && told.includes(item.id);
    },
  },
  presence: {
    needs: ['validators'],
    holds: async (generated, item) => {
      const { failures, told } = await validate(generated, 'Balance', { currency: undefined });
      return failures === 0 && told.includes(item.id);
    },
  },
  'parameter-name': {
    needs: ['client'],
    program: ({ id }) =>
      `import { createClient } from './out/client/index.js';
       createClient({ baseUrl: 'https://api.invalid', wireNames: { '${id}': 'name' } });`,
  },
  'status-code': {
    needs: ['server'],
    program: () =>
      `import type { GetBalanceReply } from './out/server/index.js';
       export const reply: GetBalanceReply = { status: '2XX', body: { balance: 1, currency: 'EUR' } };`,
  },
  unit: { needs: ['reference'], holds: isCalledOut },
  transitions: { needs: ['reference'], holds: isCalledOut },
  errors: { needs: ['reference'], holds: isCalledOut },
  header: { needs: ['reference'], holds: isCalledOut },
  behaviour: { needs: ['reference'], holds: isCalledOut },
  policy: { needs: ['reference'], holds: isCalledOut },
  events: { needs: ['reference'], holds: isCalledOut },
};

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-items-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const ids = [...original.matchAll(/^\s*- id: ([a-z0-9-]+)$/gm)].map(([, id = '']) => id);

// `npm test` tries one item of each kind, CI all of them.
const tried = effort === 'part' ? listFirstOfEachKind() : ids;

function listFirstOfEachKind(): string[] {
  const rows = [...original.matchAll(/^\s*- id: ([a-z0-9-]+)\n\s*kind: ([a-z-]+)$/gm)];
  return [...new Map(rows.reverse().map(([, id = '', kind = '']) => [kind, id])).values()];
}

describe('items', () => {
  let whole: Generated;
  const without = new Map<string, Generated>();
  let mistakes: readonly string[];

  const writeProgram = ({ folder }: Generated, item: NotShown): void => {
    const promise = promises[item.kind];
    if ('program' in promise) writeFileSync(join(folder, `program-${item.id}.ts`), promise.program(item));
  };

  beforeAll(async () => {
    whole = await generateFrom('whole', original, [
      ...new Set(Object.values(promises).flatMap(({ needs }) => needs)),
      'not-shown',
    ]);
    for (const item of whole.items.filter(({ id }) => tried.includes(id))) {
      const lacking = await generateFrom(
        `without-${item.id}`,
        removeItem(original, item.id),
        promises[item.kind].needs,
      );
      without.set(item.id, lacking);
      writeProgram(whole, item);
      writeProgram(lacking, item);
    }
    mistakes = compileAll();
  }, 600_000);

  const isKept = (generated: Generated, item: NotShown): boolean | Promise<boolean> => {
    const promise = promises[item.kind];
    if ('holds' in promise) return promise.holds(generated, item);
    const name = basename(generated.folder);
    const about = [`${name}/out/`, `${name}/program-${item.id}.ts(`];
    return (
      generated.errors.length === 0 && !mistakes.some((line) => about.some((beginning) => line.startsWith(beginning)))
    );
  };

  test('the description has as many items as it states', () => {
    expect(whole.errors).toEqual([]);
    expect(whole.items.map((item) => item.id).sort()).toEqual([...ids].sort());
    expect(ids.length).toBeGreaterThanOrEqual(67);
    const ledger: { items: unknown[] } = JSON.parse(readFileSync(join(whole.folder, 'out/not-shown.json'), 'utf8'));
    expect(ledger.items).toHaveLength(ids.length);
  });

  test('each kind has an item that is tested', () => {
    const kinds = whole.items.filter(({ id }) => tried.includes(id)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(Object.keys(promises)));
  });

  test.each(tried)('%s', async (id) => {
    const item = whole.items.find((candidate) => candidate.id === id);
    const lacking = without.get(id);
    if (item === undefined || lacking === undefined) throw new Error(`${id} is no item of the model`);
    expect(await isKept(whole, item), 'with the item').toBe(true);
    expect(lacking.items.map((candidate) => candidate.id)).not.toContain(id);
    expect(await isKept(lacking, item), 'without the item').toBe(false);
  });
});
