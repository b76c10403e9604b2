import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { effort } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { compileFolder, type Mistake } from './compile-folders.js';
import { type EvolvingApi, evolutions, type Pick, startApi } from './evolutions.js';
import { UserProject, type WrittenOperation } from './run-scaffold.js';
import { listFiles, userEdits } from './user-edits.js';

/**
 * Descriptions that evolve and users who edit, in random chains. In a user's file, only the names that lacuna follows
 * may change. At the end, everything compiles, or the report lists what does not. `LACUNA_TORTURE=200` runs 200 chains.
 */
const all = Object.keys(evolutions);
const each = Math.ceil(all.length / 5);
const chains = Number(process.env['LACUNA_TORTURE'] ?? { part: 1, most: each, all: 50 }[effort]);
const seed = chooseSeed('edited handlers');

interface Step {
  readonly edits: readonly string[];
  readonly evolution: string;
  readonly picks: readonly number[];
}

const step: fc.Arbitrary<Omit<Step, 'evolution'>> = fc.record({
  edits: fc.array(fc.constantFrom(...Object.keys(userEdits)), { minLength: 1, maxLength: 3 }),
  picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
});
const chain = fc.record({
  per: fc.constantFrom('operation', 'tag'),
  steps: fc.array(step, { minLength: 5, maxLength: 5 }),
});
const shuffled = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-torture-')));
});
afterAll(() => {
  if (process.env['LACUNA_TORTURE_KEEP'] === undefined) rmSync(root, { recursive: true, force: true });
});

test(`users keep every byte (seed ${seed}, ${chains} chains)`, async () => {
  // Each evolution is used once before any is used again.
  const order = fc.sample(shuffled, { seed, numRuns: Math.ceil((chains * 5) / all.length) }).flat();
  const sample = fc.sample(chain, { seed, numRuns: chains }).map(({ per, steps }, index) => ({
    per,
    steps: steps.map((one, number): Step => ({ ...one, evolution: order[index * 5 + number] ?? '' })),
  }));
  const printed: string[] = [];
  const complaints: string[] = [];
  for (const [index, { per, steps }] of sample.entries()) {
    const project = new UserProject(join(root, String(index)));
    const run = await runChain(project, per, steps);
    printed.push(run.printed);
    complaints.push(...run.complaints.map((text) => `chain ${index}, ${text}`));
  }
  for (const mistake of compileFolder(root, ['*/src'], { noUnusedLocals: false, noUnusedParameters: false })) {
    const [, index = '', file = ''] = /^(\d+)\/(.*)$/.exec(mistake.file) ?? [];
    if (!isReported({ ...mistake, file }, join(root, index), printed[Number(index)] ?? ''))
      complaints.push(
        `chain ${index}, ${JSON.stringify(sample[Number(index)])}: ${file}:${mistake.line} ${mistake.text}`,
      );
  }
  expect(complaints.join('\n')).toBe('');
}, 600_000);

test('there are more than 25 evolutions, and CI tries each', () => {
  expect(all.length).toBeGreaterThan(25);
  if (effort !== 'part') expect(chains * 5).toBeGreaterThanOrEqual(all.length);
});

async function runChain(
  project: UserProject,
  per: string,
  steps: readonly Step[],
): Promise<{ printed: string; complaints: string[] }> {
  const api = startApi();
  const complaints: string[] = [];
  describeApi(project, api);
  let printed = await project.scaffold('--per', per);
  for (const [number, { edits, evolution, picks }] of steps.entries()) {
    const pick = picker(picks);
    for (const edit of edits) userEdits[edit]?.(project, pick);
    evolutions[evolution]?.(api, pick);
    describeApi(project, api);
    const before = readAll(project);
    printed = await project.scaffold();
    const after = readAll(project);
    const names = listNames(printed);
    for (const [file, text] of before) {
      const complaint = compareTexts(text, after.get(file), names);
      if (complaint)
        complaints.push(`step ${number} (${edits.join(', ')}; ${evolution}): ${file}: ${complaint}\n${printed}`);
    }
    if (process.env['LACUNA_TORTURE_SHOW'])
      console.log(
        `chain ${project.folder} ${number} ${edits.join(', ')}; ${evolution}\n${printed.replace(/^(openapi|>| {2}hint| {4}\|).*\n/gm, '')}`,
      );
    if (printed.includes('error ')) complaints.push(`step ${number} (${edits.join(', ')}; ${evolution}): ${printed}`);
  }
  const again = await project.scaffold();
  if (!again.includes('\n  nothing written') && !again.startsWith('  nothing written'))
    complaints.push(`again: ${again}`);
  return { printed: again, complaints };
}

function picker(picks: readonly number[]): Pick {
  let next = 0;
  return (list) => list[(picks[next++ % picks.length] ?? 0) % list.length];
}

function describeApi(project: UserProject, { operations, root: members }: EvolvingApi): void {
  const written: Record<string, WrittenOperation> = {};
  for (const { method, path, id, tags, more } of operations)
    written[`${method} ${path}`] = { ...(id !== undefined && { id }), tags, ...more };
  project.describe(written, members);
}

function readAll(project: UserProject): Map<string, string> {
  return new Map(
    listFiles(project).map((file) => {
      const path = join(project.folder, file);
      return [file, `${statSync(path).mode} ${readFileSync(path, 'latin1')}`];
    }),
  );
}

/** The names that were followed, before and after. */
interface Followed {
  readonly from: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
}

/** Reads from the output which names were followed. */
function listNames(printed: string): Followed {
  const told = /^ {2}(\S+) is now called (\S+)$|^ {2}the types of \S+ are now called (\S+)…, not (\S+)…/gm;
  const pairs = [...printed.matchAll(told)].map(([, from, to, toType, fromType]) => [from ?? fromType, to ?? toType]);
  const setOf = (index: number): Set<string> =>
    new Set(pairs.map((pair) => plainName(Buffer.from(pair[index] ?? '').toString('latin1'))));
  return { from: setOf(0), to: setOf(1) };
}

// Returns a text that is lost, if there is one. Only renamed names may differ, and each must be at the place of the
// earlier name.
function compareTexts(before: string, after: string | undefined, { from, to }: Followed): string | undefined {
  if (after === undefined) return 'it is gone';
  const words = (text: string): string[] => text.match(/[\w$\x80-\xff]+(?:-[\w$\x80-\xff]+)*|[\s\S]/g) ?? [];
  const comparator = (left: string, right: string): boolean =>
    left === right || (isNameOf(left, from) && isNameOf(right, to));
  const gone = diffArrays(words(before), words(after), { comparator }).flatMap(({ removed, value }) =>
    removed ? value : [],
  );
  return gone.length === 0 ? undefined : `'${gone.join("', '")}' is gone`;
}

// If an operation is renamed, the names of its types and of its module change too. If such a name is taken, a number is
// added.
function isNameOf(word: string, names: ReadonlySet<string>): boolean {
  const name = plainName(word.replace(/(Received|Reply|Handler)$/, ''));
  return names.has(name) || names.has(name.replace(/\d+$/, ''));
}

function plainName(word: string): string {
  const plain = word.replace(/[^a-z0-9\x80-\xff]/gi, '').toLowerCase();
  return plain === '' ? word : plain;
}

// Returns whether the output reports a mistake, by its line or its name. In code that uses a reported handler, the
// handler has the type `any`.
function isReported({ file, line, text }: Mistake, folder: string, printed: string): boolean {
  if (printed.includes(`${file}:${line}:`)) return true;
  const source = readFileSync(join(folder, file), 'utf8').split(/\r\n|\n|\r/)[line - 1] ?? '';
  const words = `${source} ${text}`.toLowerCase();
  const told =
    printed.match(/(?<=`)[\w$\u0080-\uffff]+(?=` (is|was|keeps)\b)|(?<=now, not `)[\w$\u0080-\uffff]+/g) ?? [];
  return told.some((name) => words.includes(name.toLowerCase()));
}
