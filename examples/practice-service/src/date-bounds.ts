const day = 24 * 60 * 60 * 1000;

/** Returns the first millisecond that a lower bound allows. */
export function toLowerBound(bound: string): number {
  return Date.parse(bound);
}

/** Returns the first millisecond after an upper bound, which includes its whole day or its whole second. */
export function toUpperBound(bound: string): number {
  return Date.parse(bound) + (bound.includes('T') ? 1000 : day);
}

/** Returns whether both bounds are dates that exist. */
export function areDates(...bounds: readonly (string | undefined)[]): boolean {
  return bounds.every((bound) => bound === undefined || !Number.isNaN(Date.parse(bound)));
}
