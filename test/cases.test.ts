import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../src/diagnostics/catalogue.js';
import { buildExplanations } from '../src/package-build/explanations.js';
import { printFindingsPage } from './print-findings-page.js';
import { runIn } from './scaffold/run-scaffold.js';

/**
 * Each folder contains one behaviour. `spec.yaml`, or the file that `arguments.txt` names, is generated from. The
 * program must print the text of `diagnostics.txt`, and must write the files below `expected/`. `cases/` is about
 * findings and has at least one case per code. `golden/` shows what a feature looks like in the output.
 * `npm run record` writes the present results into these files.
 */
const isRecording = process.env['LACUNA_RECORD'] !== undefined;
const root = new URL('.', import.meta.url).pathname;
const listFolders = (suite: string): string[] => readdirSync(join(root, suite)).map((name) => join(suite, name));
const cases = listFolders('cases');
const goldens = listFolders('golden');

interface Run {
  readonly place: string;
  readonly argv: readonly string[];
  readonly code: number;
  readonly errors: string;
  readonly hadOutput: boolean;
}

/** Runs the program in a copy of a folder. */
async function run(name: string): Promise<Run> {
  const place = mkdtempSync(join(tmpdir(), 'lacuna-case-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  cpSync(join(root, name), place, { recursive: true });
  const argumentsFile = join(place, 'arguments.txt');
  const argv: string[] = existsSync(argumentsFile)
    ? readFileSync(argumentsFile, 'utf8').trim().split(/\s+/)
    : ['generate', '--spec', 'spec.yaml', '--out', 'out'];
  // Cases show findings in full. These commands always print them so.
  if (!['fetch', 'explain'].includes(argv[0] ?? '')) argv.unshift('--verbose');
  const hadOutput = existsSync(join(place, 'out'));
  const { code, errors } = await runIn(place, argv);
  return { place, argv, code, errors, hadOutput };
}

function expectText(name: string, file: string, actual: string): void {
  const path = join(root, name, file);
  if (isRecording) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  expect(actual, `${path} (npm run record)`).toBe(readFileSync(path, 'utf8'));
}

describe('case', () => {
  test.each([...cases, ...goldens])('%s', async (name) => {
    const { place, argv, code, errors, hadOutput } = await run(name);
    // Files that a golden is not about are not compared.
    if (name.startsWith('cases/') || errors.includes('error ')) expectText(name, 'diagnostics.txt', errors);
    expect(code).toBe(/(^|: )error [a-z-]+: /m.test(errors) ? 2 : 0);
    const isWritten = code === 0 && !argv.includes('--print');
    expect(existsSync(join(place, 'out'))).toBe(isWritten || hadOutput);
    if (!existsSync(join(place, 'expected'))) return;
    const files = readdirSync(join(place, 'expected'), { recursive: true, encoding: 'utf8' });
    // A kept copy `.orig` is expected as `.orig.txt`, because many programs delete files that end with `.orig`.
    for (const file of files.filter((one) => one.includes('.')))
      expectText(
        name,
        join('expected', file),
        readFileSync(join(place, 'out', file.replace(/\.orig\.txt$/, '.orig')), 'utf8'),
      );
  });
});

test('docs/diagnostics.md has every finding, with the example of its case', () => {
  const page = 'docs/diagnostics.md';
  const text = printFindingsPage(buildExplanations(join(root, 'cases')));
  if (isRecording) writeFileSync(page, text);
  expect(text, `${page} (npm run record)`).toBe(readFileSync(page, 'utf8'));
});

// Codes whose findings need more than files: another process, or a disk that refuses a write.
const shownElsewhere: { readonly [code: string]: string } = {
  'output-locked': 'src/files/file-writer.test.ts',
  'interrupted-write': 'src/files/file-writer.test.ts',
  'emit-js-not-loaded': 'test/emitters/emit-javascript.test.ts',
  'warnings-repeated': 'test/output/unchanged.test.ts',
  'not-fetched': 'test/command-line/fetch.test.ts',
  'fetch-redirected': 'test/command-line/fetch.test.ts',
  'fetched-references': 'test/command-line/fetch.test.ts',
  'fetched-file-changed': 'test/command-line/fetch.test.ts',
  'option-mistake': 'test/library/library.test.ts',
  'output-unreadable': 'src/output/write-artifacts.test.ts',
};

test('every code has a case', () => {
  const shown = cases.map((name) => readFileSync(join(root, name, 'diagnostics.txt'), 'utf8')).join('\n');
  const isShown = (code: string): boolean => {
    const file = shownElsewhere[code];
    if (file !== undefined) return readFileSync(file, 'utf8').includes(code);
    return new RegExp(`(error|warning|note) ${code}: `).test(shown);
  };
  const without = Object.keys(catalogue).filter((code) => !isShown(code));
  expect(without, 'codes without a folder in test/cases (CONTRIBUTING.md, "A diagnostic")').toEqual([]);
});

test('goldens are few, and each compares small files', () => {
  const sizes = goldens.flatMap((name) => {
    const folder = join(root, name, 'expected');
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    const texts = files.filter((file) => file.includes('.')).map((file) => readFileSync(join(folder, file), 'utf8'));
    return texts.length === 0 ? [[name, 0] as const] : texts.map((text) => [name, text.split('\n').length] as const);
  });
  const wrong = sizes.filter(([, lines]) => lines < 5 || lines > 150);
  expect(wrong, 'expected files that do not have 5 to 150 lines').toEqual([]);
  expect(goldens.length).toBeLessThanOrEqual(25);
});
