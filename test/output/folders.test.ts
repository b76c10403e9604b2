import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { makeFolder } from '../make-folder.js';
import { describeLists } from './describe-lists.js';

/** Changes in the output folder of a project between runs: version control, formatters, dropped kinds. */

interface Project {
  readonly folder: string;
  /** Runs `lacuna`. Returns its exit code and everything that it printed. */
  readonly run: (...argv: readonly string[]) => Promise<{ readonly code: number; readonly text: string }>;
  readonly read: (file: string) => string;
  readonly put: (file: string, text: string) => void;
}

function openProject(names: readonly string[] = ['orders', 'pets']): Project {
  const folder = makeFolder({ 'openapi.json': describeLists(...names) });
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const put = (file: string, text: string): void => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const run: Project['run'] = async (...argv) => {
    let text = '';
    const print = (more: string): void => {
      text += more;
    };
    const terminal = { folder, colours: false, isInteractive: false, print, printError: print };
    return { code: await runCommandLine([...argv, '--out', 'out'], terminal), text };
  };
  return { folder, run, read, put };
}

const generate = ['generate', '--spec', 'openapi.json', '--only', 'types,client'] as const;
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());
const listOriginals = ({ folder }: Project): string[] => listFiles(folder).filter((file) => file.includes('.orig'));

test('a checkout with CRLF counts as unchanged, and a run does not touch its files', async () => {
  const project = openProject();
  await project.run(...generate);
  const files = listFiles(join(project.folder, 'out')).map((file) => `out/${file}`);
  for (const file of files) project.put(file, project.read(file).replaceAll('\n', '\r\n'));
  expect(await project.run('check')).toMatchObject({ code: 0 });
  const { text } = await project.run('generate');
  expect(text).toContain('0 files written');
  expect(project.read('out/client/list-pets.ts')).toContain('\r\n');
  // A changed file is written. There is no copy, because no person edited it.
  project.put('openapi.json', describeLists('orders', 'pets', 'toys'));
  expect((await project.run('generate')).text).toContain('+1');
  expect(listOriginals(project)).toEqual([]);
});

test('formatted files are one line of check, and are generated again without a copy', async () => {
  const project = openProject();
  await project.run(...generate);
  const format = (text: string): string =>
    text
      .replace(/^import (.*?)\{ (.*) \} from '(.*)';$/gm, 'import $1{\n    $2,\n} from "$3"')
      .replace(/^ {2}/gm, '\t')
      .replace(/;$/gm, '');
  for (const file of ['out/client/list-pets.ts', 'out/client/list-orders.ts', 'out/client/client.ts'])
    project.put(file, format(project.read(file)));
  project.put('out/lacuna.json', JSON.stringify(JSON.parse(project.read('out/lacuna.json')), null, 4));
  const { code, text } = await project.run('check');
  expect(code).toBe(1);
  expect(text.split('\n').filter((line) => line.includes('layout'))).toEqual([
    'out/client/client.ts and 3 more: each differs only in layout, as a formatter would change it',
  ]);
  expect(await project.run('generate')).toMatchObject({ code: 0 });
  expect(listOriginals(project)).toEqual([]);
  // The same is true for a file whose description changed after it was formatted.
  for (const file of ['out/client/list-pets.ts', 'out/client/index.ts']) project.put(file, format(project.read(file)));
  project.put('openapi.json', describeLists('orders', 'pets', 'toys').replace('"/pets"', '"/animals"'));
  expect((await project.run('generate')).text).toMatch(/^ {2}client +\+1 ~2 /m);
  expect(project.read('out/client/list-pets.ts')).toContain("'/animals'");
  project.put('out/client/list-toys.ts', format(project.read('out/client/list-toys.ts')));
  project.put('openapi.json', describeLists('orders', 'pets'));
  expect((await project.run('generate')).text).not.toContain('edited');
  expect(existsSync(join(project.folder, 'out/client/list-toys.ts'))).toBe(false);
  expect(listOriginals(project)).toEqual([]);
  // An additional token is an edit, and so is an additional comment.
  const own = project.read('out/client/list-pets.ts');
  project.put('out/client/list-pets.ts', `${own}// Mine.\n`);
  expect((await project.run('generate')).text).toMatch(/the earlier text is in\s+'client\/list-pets\.ts\.orig'/);
  expect(project.read('out/client/list-pets.ts.orig')).toBe(`${own}// Mine.\n`);
});

test('after the merge of two branches that each add an operation, the next run resolves the manifest', async () => {
  const project = openProject();
  const git = (...argv: readonly string[]): string => {
    try {
      const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
      return execFileSync('git', [...identity, ...argv], { cwd: project.folder, encoding: 'utf8', stdio: 'pipe' });
    } catch {
      return 'conflict';
    }
  };
  await project.run(...generate);
  git('init');
  git('add', '.');
  git('commit', '-m', 'start');
  for (const name of ['bags', 'toys']) {
    git('checkout', '-b', name, 'main');
    project.put('openapi.json', describeLists('orders', 'pets', name));
    await project.run('generate');
    git('add', '.');
    git('commit', '-m', name);
  }
  git('merge', 'bags');
  project.put('openapi.json', describeLists('orders', 'pets', 'bags', 'toys'));
  // Modules that both branches changed are taken from one side, as people do before they generate again.
  for (const file of listFiles(join(project.folder, 'out')).filter((one) => one.endsWith('.ts')))
    if (project.read(`out/${file}`).includes('<<<<<<<')) git('checkout', '--ours', `out/${file}`);
  const { code, text } = await project.run('generate');
  expect([code, text]).toEqual([0, expect.stringContaining('done in')]);
  expect(listOriginals(project)).toEqual([]);
  expect(await project.run('check')).toMatchObject({ code: 0 });
  expect(project.read('out/client/index.ts')).toMatch(/list-bags[\s\S]*list-toys/);
});

test('a conflict about the options is an error, because only the user knows which of them are right', async () => {
  const project = openProject();
  await project.run(...generate);
  const lines = project.read('out/lacuna.json').split('\n');
  const [index, options] = [1, String(lines[1])];
  const other = options.replace(/"only":\[[^\]]*\]/, '"only":["types"]');
  lines.splice(index, 1, '<<<<<<< HEAD', options, '=======', other, '>>>>>>> other');
  project.put('out/lacuna.json', lines.join('\n'));
  const why =
    "the manifest 'out/lacuna.json:5:1' cannot be read: the two sides of a merge conflict have different options";
  expect(await project.run('generate')).toMatchObject({ code: 2, text: expect.stringContaining(why) });
  expect(existsSync(join(project.folder, 'out/client/index.ts'))).toBe(true);
  project.put('out/lacuna.json', lines.join('\n').replace(other, options));
  expect(await project.run('generate')).toMatchObject({ code: 0 });
});

test('without its manifest, a module with our header counts as ours, and any other file does not', async () => {
  const project = openProject();
  await project.run(...generate);
  const edited = `${project.read('out/client/list-pets.ts')}export const mine = 1;\n`;
  project.put('out/client/list-pets.ts', edited);
  execFileSync('rm', [join(project.folder, 'out/lacuna.json')]);
  expect(await project.run(...generate)).toMatchObject({ code: 0 });
  expect(project.read('out/client/list-pets.ts.orig')).toBe(edited);
  execFileSync('rm', [join(project.folder, 'out/lacuna.json')]);
  project.put('out/client/list-pets.ts', 'export const mine = 1;\n');
  const { code, text } = await project.run(...generate);
  expect([code, text]).toEqual([2, expect.stringContaining('error foreign-file')]);
  expect(project.read('out/client/list-pets.ts')).toBe('export const mine = 1;\n');
});

/** Returns the manifest in the form of version 0.1: the open items on one line, and the whole SHA-256 of each text. */
function printOld({ read }: Project, options?: object): string {
  const manifest = JSON.parse(read('out/lacuna.json'));
  const rows = Object.entries<{ readonly kind: string }>(manifest.files).map(([path, { kind }]) => {
    const digits = hash('sha256', read(`out/${path}`));
    return `    ${JSON.stringify(path)}: ${JSON.stringify({ kind, hash: digits })}`;
  });
  const head = JSON.stringify({ ...manifest.options, ...options });
  return `{\n  "options": ${head},\n  "openItems": [],\n  "files": {\n${rows.join(',\n')}\n  }\n}\n`;
}

test('the manifest of version 0.1 is read, and a wrong option in it is an error', async () => {
  const project = openProject();
  await project.run(...generate);
  project.put('out/lacuna.json', printOld(project));
  project.put('openapi.json', describeLists('orders'));
  expect((await project.run('generate')).text).toContain('done in');
  expect(listOriginals(project)).toEqual([]);
  expect(await project.run('check')).toMatchObject({ code: 0 });
  const wrong = printOld(project, { dates: 'Dates' });
  project.put('out/lacuna.json', wrong);
  const { code, text } = await project.run('generate');
  expect([code, text]).toEqual([
    2,
    expect.stringMatching(/out\/lacuna\.json:2:\d+' cannot be read: .*did you mean 'Date'\?/),
  ]);
  expect(project.read('out/lacuna.json')).toBe(wrong);
});

test('the files of an interrupted run of version 0.1 are neither edited nor foreign', async () => {
  const project = openProject(['orders', 'pets', 'toys']);
  const kinds = ['generate', '--spec', 'openapi.json', '--only', 'types,client,description'];
  await project.run(...kinds);
  const pending = printOld(project);
  // That run had written some of the new files, one of them without our header, but not the manifest.
  const [written, openapi] = ['out/client/list-toys.ts', 'out/openapi.json'].map(project.read);
  project.put('openapi.json', describeLists('orders'));
  execFileSync('rm', ['-r', join(project.folder, 'out')]);
  await project.run(...kinds);
  project.put('out/client/list-toys.ts', written ?? '');
  project.put('out/openapi.json', openapi ?? '');
  project.put('out/lacuna.pending.json', pending);
  const { code, text } = await project.run('generate');
  expect([code, text]).toEqual([0, expect.not.stringMatching(/edited|foreign/)]);
  expect(listFiles(project.folder).filter((file) => /orig|pending|toys/.test(file))).toEqual([]);
  expect(await project.run('check')).toMatchObject({ code: 0 });
});

test('check reports what is in the place of a file, or why a file cannot be read', async () => {
  const project = openProject();
  await project.run(...generate);
  const [orders, pets] = ['out/client/list-orders.ts', 'out/client/list-pets.ts'];
  truncateSync(join(project.folder, orders), 2 ** 32); // The file is sparse, so it takes no space on the disk.
  rmSync(join(project.folder, pets));
  mkdirSync(join(project.folder, pets));
  const { code, text } = await project.run('check');
  expect(code).toBe(1);
  expect(text).toContain(`${orders} cannot be read: it is too large (ERR_FS_FILE_TOO_LARGE)\n`);
  expect(text).toContain(`${pets} cannot be read: 'client/list-pets.ts' is a link, a folder or a special file\n`);
  expect(text).not.toContain('missing');
});

test('--only sets the recorded kinds, and check --only compares and records nothing', async () => {
  const project = openProject();
  await project.run('generate', '--spec', 'openapi.json', '--only', 'types,client,description');
  project.put('out/openapi.json', `${project.read('out/openapi.json')}\n\n{`);
  const before = project.read('out/lacuna.json');
  expect(await project.run('check', '--only', 'types')).toMatchObject({ code: 0 });
  expect(project.read('out/lacuna.json')).toBe(before);
  const { code, text } = await project.run('generate', '--only', 'types');
  expect(code).toBe(0);
  expect(text).toMatch(/^ {2}client +-\d+ +out\/client\/…\n {2}description +-1 +out\/openapi\.portable\.json$/m);
  expect(text).toContain(
    "'openapi.json' is no longer generated; it was edited by hand, or merged from another branch, so lacuna keeps it",
  );
  expect(existsSync(join(project.folder, 'out/client'))).toBe(false);
  expect(JSON.parse(project.read('out/lacuna.json')).options.only).toEqual(['types']);
  expect((await project.run('check')).code).toBe(0);
});

const kinds = ['types', 'client', 'server', 'validators', 'description'] as const;
test.each([false, true])('check --only compares each kind alone (configured: %s)', async (isConfigured) => {
  const project = openProject(['pets']);
  const stated = { spec: 'openapi.json', out: 'out', only: kinds };
  if (isConfigured) project.put('lacuna.config.json', JSON.stringify(stated));
  await project.run('generate', ...(isConfigured ? [] : ['--spec', 'openapi.json', '--only', kinds.join()]));
  const text = project.read('out/client/check-calls.ts');
  // The whole folder is not as generated, so that each check compares files.
  project.put('out/openapi.json', '{ "title": "mine" }');
  project.put('out/client/check-calls.ts', `${text}export const mine = 1;\n`);
  for (const kind of ['types', 'server', 'validators'])
    expect(await project.run('check', '--only', kind)).toMatchObject({ code: 0 });
  const client = await project.run('check', '--only', 'client');
  expect(client).toMatchObject({ code: 1, text: expect.stringContaining('client/check-calls.ts was edited') });
  project.put('out/client/check-calls.ts', text);
  expect(await project.run('check', '--only', 'client')).toMatchObject({ code: 0 });
  expect((await project.run('check', '--only', 'description')).text).toContain('openapi.json');
  if (isConfigured) expect((await project.run('check', '--only', 'reference')).text).toContain('flag-contradicts');
});

test('an artifact never replaces a file that the run reads', async () => {
  const project = openProject();
  const text = project.read('openapi.json');
  const { code, text: said } = await project.run('generate', '--spec', 'openapi.json', '--only', 'description');
  expect([code, said]).toEqual([0, expect.stringContaining('done in')]);
  let errors = '';
  const terminal = {
    folder: project.folder,
    colours: false,
    isInteractive: false,
    print: () => undefined,
    printError: (more: string) => {
      errors += more;
    },
  };
  const argv = ['generate', '--spec', 'openapi.json', '--out', '.', '--only', 'description'];
  expect(await runCommandLine(argv, terminal)).toBe(2);
  expect(errors).toContain("error artifact-is-input: the artifact 'openapi.json' would replace 'openapi.json'");
  expect(project.read('openapi.json')).toBe(text);
});

test('warnings are one line per code with count and first place, unless --verbose; errors are printed in full', async () => {
  const { folder, put } = openProject();
  const broken = JSON.parse(describeLists('orders', 'pets'));
  for (const item of Object.values<{ [name: string]: unknown }>(broken.paths)) item['gett'] = {};
  put('openapi.json', JSON.stringify(broken, undefined, 1));
  const runIn = async (...argv: readonly string[]): Promise<string> => {
    let errors = '';
    const printError = (text: string): void => {
      errors += text;
    };
    await runCommandLine(argv, { folder, colours: false, isInteractive: false, print: () => undefined, printError });
    return errors;
  };
  expect((await runIn(...generate, '--out', 'out')).split('\n')).toEqual([
    "openapi.json:22:4: warning unknown-keyword: the Path Item Object has no keyword 'gett'; it is ignored (2 of this kind)",
    'to see all places with source lines and hints, add --verbose',
    '',
  ]);
  const whole = await runIn(...generate, '--out', 'out', '--verbose');
  expect(whole).toContain("hint: did you mean 'get'?");
  expect(whole.match(/warning unknown-keyword/g)).toHaveLength(1);
  expect(whole).toMatch(/^ {2}also at openapi\.json:\d+:4$/m);
});

test('the output for a description without gaps does not mention them', async () => {
  const { folder, run, read } = openProject();
  await run('generate', '--spec', 'openapi.json', '--only', 'types,client,server,validators,not-shown');
  const files = listFiles(join(folder, 'out'));
  expect(files.filter((file) => file.includes('not-shown'))).toEqual([]);
  const own = files.filter((file) => !file.startsWith('runtime/'));
  expect(own.filter((file) => /not-shown|wireNames/i.test(read(`out/${file}`).replace(/^.*"only".*$/m, '')))).toEqual(
    [],
  );
  // The description has no schemas. An empty file would be no module.
  expect(read('out/types/index.ts')).toContain('\nexport {};\n');
});

test('help lists all commands, and help of a command lists its flags', async () => {
  const { run } = openProject();
  const { text } = await run('help');
  expect(text).toContain('lacuna generate');
  expect(text).toContain('--fail-on-tasks');
  expect(await run('help', 'help')).toEqual({ code: 0, text });
  const help = await run('generate', '--help');
  expect(help).toEqual({ code: 0, text: expect.stringMatching(/^lacuna generate .*--spec/s) });
  expect(help.text).not.toContain('--fail-on-tasks');
  expect(await run('help', 'generate')).toEqual(help);
  const wrong = await run('help', 'generat');
  expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining("there is no command 'generat'") });
});

test('the command that check suggests contains the description and the folder', async () => {
  const project = openProject();
  await project.run(...generate);
  project.put('openapi.json', describeLists('orders'));
  const { text } = await project.run('check', '--spec', 'openapi.json');
  expect(text).toContain('to update: lacuna generate --spec openapi.json --out out');
});

test('the manifest follows links above the description, and keeps links below it', async () => {
  const { folder } = openProject();
  mkdirSync(join(folder, 'project'));
  symlinkSync(join(folder, 'project'), join(folder, 'link'));
  mkdirSync(join(folder, 'project/shared'));
  writeFileSync(join(folder, 'project/shared/openapi.json'), describeLists('orders'));
  symlinkSync('shared', join(folder, 'project/spec'));
  let text = '';
  const print = (more: string): void => {
    text += more;
  };
  const runIn = (place: string, ...argv: readonly string[]): Promise<number> =>
    runCommandLine(argv, {
      folder: join(folder, place),
      colours: false,
      isInteractive: false,
      print,
      printError: print,
    });
  const argv = ['generate', '--spec', join(folder, 'link/spec/openapi.json'), '--out', 'out', '--only', 'types'];
  expect(await runIn('link', ...argv)).toBe(0);
  rmSync(join(folder, 'link'));
  renameSync(join(folder, 'project'), join(folder, 'moved'));
  expect(JSON.parse(readFileSync(join(folder, 'moved/out/lacuna.json'), 'utf8')).options.spec).toBe(
    '../spec/openapi.json',
  );
  expect(await runIn('moved', 'check', '--out', 'out')).toBe(0);
  // A path that a person states with a link is shown with that link.
  symlinkSync('out', join(folder, 'moved/current'));
  text = '';
  expect(await runIn('moved', 'check', '--out', 'current')).toBe(0);
  expect(text).toBe('  current is up to date with spec/openapi.json\n');
});

test('a description that the system cannot read is an error at its place', async () => {
  const { code, text } = await openProject().run('generate', '--spec', '/proc/self/mem');
  expect([code, text]).toEqual([2, expect.stringMatching(/^\S+: error file-unreadable: the file cannot be read: /)]);
});

test('check without any output reports that before it reads a description', async () => {
  const folder = makeFolder({});
  let text = '';
  const printError = (more: string): void => {
    text += more;
  };
  const terminal = { folder, colours: false, isInteractive: false, print: () => undefined, printError };
  expect(await runCommandLine(['check'], terminal)).toBe(2);
  expect(text).toBe(
    "error nothing-generated: 'generated' contains nothing that lacuna generated, so there is nothing to check\n" +
      '  hint: generate it first: lacuna generate --spec FILE --out generated\n',
  );
});

test('a closed pipe does not cause a stack trace', () => {
  const { folder } = openProject();
  const cli = new URL('../../dist/cli.js', import.meta.url).pathname;
  const command = `"${process.execPath}" "${cli}" generate --spec openapi.json --print outputs | head -1; exit "\${PIPESTATUS[0]}"`;
  const printed = execFileSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  expect(printed.split('\n')).toHaveLength(2);
});
