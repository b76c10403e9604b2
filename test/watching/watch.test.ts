import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FollowUp, generate, type WatchedRun, watch } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';
import { readTree } from '../run-process.js';

const spec = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths: {}
components: { schemas: { Note: { $ref: schemas/note.yaml } } }
`;

const files = { 'openapi.yaml': spec, 'schemas/note.yaml': 'type: string\n' };
const only = ['types'] as const;

/** The runs of a watch, one after the other. */
class Runs {
  readonly #runs: WatchedRun[] = [];
  #told: () => void = () => undefined;

  readonly add = (run: WatchedRun): void => {
    this.#runs.push(run);
    this.#told();
  };

  /** Returns the next run. */
  async next(): Promise<WatchedRun> {
    for (;;) {
      const run = this.#runs.shift();
      if (run) return run;
      await new Promise<void>((told) => {
        this.#told = told;
      });
    }
  }

  /** Returns the next run without errors. */
  async nextClean(): Promise<WatchedRun> {
    const run = await this.next();
    return run.diagnostics.hasErrors ? this.nextClean() : run;
  }
}

async function start(folder: string): Promise<Runs> {
  // A file that was written in the millisecond in which the watch starts would count as changed.
  await new Promise((done) => setTimeout(done, 5));
  const runs = new Runs();
  const watching = watch({ folder, spec: 'openapi.yaml', out: 'out', only }, { onRun: runs.add });
  onTestFinished(() => watching.close());
  await watching.ready;
  await runs.next();
  return runs;
}

const read = (folder: string): string => readFileSync(join(folder, 'out/types/scalars.ts'), 'utf8');

/** Returns the output of a run in a new folder. */
async function generateCold(folder: string): Promise<Record<string, string>> {
  const copy = makeFolder({});
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, 'out'), { recursive: true, force: true });
  await generate({ folder: copy, spec: 'openapi.yaml', out: 'out', only });
  return readTree(join(copy, 'out'));
}

test('an edit of any file of the description writes only what changed, with the bytes of a cold run', async () => {
  const folder = makeFolder(files);
  const runs = await start(folder);
  writeFileSync(join(folder, 'schemas/note.yaml'), 'type: integer\n');
  const { changed, written } = await runs.next();
  expect(changed).toEqual([join(folder, 'schemas/note.yaml')]);
  expect(written?.changed.map(({ path }) => path)).toEqual(['types/scalars.ts']);
  expect(read(folder)).toContain('type Note = number');
  expect(readTree(join(folder, 'out'))).toEqual(await generateCold(folder));
});

test('a run with errors leaves the output unchanged, and the next run follows', async () => {
  const folder = makeFolder(files);
  const runs = await start(folder);
  const before = readTree(join(folder, 'out'));
  writeFileSync(join(folder, 'schemas/note.yaml'), 'type: [\n');
  expect((await runs.next()).diagnostics.list.map(({ code }) => code)).toEqual(['yaml-syntax']);
  expect(readTree(join(folder, 'out'))).toEqual(before);
  writeFileSync(join(folder, 'schemas/note.yaml'), 'type: boolean\n');
  await runs.nextClean();
  expect(read(folder)).toContain('type Note = boolean');
});

test('editors that save by rename, a folder that is created again, and a branch without the files do not end the watch', async () => {
  const folder = makeFolder(files);
  const runs = await start(folder);
  writeFileSync(join(folder, 'schemas/.note.yaml.swp'), 'type: integer\n');
  renameSync(join(folder, 'schemas/.note.yaml.swp'), join(folder, 'schemas/note.yaml'));
  await runs.nextClean();
  expect(read(folder)).toContain('type Note = number');
  rmSync(join(folder, 'schemas'), { recursive: true });
  rmSync(join(folder, 'openapi.yaml'));
  expect((await runs.next()).diagnostics.hasErrors).toBe(true);
  mkdirSync(join(folder, 'schemas'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  await runs.nextClean();
  expect(read(folder)).toContain('type Note = string');
  writeFileSync(join(folder, 'schemas/note.yaml'), 'type: boolean\n');
  await runs.nextClean();
  expect(read(folder)).toContain('type Note = boolean');
});

test('a generated file to which the description begins to refer is not replaced', async () => {
  const folder = makeFolder(files);
  const runs = new Runs();
  const options = { folder, spec: 'openapi.yaml', out: 'out', only: ['description'] } as const;
  const watching = watch(options, { onRun: runs.add });
  onTestFinished(() => watching.close());
  await watching.ready;
  await runs.next();
  const before = readTree(join(folder, 'out'));
  writeFileSync(
    join(folder, 'openapi.yaml'),
    spec.replace('schemas/note.yaml', 'out/openapi.json#/components/schemas/Note'),
  );
  expect((await runs.next()).diagnostics.list.map(({ code }) => code)).toContain('artifact-is-input');
  expect(readTree(join(folder, 'out'))).toEqual(before);
});

test('a file to which the description begins to refer is watched too', async () => {
  const folder = makeFolder({ ...files, 'schemas/other.yaml': 'type: integer\n' });
  const runs = await start(folder);
  writeFileSync(join(folder, 'openapi.yaml'), spec.replace('note.yaml', 'other.yaml'));
  await runs.next();
  writeFileSync(join(folder, 'schemas/other.yaml'), 'type: boolean\n');
  await runs.next();
  expect(read(folder)).toContain('type Note = boolean');
});

/** Runs `lacuna` and waits until it has printed a text. */
class Program {
  readonly #child;
  #printed = '';
  #wake: () => void = () => undefined;

  constructor(folder: string, ...argv: readonly string[]) {
    const program = resolve('dist/cli.js');
    this.#child = spawn(process.execPath, [program, ...argv], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (part: Buffer) => {
        this.#printed += part.toString();
        this.#wake();
      });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async hasPrinted(text: string): Promise<void> {
    while (!this.#printed.includes(text))
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    this.#printed = this.#printed.slice(this.#printed.indexOf(text) + text.length);
  }

  /** Interrupts the program, which must then end with 0. */
  async end(): Promise<void> {
    this.#child.kill('SIGINT');
    expect(await new Promise((done) => this.#child.on('close', done))).toBe(0);
  }
}

test('the program follows its configuration, shows errors in their places, and ends with 0 when it is interrupted', async () => {
  const folder = makeFolder({
    ...files,
    'lacuna.config.json': '{ "spec": "openapi.yaml", "out": "out", "only": ["types"] }',
  });
  const program = new Program(folder, 'generate', '--watch');
  await program.hasPrinted('watching for changes');
  writeFileSync(join(folder, 'lacuna.config.json'), '{ "spec": "openapi.yaml", "out": "out", "only": ["client"] }');
  await program.hasPrinted('written');
  expect(Object.keys(readTree(join(folder, 'out')))).toContain('client/index.ts');
  writeFileSync(join(folder, 'openapi.yaml'), spec.replace('3.1.0', '3.9.0'));
  await program.hasPrinted('1 error, out is unchanged');
  await program.end();
}, 20_000);

test('a configuration that is removed during the watch is an error, not a reason to use the defaults', async () => {
  const configuration = '{ "spec": "openapi.yaml", "out": "out", "only": ["types"] }';
  const folder = makeFolder({ ...files, 'spec/openapi.yaml': spec, 'lacuna.config.json': configuration });
  const program = new Program(folder, 'generate', '--watch');
  await program.hasPrinted('watching for changes');
  rmSync(join(folder, 'lacuna.config.json'));
  await program.hasPrinted("the configuration 'lacuna.config.json' was removed during the watch");
  expect(existsSync(join(folder, 'generated'))).toBe(false);
  writeFileSync(join(folder, 'lacuna.config.json'), configuration.replace('types', 'client'));
  await program.hasPrinted('written');
  expect(Object.keys(readTree(join(folder, 'out')))).toContain('client/index.ts');
  await program.end();
}, 20_000);

test('the process of the reference prints nothing if the program that started it was killed', async () => {
  const program = `import { fork } from 'node:child_process';
const stdio = ['ignore', 'ignore', 'inherit', 'ipc'];
const child = fork(process.argv[1], { execArgv: [], serialization: 'advanced', stdio });
const options = { spec: 'openapi.yaml', out: 'out', only: ['types'], force: true };
child.once('message', () => child.send(options, () => process.kill(process.pid, 'SIGKILL')));
child.send(options);
`;
  const argv = ['--input-type=module', '--eval', program, resolve('dist/watching/run-worker.js')];
  const killed = spawn(process.execPath, argv, { cwd: makeFolder(files), stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  killed.stderr.on('data', (text) => {
    printed += String(text);
  });
  // The stream closes when both processes have ended.
  await once(killed, 'close');
  expect(killed.signalCode).toBe('SIGKILL');
  expect(printed).toBe('');
});

// Takes seconds, because it runs Redocly.
test('the reference follows in another process, and until then the manifest does not say that the folder is up to date', async () => {
  const folder = makeFolder(files);
  const options = { folder, spec: 'openapi.yaml', out: 'out', only: ['types', 'reference'] } as const;
  const readReference = (): string => readFileSync(join(folder, 'out/reference/reference.md'), 'utf8');
  const readManifest = (): object => JSON.parse(readFileSync(join(folder, 'out/lacuna.json'), 'utf8'));
  const runs = new Runs();
  const followUps: FollowUp[] = [];
  let told: (followUp: FollowUp) => void = () => undefined;
  const followUp = new Promise<FollowUp>((done) => {
    told = done;
  });
  const onFollowUp = (each: FollowUp): void => {
    followUps.push(each);
    told(each);
  };
  const watching = watch(options, { onRun: runs.add, onFollowUp });
  onTestFinished(() => watching.close());
  await watching.ready;
  await runs.next();
  const before = readReference();
  writeFileSync(join(folder, 'schemas/note.yaml'), 'type: integer\n');
  await runs.next();
  // Ends the reference that follows the earlier run.
  writeFileSync(join(folder, 'schemas/note.yaml'), 'type: boolean\n');
  const { written } = await runs.next();
  expect(written?.changed.map(({ path }) => path)).toEqual(['types/scalars.ts']);
  expect(readReference()).toBe(before);
  expect(readManifest()).not.toHaveProperty('inputs');
  const { paths, diagnostics } = await followUp;
  expect(diagnostics.hasErrors).toBe(false);
  expect(paths).toContain('reference/reference.md');
  expect(readReference()).toContain('boolean');
  expect(followUps).toHaveLength(1);
  expect(readManifest()).toHaveProperty('inputs');
});
