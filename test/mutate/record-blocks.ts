import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach } from 'vitest';

/**
 * Records the blocks that each test of a file reaches. Blocks that run before the first test or between tests are in
 * `always`.
 */
declare global {
  var reachedBlocks: Set<number> | undefined;
}

const always = new Set<number>();
const tests: { [id: string]: readonly number[] } = {};
globalThis.reachedBlocks = new Set();
let file = '';

function take(): number[] {
  const taken = [...(globalThis.reachedBlocks ?? [])];
  globalThis.reachedBlocks?.clear();
  return taken;
}

function addToAlways(): void {
  for (const block of take()) always.add(block);
}

beforeEach(addToAlways);
afterEach(({ task }) => {
  file = task.file.name;
  tests[task.id] = take();
});
afterAll(() => {
  addToAlways();
  appendFileSync(process.env['LACUNA_BLOCKS'] ?? '', `${JSON.stringify({ file, always: [...always], tests })}\n`);
});
