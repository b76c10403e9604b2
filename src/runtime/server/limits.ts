/** The limits of a request. Each has a default. */
export interface ServerLimits {
  /** The maximum size of a body in bytes; 1 MiB by default. Larger bodies get the response 413. */
  readonly maxBytes?: number | undefined;
  /**
   * The milliseconds within which the whole body must arrive, at most 2,147,483,647; 30,000 by default. After that, the
   * response is 408.
   */
  readonly timeoutMs?: number | undefined;
  /** The maximum depth of nested arrays and objects in JSON; 100 by default. Deeper JSON gets the response 400. */
  readonly maxDepth?: number | undefined;
  /**
   * The maximum number of bytes of a refused body that are read and dropped, so that its sender receives the response;
   * 64 MiB by default. After that, the connection is cut off.
   */
  readonly maxDrainBytes?: number | undefined;
  /**
   * The milliseconds for reading the rest after the response, at most 2,147,483,647; 5,000 by default. After that, the
   * connection is cut off.
   */
  readonly drainTimeoutMs?: number | undefined;
}

/** The limits that an operation can have of its own. */
export type OperationLimits = Pick<ServerLimits, 'maxBytes' | 'timeoutMs' | 'maxDepth'>;

/** Throws if a limit is not a positive number. For example, a missing setting can become `NaN`. */
export function checkLimits(limits: ServerLimits, of = 'limits'): void {
  // A longer timer would fire at once.
  const longest = 2 ** 31 - 1;
  checkBound(`${of}.maxBytes`, limits.maxBytes);
  checkBound(`${of}.timeoutMs`, limits.timeoutMs, longest);
  checkBound(`${of}.maxDepth`, limits.maxDepth);
  checkBound(`${of}.maxDrainBytes`, limits.maxDrainBytes);
  checkBound(`${of}.drainTimeoutMs`, limits.drainTimeoutMs, longest);
}

/** Counts the bytes and the time of reading the rest of a refused body. Calls `cut` once if a limit is exceeded. */
export class Drain {
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #cut: () => void;
  #left: number;

  constructor({ maxDrainBytes = 67_108_864, drainTimeoutMs = 5_000 }: ServerLimits, cut: () => void) {
    this.#left = maxDrainBytes;
    this.#cut = cut;
    this.#timer = setTimeout(cut, drainTimeoutMs);
  }

  /** Counts a chunk. */
  count({ length }: Uint8Array): void {
    if (this.#left < 0) return;
    this.#left -= length;
    if (this.#left >= 0) return;
    this.end();
    this.#cut();
  }

  /** Stops the time limit. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

function checkBound(name: string, value: number | undefined, most: number = Number.POSITIVE_INFINITY): void {
  if (value === undefined || (typeof value === 'number' && value >= 0 && value <= most)) return;
  throw new TypeError(`${name} must be a number from 0 to ${most}`);
}
