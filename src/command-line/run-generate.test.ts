import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from './run.js';

test('a run with any kinds reports the open gaps and the changes since the last run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-summary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (ids: readonly string[], answered: readonly string[] = []): Promise<string | undefined> => {
    const gaps = ids.map((id) => ({ id, kind: 'policy', question: 'Which?', source: '1' }));
    const resolved = answered.map((id) => ({ id, answer: '7', source: 'mail', date: '2026-01-31' }));
    const info = { title: 'Shop', version: '1', ...(ids.length > 0 && { 'x-not-shown': gaps }) };
    writeFileSync(
      join(folder, 'spec.json'),
      JSON.stringify({ openapi: '3.1.1', info, paths: {}, 'x-resolved': resolved }),
    );
    let printed = '';
    const print = (text: string) => {
      printed += text;
    };
    const terminal = { folder, colours: false, isInteractive: false, print, printError: print };
    await runCommandLine(['generate', '--spec', 'spec.json', '--out', 'out', '--only', 'types'], terminal);
    const [, line, changes = ''] = /^ {2}not shown +(.+)\n((?: {15,}.+\n)*)/m.exec(printed) ?? [];
    return line && [line, ...changes.trim().split(/\s*\n\s*/)].filter((row) => row !== '').join(' | ');
  };
  expect(await run(['limits', 'retries'])).toBe('2 open (2 policy)');
  expect(await run(['limits', 'retries'])).toBe('2 open (2 policy)');
  expect(await run(['limits', 'quota'])).toBe(
    '2 open (2 policy) | removed without an answer: retries | new since the last run: quota',
  );
  expect(await run([], ['limits'])).toBe(
    '0 open | answered since the last run: limits | removed without an answer: quota',
  );
  expect(await run([], ['limits'])).toBeUndefined();
});
