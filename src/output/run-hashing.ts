import { parentPort } from 'node:worker_threads';
import { hashFile } from './describe-file.js';
import type { SharedModules } from './hashing-thread.js';
import { tokenSample } from './token-sample.js';

// V8 discards compiled code at the first token of a kind that it has not met before. So all kinds come first.
hashFile('.ts', Buffer.from(tokenSample));

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
