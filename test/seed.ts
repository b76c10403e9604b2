const wished = process.env['SEED'];

/**
 * Returns and prints the seed of a property test. It is the value of `SEED`, or a new one for `SEED=random`. Otherwise
 * it is always the same, so that only a change decides whether its tests pass.
 */
export function chooseSeed(what: string): number {
  const seed = wished === 'random' ? Date.now() % 2 ** 31 : Number(wished ?? 1);
  console.log(`${what}: SEED=${seed}`);
  return seed;
}
