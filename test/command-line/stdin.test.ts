import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { makeFolder } from '../make-folder.js';

const spec = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths: {}
components: { schemas: { Note: { $ref: schemas/text.yaml } } }
`;

interface Piped {
  readonly code: number;
  readonly printed: string;
}

async function run(folder: string, input: string, ...argv: readonly string[]): Promise<Piped> {
  let printed = '';
  const print = (text: string): void => {
    printed += text;
  };
  const readInput = async (mostBytes: number): Promise<Uint8Array> => Buffer.from(input).subarray(0, mostBytes + 1);
  const terminal = { folder, colours: false, isInteractive: false, print, printError: print, readInput };
  return { code: await runCommandLine(argv, terminal), printed };
}

const flags = ['--spec', '-', '--out', 'out', '--only', 'types'];

function makeShop(): string {
  return makeFolder({ 'schemas/text.yaml': 'type: string\n', 'schemas/other.yaml': 'type: boolean\n' });
}

test('YAML and JSON are read from standard input, with references from the current folder', async () => {
  const folder = makeShop();
  expect((await run(folder, spec, 'generate', ...flags)).printed).toContain(
    'standard input   OpenAPI 3.1.0   0 operations',
  );
  expect(readFileSync(join(folder, 'out/types/scalars.ts'), 'utf8')).toContain('type Note = string');
  expect((await run(folder, spec, 'gaps', '--spec', '-')).printed).toContain('no open gaps in standard input');
  const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} });
  expect((await run(folder, json, 'generate', ...flags)).code).toBe(0);
});

test('findings have their place in standard input, with lines of the source', async () => {
  const { code, printed } = await run(makeShop(), spec.replace('3.1.0', '3.9.0'), 'generate', ...flags);
  expect(code).toBe(2);
  expect(printed).toContain("<stdin>:1:10: error unsupported-version: lacuna does not read OpenAPI '3.9.0'");
  expect(printed).toContain('> 1 | openapi: 3.9.0');
});

test('check compares with standard input, and names the command that resolves a difference', async () => {
  const folder = makeShop();
  await run(folder, spec, 'generate', ...flags);
  expect((await run(folder, spec, 'check', ...flags)).code).toBe(0);
  const edited = await run(folder, spec.replace('text.yaml', 'other.yaml'), 'check', '--spec', '-', '--out', 'out');
  expect(edited.code).toBe(1);
  expect(edited.printed).toContain('lacuna generate --spec - --out out < openapi.yaml');
});

test('standard input has the size limit of a file', async () => {
  const { code, printed } = await run(makeShop(), spec, 'generate', ...flags, '--limit', 'fileBytes=100');
  expect(code).toBe(2);
  expect(printed).toContain('error file-size-limit');
});

test('Redocly lints standard input', async () => {
  const folder = makeFolder({
    'redocly.yaml': 'rules:\n  info-license: error\n',
    'schemas/text.yaml': 'type: string\n',
  });
  const { code, printed } = await run(folder, spec, 'generate', ...flags);
  expect(printed).toContain('<stdin>:2:1: error lint-error');
  expect(code).toBe(2);
});

test('a configuration cannot name standard input', async () => {
  const folder = makeFolder({ 'lacuna.config.json': '{ "spec": "-" }' });
  const { code, printed } = await run(folder, spec, 'generate');
  expect(code).toBe(2);
  expect(printed).toContain('lacuna.config.json:1:3: error configuration-mistake');
  expect(printed).toContain('only the flag --spec accepts');
});
