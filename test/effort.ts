const wished = process.env['LACUNA_EFFORT'];

/**
 * How far the long suites go: part of the way in `npm test`, which takes minutes; most of it in CI, all but the two
 * largest descriptions of the corpus; all of it in `npm run corpus`.
 */
export const effort: 'part' | 'most' | 'all' = wished === 'most' || wished === 'all' ? wished : 'part';

/** How often a long property test tries. */
export const runs: number = effort === 'part' ? 500 : 2000;
