const wished = process.env['LACUNA_EFFORT'];

/** How far the long suites go: part of the way in `npm test`, most of it in CI (`most`), all of it in `npm run deep` (`all`). */
export const effort: 'part' | 'most' | 'all' = wished === 'most' || wished === 'all' ? wished : 'part';

/** How often a long property test tries. */
export const runs: number = { part: 100, most: 500, all: 2000 }[effort];

/** The compilers that the output promises to compile with: TypeScript 7, which is the fastest, alone in `npm test`, with 5.9 and 6 in CI. */
export const compilers: readonly string[] =
  effort === 'part' ? ['typescript'] : ['typescript', 'typescript-5.9', 'typescript-6'];
