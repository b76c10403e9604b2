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
import { removeItem } from './remove-gap.js';

/**
 * A gap has effects. If it is removed from a copy of the description and everything is generated again, the promise
 * of its kind no longer holds.
 */
let place: string;
const original = readFileSync('spec/openapi.yaml', 'utf8');

/** Everything that was generated from one description. */
interface Generated {
  readonly folder: string;
  readonly errors: readonly string[];
  readonly gaps: readonly NotShown[];
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
  return { folder, errors, gaps: api?.gaps ?? [], rendered };
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

/** Validates a sample with one field replaced. Returns the failures and the ids of the reported gaps. */
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
 * Returns whether the description for Redoc has a text at the place of a gap: in its object, or in the nearest object
 * around it with a description.
 */
function isCalledOut({ rendered }: Generated, gap: NotShown): boolean {
  return rendered !== undefined && JSON.stringify(rendered).includes(gap.question);
}

/** The promise that a program with this text compiles. */
interface Compiles {
  readonly needs: readonly ArtifactKind[];
  readonly program: (gap: NotShown) => string;
}

/** A promise that a function checks. */
interface Holds {
  readonly needs: readonly ArtifactKind[];
  readonly holds: (generated: Generated, gap: NotShown) => boolean | Promise<boolean>;
}

/** The promise of each kind, in a form that can be checked. `gap` is the gap before it is removed. */
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
    holds: async (generated, gap) => {
      const [, schema = '', field = ''] =
        /^\/components\/schemas\/(\w+)\/properties\/(\w+)$/.exec(gap.origin.pointer) ?? [];
      const { failures, told } = await validate(generated, schema as keyof typeof samples, { [field]: 'never seen' });
      return failures === 0 && told.includes(gap.id);
    },
  },
  presence: {
    needs: ['validators'],
    holds: async (generated, gap) => {
      const { failures, told } = await validate(generated, 'Balance', { currency: undefined });
      return failures === 0 && told.includes(gap.id);
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
  place = mkdtempSync(join(tmpdir(), 'lacuna-gaps-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const ids = [...original.matchAll(/^\s*- id: ([a-z0-9-]+)$/gm)].map(([, id = '']) => id);

// `npm test` tries one gap of each kind, CI all of them.
const tried = effort === 'part' ? listFirstOfEachKind() : ids;

function listFirstOfEachKind(): string[] {
  const rows = [...original.matchAll(/^\s*- id: ([a-z0-9-]+)\n\s*kind: ([a-z-]+)$/gm)];
  return [...new Map(rows.reverse().map(([, id = '', kind = '']) => [kind, id])).values()];
}

describe('gaps', () => {
  let whole: Generated;
  const without = new Map<string, Generated>();
  let mistakes: readonly string[];

  const writeProgram = ({ folder }: Generated, gap: NotShown): void => {
    const promise = promises[gap.kind];
    if ('program' in promise) writeFileSync(join(folder, `program-${gap.id}.ts`), promise.program(gap));
  };

  beforeAll(async () => {
    whole = await generateFrom('whole', original, [
      ...new Set(Object.values(promises).flatMap(({ needs }) => needs)),
      'not-shown',
    ]);
    for (const gap of whole.gaps.filter(({ id }) => tried.includes(id))) {
      const lacking = await generateFrom(`without-${gap.id}`, removeItem(original, gap.id), promises[gap.kind].needs);
      without.set(gap.id, lacking);
      writeProgram(whole, gap);
      writeProgram(lacking, gap);
    }
    mistakes = compileAll();
  }, 600_000);

  const isKept = (generated: Generated, gap: NotShown): boolean | Promise<boolean> => {
    const promise = promises[gap.kind];
    if ('holds' in promise) return promise.holds(generated, gap);
    const name = basename(generated.folder);
    const about = [`${name}/out/`, `${name}/program-${gap.id}.ts(`];
    return (
      generated.errors.length === 0 && !mistakes.some((line) => about.some((beginning) => line.startsWith(beginning)))
    );
  };

  test('the description has as many gaps as it states', () => {
    expect(whole.errors).toEqual([]);
    expect(whole.gaps.map((gap) => gap.id).sort()).toEqual([...ids].sort());
    expect(ids.length).toBeGreaterThanOrEqual(67);
    const ledger: { items: unknown[] } = JSON.parse(readFileSync(join(whole.folder, 'out/not-shown.json'), 'utf8'));
    expect(ledger.items).toHaveLength(ids.length);
  });

  test('each kind has a gap that is tested', () => {
    const kinds = whole.gaps.filter(({ id }) => tried.includes(id)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(Object.keys(promises)));
  });

  test.each(tried)('%s', async (id) => {
    const gap = whole.gaps.find((candidate) => candidate.id === id);
    const lacking = without.get(id);
    if (gap === undefined || lacking === undefined) throw new Error(`${id} is no gap of the model`);
    expect(await isKept(whole, gap), 'with the gap').toBe(true);
    expect(lacking.gaps.map((candidate) => candidate.id)).not.toContain(id);
    expect(await isKept(lacking, gap), 'without the gap').toBe(false);
  });
});
