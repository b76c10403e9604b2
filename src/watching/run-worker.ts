import process from 'node:process';
import type { GenerateOptions } from '../configuration/options.js';
import { generate } from '../pipeline/generate.js';
import { createMemory } from '../pipeline/settings.js';
import type { WorkerAnswer } from './watch.js';

// The program of the process that `WorkerProcess` starts. Generates with the options that it receives, and sends the list of
// written files. It ends when the process that started it ends.
const memory = createMemory();

async function answer(options: GenerateOptions): Promise<WorkerAnswer> {
  try {
    const { diagnostics, written } = await generate(options, undefined, memory);
    const { added = [], changed = [], removed = [] } = written ?? {};
    return { findings: diagnostics.list, paths: [...added, ...changed, ...removed].map(({ path }) => path) };
  } catch (error) {
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', async (options: GenerateOptions) => {
  // An error means that the other process has ended.
  process.send?.(await answer(options), undefined, undefined, () => undefined);
});
