import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from './make-folder.js';

/** The notes that `.github/workflows/release.yml` writes, and when it stops. */
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

interface Workflow {
  readonly permissions?: object;
  readonly jobs: {
    readonly [name: string]: { readonly permissions?: object; readonly steps: readonly { readonly uses?: string }[] };
  };
}

const home = '.github/workflows';
test.each(readdirSync(home))(
  '%s pins its actions, and only jobs that run no code have a token with write access',
  (file) => {
    const { permissions, jobs }: Workflow = parse(readFileSync(join(home, file), 'utf8'));
    expect(permissions).toBeDefined();
    for (const [name, job] of Object.entries(jobs)) {
      const actions = job.steps.flatMap(({ uses }) => uses ?? []);
      for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      const granted = Object.values(job.permissions ?? permissions ?? {});
      // A job with a checkout of the repository runs the code of its dependencies.
      const runsCode = actions.some((action) => action.startsWith('actions/checkout@'));
      expect(runsCode && granted.includes('write'), `${file}, job ${name}`).toBe(false);
    }
  },
);
