const wished = process.env['SEED'];

/**
 * Returns and prints the seed of a property test: `SEED`, a new one for `SEED=random`. Without it the seed is always the
 * same, so that whether the tests of a change pass is decided by the change alone.
 */
export function chooseSeed(what: string): number {
  const seed = wished === 'random' ? Date.now() % 2 ** 31 : Number(wished ?? 1);
  console.log(`${what}: SEED=${seed}`);
  return seed;
}
