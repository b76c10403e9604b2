import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

// If `LACUNA_TEST_CPU` names a file, each test file adds a line to it: the processor seconds of its worker, and of the
// processes that ended in the meantime. Elapsed time says little on a machine that does other work too.

/** Reads the processor seconds of this process and of its ended children. */
function readSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

const file = process.env['LACUNA_TEST_CPU'];
if (file !== undefined) {
  const start = readSeconds();
  afterAll(() => {
    const path = expect.getState().testPath?.slice(process.cwd().length + 1);
    appendFileSync(file, `${(readSeconds() - start).toFixed(2)} ${path}\n`);
  });
}
