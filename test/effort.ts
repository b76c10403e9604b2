const chosen = process.env['LACUNA_EFFORT'];

/** How much the long suites run: a part in `npm test`, most in CI (`most`), everything in `npm run deep` (`all`). */
export const effort: 'part' | 'most' | 'all' = chosen === 'most' || chosen === 'all' ? chosen : 'part';

/** The number of tries of a long property test. */
export const runs: number = { part: 40, most: 500, all: 2000 }[effort];

/** The compilers that the output promises to compile with. `npm test` uses TypeScript 7, the fastest; CI adds 5.9 and 6. */
export const compilers: readonly string[] =
  effort === 'part' ? ['typescript'] : ['typescript', 'typescript-5.9', 'typescript-6'];

/** Returns every n-th entry of a list in `npm test`, from the first on, and the whole list in CI. */
export function sampleOf<Entry>(all: readonly Entry[], every: number): readonly Entry[] {
  return effort === 'part' ? all.filter((_, index) => index % every === 0) : all;
}
