/** Bounds on what a request may hold; each has a default. */
export interface ServerLimits {
  /** Bytes of a body; 1 MiB. Beyond: 413. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds until the whole body must be there, at most 2,147,483,647; 30,000. Beyond: 408. */
  readonly timeoutMs?: number | undefined;
  /** How deep arrays and objects of JSON may stand in each other; 100. Beyond: 400. */
  readonly maxDepth?: number | undefined;
}

/** Throws where a limit is no bound, such as the `NaN` of a setting that is missing. */
export function checkLimits({ maxBytes, timeoutMs, maxDepth }: ServerLimits): void {
  checkBound('maxBytes', maxBytes);
  // A timer of more would run out at once.
  checkBound('timeoutMs', timeoutMs, 2 ** 31 - 1);
  checkBound('maxDepth', maxDepth);
}

function checkBound(name: string, value: number | undefined, most: number = Number.POSITIVE_INFINITY): void {
  if (value === undefined || (typeof value === 'number' && value >= 0 && value <= most)) return;
  throw new TypeError(`limits.${name} must be a number from 0 to ${most}`);
}
