import { writeRuntime } from '../src/package-build/write-runtime.js';

/** Prepares the runtime of `src/` for the tests of this run, whatever was built last. */
export default function setup(): void {
  writeRuntime();
}
