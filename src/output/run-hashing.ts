import { parentPort } from 'node:worker_threads';
import { hashFile } from './describe-file.js';
import type { SharedModules } from './hashing-thread.js';

// The program of the thread that `HashingThread` starts. Sends the hashes of the modules that it receives.
parentPort?.on('message', ({ memory, ends }: SharedModules) => {
  let start = 0;
  const hashes = ends.map((end) => {
    const bytes = Buffer.from(memory, start, end - start);
    start = end;
    return hashFile('.ts', bytes);
  });
  parentPort?.postMessage(hashes);
});
