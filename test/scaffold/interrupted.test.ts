import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { type Ended, readTree, runProcess } from '../run-process.js';
import { runIn, UserProject, type WrittenOperation } from './run-scaffold.js';

/** Kills processes of `lacuna scaffold` while they write into the user's files. The next run is in this process. */
const step = { part: 12, most: 8, all: 1 }[effort];
const flags = ['--spec', 'openapi.json', '--out', 'src/api'];
const kill = (folder: string, killAt: number): Promise<Ended> => runProcess(folder, ['scaffold', ...flags], killAt);
const scaffold = (folder: string, ...more: string[]): ReturnType<UserProject['run']> =>
  runIn(folder, ['scaffold', ...flags, ...more]);

const two = { 'POST /pets': { id: 'addPet' }, 'GET /pets/{id}': { id: 'getPet' } };
const next = { 'POST /pets': { id: 'addPet' }, 'GET /pets/{id}': { id: 'fetchPet' }, 'GET /toys': { id: 'listToys' } };

async function generate(project: UserProject, operations: Readonly<Record<string, WrittenOperation>>): Promise<void> {
  project.describe(operations);
  expect(await project.run('generate', '--only', 'server')).toMatchObject({ code: 0 });
}

/** Kills runs in copies of a folder, each before another change of the disk, and checks the result of the next run. */
async function killEach(base: string, check: (folder: string) => Promise<void>): Promise<number> {
  const whole = makeFolder({});
  cpSync(base, whole, { recursive: true, verbatimSymlinks: true });
  expect(await scaffold(whole)).toMatchObject({ code: 0 });
  const wanted = readTree(whole);
  for (let count = step, kills = 0; ; count += step, kills++) {
    const folder = makeFolder({});
    cpSync(base, folder, { recursive: true, verbatimSymlinks: true });
    const { code } = await kill(folder, count);
    if (code !== null) return kills;
    await check(folder);
    const { code: completed, printed } = await scaffold(folder);
    expect(completed, printed).toBe(0);
    expect(printed).not.toMatch(/delete|to do by hand/);
    expect(readTree(folder), `killed before change ${count}`).toEqual(wanted);
  }
}

test('the next run completes a killed run that follows a name and adds a handler, as --dry-run plans', async () => {
  const project = new UserProject();
  await generate(project, two);
  await project.scaffold();
  project.write('src/main.ts', "import { handlers } from './handlers/index.js';\nvoid handlers.getPet;\n");
  await generate(project, next);
  let placing = 0;
  const kills = await killEach(project.folder, async (folder) => {
    const before = readTree(folder);
    const { code, printed } = await scaffold(folder, '--dry-run');
    expect([code, printed]).toEqual([0, expect.not.stringMatching(/delete|to do by hand/)]);
    expect(readTree(folder)).toEqual(before);
    const journal = before['src/handlers/lacuna.pending.json'] ?? '';
    placing += Number(journal.includes('"placing"'));
    if (journal.includes('"placing"')) expect(printed).toContain('nothing would be written, 3 handlers already exist');
  });
  expect(kills).toBeGreaterThan(1);
  expect(placing).toBeGreaterThan(0);
}, 600_000);

test('the next run completes a killed first run in its folder, which later runs find', async () => {
  const project = new UserProject();
  await generate(project, two);
  const argv = ['scaffold', ...flags, '--handlers', 'server/parts'];
  const ended = await runProcess(project.folder, argv, 20);
  expect(ended.code).toBe(null);
  expect(Object.keys(readTree(project.folder)).join()).toContain('server/parts/');
  expect(await scaffold(project.folder)).toMatchObject({ code: 0 });
  const files = Object.keys(readTree(project.folder)).filter((file) => !file.startsWith('src/api/'));
  expect(files.filter((file) => /lacuna|pet|index/.test(file))).toEqual([
    'server/parts/add-pet.ts',
    'server/parts/get-pet.ts',
    'server/parts/index.ts',
    'server/parts/lacuna.scaffold.json',
  ]);
}, 120_000);
