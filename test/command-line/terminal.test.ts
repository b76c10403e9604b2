import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { commandNames, commandTable } from '../../src/command-line/command-table.js';
import { Progress } from '../../src/command-line/terminal.js';
import { makeFolder } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

const api = (response: string): string => `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.invalid }]
paths:
  /orders: { get: { operationId: listOrders, responses: { '204': ${response} } } }
`;
const flags = ['--spec', 'api.yaml', '--out', 'out', '--only', 'types'];

describe('--quiet', () => {
  test('prints errors and differences, but neither warnings nor a summary', async () => {
    const folder = makeFolder({ 'api.yaml': api('{ description: Done, shrug: 1 }') });
    const run = (...argv: string[]): ReturnType<typeof runIn> => runIn(folder, argv);
    expect(await run('generate', ...flags, '--quiet')).toMatchObject({ code: 0, printed: '' });
    expect((await run('generate', ...flags)).printed).toContain('warning unknown-keyword');
    expect(await run('check', ...flags, '--quiet')).toMatchObject({ code: 0, printed: '' });
    rmSync(join(folder, 'out/types/index.ts'));
    expect(await run('check', ...flags, '--quiet')).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^out\/types\/index\.ts is missing/),
    });
    writeFileSync(join(folder, 'api.yaml'), api('7'));
    expect(await run('generate', ...flags, '--quiet')).toMatchObject({
      code: 2,
      printed: expect.stringMatching(/^api\.yaml:5:\d+: error /),
    });
  });

  test('refuses the flags that ask for more output', async () => {
    const { code, errors } = await runIn(makeFolder({}), ['check', '--quiet', '--verbose']);
    expect(code).toBe(2);
    expect(errors).toContain("'--quiet'");
  });
});

test('control characters in a path are encoded for the terminal', async () => {
  const out = 'o\u001b[31mut';
  const folder = makeFolder({ 'api.yaml': api('{ description: Done }') });
  const argv = ['--spec', 'api.yaml', '--out', out, '--only', 'types'];
  for (const command of ['generate', 'generate', 'check', 'check']) {
    const { printed, errors = '' } = await runIn(folder, [command, ...argv]);
    expect(printed + errors).not.toContain('\u001b');
    expect(printed).toContain('o\u241b[31mut');
    if (printed.includes('to update')) expect(printed).toContain("--out $'o\\033[31mut'\n");
    rmSync(join(folder, out, command === 'check' ? 'types/index.ts' : 'none'), { force: true });
  }
});

test.each([
  [['generate', '--print', 'model'], '"title": "<U+009B>31m"', '"title": "\u009b31m"'],
  [['generate', '--print', 'inputs'], 'a\u241b[31m\u240ab.yaml\n', 'a\u001b[31m\nb.yaml\n'],
  [['generate', '--print', 'outputs'], 'o\u241b[31mut/lacuna.json\n', 'o\u001b[31mut/lacuna.json\n'],
  [['gaps', '--format', 'json'], 'Which <U+009B>31m?', 'Which \u009b31m?'],
])('control characters are encoded on a terminal, and for programs they stay: %j', async (argv, screen, raw) => {
  const spec = 'a\u001b[31m\nb.yaml';
  const folder = makeFolder({
    [spec]: `openapi: 3.1.0
info: { title: "\\x9b31m", version: '1', "x-\\nkey": 1 }
paths: {}
x-not-shown: [{ id: all, kind: presence, question: "Which \\x9b31m?", source: '1' }]
`,
  });
  const run = (isScreen: boolean): ReturnType<typeof runIn> =>
    runIn(folder, [...argv, '--spec', spec, '--out', 'o\u001b[31mut', '--only', 'types'], isScreen);
  expect((await run(true)).printed).toContain(screen);
  expect((await run(false)).printed).toContain(raw);
});

test.runIf(process.platform !== 'win32')('a removed current folder is reported as an error', () => {
  const folder = makeFolder({ 'gone/x': '' });
  const removed = ['-c', 'rm -r "$PWD" && exec "$@"', 'sh', process.execPath, resolve('dist/cli.js'), 'generate'];
  const { status, stdout, stderr } = spawnSync('sh', removed, { cwd: join(folder, 'gone'), encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: the current folder was removed; .*\n$/),
  });
});

test('without a command, a screen of 24 lines with 80 columns names every command and how to begin', async () => {
  const { code, printed } = await runIn('.', []);
  expect(code).toBe(2);
  const lines = printed.split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  for (const name of commandNames) expect(printed).toMatch(new RegExp(`lacuna ${name.replace(' ', ' [a-z|]*\\b')}\\b`));
  expect(printed).toMatch(/^ {2}lacuna generate --spec \S+ --out \S+$/m);
});

test('the summary has aligned columns, and then the line to import or the page to open', async () => {
  const styled = api('{ description: Done }').replace(
    'listOrders,',
    'listOrders, parameters: [{ name: by, in: query, style: deepObject, schema: { type: string } }],',
  );
  const folder = makeFolder({ 'api.yaml': styled });
  const generate = (...kinds: readonly string[]): ReturnType<typeof runIn> =>
    runIn(folder, ['generate', ...flags.slice(0, 4), '--only', ...kinds]);
  // Only what client and server send has a serialization.
  const pages = await generate('reference,description');
  expect(pages.errors).toBe('');
  expect(pages.printed).toContain('  to read it: open out/reference/index.html\n');
  const { printed, errors } = await generate('client,description');
  expect(errors).toContain('warning undefined-serialization');
  const rows = printed.split('\n').filter((line) => line.includes('+') || line.includes('-5'));
  expect(rows.length).toBeGreaterThan(3);
  expect(new Set(rows.map((row) => row.indexOf('out/'))).size).toBe(1);
  expect(printed).toContain("  to use it: import { createClient } from './out/client/index.js';\n");
  const server = await generate('server', '--import-extension', 'ts');
  expect(server.printed).toContain("import { createServer } from './out/server/index.ts';\n");
});

test('check prints diffs of readable length, without hashes, and all of them with --verbose', async () => {
  const folder = makeFolder({ 'api.yaml': api('{ description: Done }') });
  const only = ['--only', 'types,client,server,validators,reference,json-schema'];
  await runIn(folder, ['generate', ...flags.slice(0, 4), ...only]);
  const changed = api('{ description: Done }')
    .replaceAll('listOrders', 'findOrders')
    .replace('Shop', `Shop ${'x'.repeat(300)}`);
  writeFileSync(join(folder, 'api.yaml'), changed);
  const check = (...more: readonly string[]): ReturnType<typeof runIn> =>
    runIn(folder, ['check', '--out', 'out', ...more]);
  const { code, printed } = await check();
  expect(code).toBe(1);
  expect(printed).not.toMatch(/\b[0-9a-f]{16}\b|sha256 /);
  const lines = printed.split('\n');
  expect(lines.length).toBeLessThan(100);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(162);
  expect(printed).toContain("\n  -export * from './list-orders.js';\n  +export * from");
  expect(printed).toMatch(
    /\d+ files differ; to update: lacuna generate --out out\nto see the diff of \d+ more files, add --verbose\n$/,
  );
  const whole = await check('--verbose');
  expect(whole.printed).not.toContain('--verbose');
  expect(whole.printed.length).toBeGreaterThan(printed.length);
});

test('--help of each command prints its examples, and the usage of no other command', async () => {
  for (const name of commandNames) {
    const { code, printed } = await runIn('.', [...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(printed).toContain(`lacuna ${name} `);
    for (const [call, effect] of commandTable[name].examples) expect(printed).toContain(`  ${call}\n      ${effect}\n`);
    expect(commandTable[name].examples.length).toBeGreaterThan(0);
  }
});

test.each([
  [['genrate'], "'generate'"],
  [['generate', '--outt', 'x'], '--out'],
  [['generate', '--only', 'clint'], 'client'],
  [['explain', 'unknown-tga'], 'unknown-tag'],
  [['generate', '--emit'], 'ts, js'],
  [['gaps', 'add', 'page-size'], '--kind is one of: shape, '],
])('%j: the message names what was meant, or what is allowed', async (argv, meant) => {
  const { code, errors } = await runIn(makeFolder({}), argv);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(meant) });
});

describe('progress', () => {
  const watch = (isInteractive: boolean): { readonly progress: Progress; readonly errors: string[] } => {
    const errors: string[] = [];
    const printError = (text: string): void => void errors.push(text);
    return {
      errors,
      progress: new Progress({ folder: '.', colours: false, isInteractive, print: printError, printError }),
    };
  };

  test('a run of over a second shows its stage on a terminal, and clears it before it prints', async () => {
    const { progress, errors } = watch(true);
    progress.report('reading');
    expect(errors).toEqual([]);
    await new Promise((done) => setTimeout(done, 1100));
    expect(errors).toEqual(['\r\u001b[K  reading …']);
    progress.watch().print('done\n');
    expect(errors.slice(1)).toEqual(['\r\u001b[K', 'done\n']);
  });

  test('a program that reads the output receives no progress', () => {
    const { progress, errors } = watch(false);
    progress.report('reading');
    expect(errors).toEqual([]);
  });
});

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('with %j and no terminal, findings have colours: %s', (env, hasColours) => {
  const argv = [resolve('dist/cli.js'), 'genrate'];
  const { FORCE_COLOR: _, NO_COLOR: __, ...others } = process.env;
  const { stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', env: { ...others, ...env } });
  expect(stderr).toContain('error');
  expect(stderr.includes('\u001b[')).toBe(hasColours);
});
