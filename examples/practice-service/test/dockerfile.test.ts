import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
const warn = { deprecatedMaintainer: 2, directiveCasing: 2, emptyContinuationLine: 2, instructionCasing: 2 } as const;
const once = {
  instructionCmdMultiple: 2,
  instructionEntrypointMultiple: 2,
  instructionHealthcheckMultiple: 2,
} as const;

test('the Dockerfile has no mistake', () => {
  const settings = { ...warn, ...once, instructionJSONInSingleQuotes: 2, instructionWorkdirRelative: 2 } as const;
  expect(validate(dockerfile, settings)).toEqual([]);
});

test('npm run practice creates the files that the Dockerfile copies from the build', () => {
  const copied = Array.from(dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm), ([, path = '']) => path);
  expect(copied).toContain('examples/practice-service/dist');
  for (const path of copied.filter((each) => !each.endsWith('/dist'))) {
    expect(existsSync(join(folder, '../..', path))).toBe(true);
  }
});

test('the image does not run as root', () => {
  expect(dockerfile.lastIndexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '));
});
