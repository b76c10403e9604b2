import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

test('redocly lint has no findings', async () => {
  expect(await lintDescription('spec/openapi.yaml')).toEqual([]);
});

test('redocly lint has a finding for a mistake', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'openapi.yaml');
  writeFileSync(path, readFileSync('spec/openapi.yaml', 'utf8').replace('summary: List sessions, enriched', ''));
  expect(await lintDescription(path)).toEqual(['operation-summary']);
});

test('only the rule about the licence is off, because the document does not name a licence', () => {
  const settings = parse(readFileSync('redocly.yaml', 'utf8'));
  expect(settings).toMatchObject({ extends: ['recommended'], rules: { 'info-license': 'off' } });
  expect(Object.keys(settings.rules)).toEqual(['info-license']);
});

/** Returns the rules that are broken, both as errors and as warnings. */
async function lintDescription(path: string): Promise<string[]> {
  const lint = promisify(execFile)(
    'node_modules/.bin/redocly',
    ['lint', '--format=json', '--config=redocly.yaml', path],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const { stdout } = await lint.catch((error: { readonly stdout: string }) => error);
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly ruleId: string }[] };
  return problems.map(({ ruleId }) => ruleId);
}
