import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.js';

/** What `.github/workflows/release.yml` writes as notes, and when it stops. */
const changes = '# Changelog\n\n## 1.2.0\n\n### Client\n\n- Faster.\n\n## 1.1.0\n\n- Older.\n';

test.each([
  ['the section of the version', 'v1.2.0', changes, '### Client\n\n- Faster.\n', ''],
  ['no notes of another tag', 'v1.2.1', changes, '', 'the tag is v1.2.1, but package.json has version 1.2.0'],
  ['no notes that are unreleased', 'v1.2.0', changes.replace('1.2.0', 'Unreleased'), '', "no section '## 1.2.0'"],
])('the release has %s', (_, tag, changelog, notes, mistake) => {
  const cwd = makeFolder({ 'package.json': '{ "version": "1.2.0" }', 'CHANGELOG.md': changelog });
  const run = spawnSync(process.execPath, [resolve('.github/print-notes.mjs'), tag], { cwd, encoding: 'utf8' });
  expect({ notes: run.stdout, isRefused: run.status !== 0 }).toEqual({ notes, isRefused: mistake !== '' });
  expect(run.stderr).toContain(mistake);
});
