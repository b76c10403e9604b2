import { writeExplanations } from '../src/package-build/write-explanations.js';
import { writeRuntime } from '../src/package-build/write-runtime.js';

/** Prepares the runtime and the explanations of `src/` for the tests of this run, since `dist/` may be older. */
export default function setup(): void {
  writeRuntime();
  writeExplanations();
}
