import { afterAll, beforeAll } from 'vitest';
import { effort } from '../effort.js';
import { type Adapter, chooseAdapter } from './adapters.js';

/** The suites that run through an adapter in `npm test`. In CI, all of them run through each. */
const suites: Readonly<Record<Exclude<Adapter, 'node'>, readonly string[]>> = {
  express: ['practice-api', 'refusals'],
  fastify: ['bodies', 'refusals'],
  fetch: ['practice-api', 'styles'],
  http2: ['bodies', 'practice-api'],
};
const all = [...new Set(Object.values(suites).flat())];

/** Runs the tests of some files again, through another adapter. */
export async function testThrough(adapter: keyof typeof suites): Promise<void> {
  beforeAll(() => chooseAdapter(adapter));
  afterAll(() => chooseAdapter('node'));
  // A module defines its tests when it is evaluated. A worker evaluates a module only once per URL.
  for (const suite of effort === 'part' ? suites[adapter] : all)
    await import(/* @vite-ignore */ `./${suite}.test.js?${adapter}-${Date.now()}`);
}
