/**
 * Returns an amount in minor units as a decimal number. `JSON.stringify` writes exactly its digits, because the
 * database allows at most 15 of them.
 */
export function toDecimal(minorUnits: number): number {
  return minorUnits / 100;
}
