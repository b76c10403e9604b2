import { afterAll, beforeAll } from 'vitest';
import { type Adapter, chooseAdapter } from './adapters.js';

const suites = ['bodies', 'practice-api', 'refusals', 'styles'];

/** Runs the tests of some files again, through another adapter. */
export async function testThrough(adapter: Adapter): Promise<void> {
  beforeAll(() => chooseAdapter(adapter));
  afterAll(() => chooseAdapter('node'));
  // A module defines its tests when it is evaluated. A worker evaluates a module only once per URL.
  for (const suite of suites) await import(/* @vite-ignore */ `./${suite}.test.js?${adapter}-${Date.now()}`);
}
