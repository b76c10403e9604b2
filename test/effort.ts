const chosen = process.env['LACUNA_EFFORT'];

/** How much the long suites do: a part in `npm test`, more in CI (`most`), everything in `npm run deep` (`all`). */
export const effort: 'part' | 'most' | 'all' = chosen === 'most' || chosen === 'all' ? chosen : 'part';

/** The number of tries of a long property test. */
export const runs: number = { part: 15, most: 60, all: 2000 }[effort];

/**
 * The compilers with which the output must compile. `npm test` uses TypeScript 7, which is the fastest. CI adds 5.9. If
 * an older and a newer compiler accept the output, a compiler between them could refuse it only by mistake. So CI uses 6
 * only in `test/consumers/compile.test.ts`.
 */
export const compilers: readonly string[] = {
  part: ['typescript'],
  most: ['typescript', 'typescript-5.9'],
  all: ['typescript', 'typescript-5.9', 'typescript-6'],
}[effort];

/**
 * Returns a sample of a list: every n-th entry from the first one on. In `npm test`, n is `every`. In CI, it is
 * `everyInCi`. Otherwise returns the whole list.
 */
export function chooseSample<Entry>(all: readonly Entry[], every: number, everyInCi = 1): readonly Entry[] {
  const step = { part: every, most: everyInCi, all: 1 }[effort];
  return all.filter((_, index) => index % step === 0);
}
