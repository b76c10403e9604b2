import { writeRuntime } from '../src/package-build/build-runtime.js';
import { writeExplanations } from '../src/package-build/explanations.js';

/** Prepares the runtime and the explanations from `src/` for the tests of this run, because `dist/` can be older. */
export default function setup(): void {
  writeRuntime();
  writeExplanations();
}
