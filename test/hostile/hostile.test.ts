import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { effort } from '../effort.js';

/** Descriptions that try to break a generator: injection, file names, references, resources, collisions, malformed text. */
const kit = resolve(process.env['LACUNA_SHARED'] ?? '../shared', 'hostile');
const share = effort === 'all' ? [] : ['--every', '16'];
const isThere = existsSync(join(kit, 'run.mjs'));
if (!isThere) console.log(`not run: there are no hostile descriptions at ${kit}`);

// Its families are property tests and cases too, which `npm test` runs.
describe.runIf(isThere && effort !== 'part')('hostile descriptions', () => {
  test('are refused at a place, or generated safely', { timeout: 300_000 }, () => {
    const place = mkdtempSync(join(tmpdir(), 'lacuna-hostile-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const modules = join(place, 'node_modules');
    mkdirSync(modules);
    for (const name of readdirSync('node_modules')) symlinkSync(resolve('node_modules', name), join(modules, name));
    // The kit uses the older API of the compiler to check types.
    rmSync(join(modules, 'typescript'));
    symlinkSync(resolve('node_modules/typescript-5.9'), join(modules, 'typescript'));
    const command = `node ${resolve('dist/cli.js')} generate --spec {spec} --out {out} --only types,client,server,validators`;
    const { stdout } = spawnSync(
      process.execPath,
      [join(kit, 'run.mjs'), '--cmd', command, '--modules', modules, ...share],
      {
        cwd: place,
        encoding: 'utf8',
      },
    );
    expect(stdout).toMatch(/^SCORE /m);
    const failures = [...stdout.matchAll(/^(?:FAIL|WEAK) +(\S+)/gm)].map(([, name]) => name);
    expect(failures).toEqual([]);
  });
});
