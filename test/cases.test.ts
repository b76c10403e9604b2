import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../src/command-line/run.js';
import { catalogue } from '../src/diagnostics/catalogue.js';

/**
 * One behaviour a folder: `spec.yaml` (or what `arguments.txt` names) is generated from, and what the program prints about
 * it must be `diagnostics.txt`; `expected/` holds files of the output that must be as they are there.
 */
const folder = new URL('cases/', import.meta.url).pathname;
const cases = readdirSync(folder);

describe('case', () => {
  test.each(cases)('%s', async (name) => {
    const place = mkdtempSync(join(tmpdir(), 'lacuna-case-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    cpSync(join(folder, name), place, { recursive: true });
    const argumentsFile = join(place, 'arguments.txt');
    const argv = existsSync(argumentsFile)
      ? readFileSync(argumentsFile, 'utf8').trim().split(/\s+/)
      : ['generate', '--spec', 'spec.yaml', '--out', 'out'];
    const hadOutput = existsSync(join(place, 'out'));
    let errors = '';
    const code = await runCommandLine(argv, {
      folder: place,
      colours: false,
      isInteractive: false,
      print: () => undefined,
      printError: (text) => {
        errors += text;
      },
    });
    expect(errors).toBe(readFileSync(join(place, 'diagnostics.txt'), 'utf8'));
    expect(code).toBe(/(^|: )error [a-z-]+: /m.test(errors) ? 2 : 0);
    const isWritten = code === 0 && !argv.includes('--print');
    expect(existsSync(join(place, 'out'))).toBe(isWritten || hadOutput);
    if (!existsSync(join(place, 'expected'))) return;
    for (const file of readdirSync(join(place, 'expected'), { recursive: true, encoding: 'utf8' })) {
      if (!file.includes('.')) continue;
      expect(readFileSync(join(place, 'out', file), 'utf8')).toBe(readFileSync(join(place, 'expected', file), 'utf8'));
    }
  });
});

test('every code has a case', () => {
  const shown = cases.map((name) => readFileSync(join(folder, name, 'diagnostics.txt'), 'utf8')).join('\n');
  const without = Object.keys(catalogue).filter((code) => !new RegExp(`(error|warning|note) ${code}: `).test(shown));
  expect(without).toEqual([]);
});
