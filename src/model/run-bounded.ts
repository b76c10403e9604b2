import { runInNewContext } from 'node:vm';

/**
 * Runs code, and stops it after a number of milliseconds. Also stops within a regular expression, which can take
 * exponential time. Returns `late` if it was stopped.
 */
export function runBounded<Result>(milliseconds: number, run: () => Result): { readonly value: Result } | 'late' {
  let result: { readonly value: Result } | 'late' = 'late';
  const keepResult = (): void => {
    result = { value: run() };
  };
  try {
    runInNewContext('run()', { run: keepResult }, { timeout: milliseconds });
  } catch (error) {
    // The class of this error is `Error` of the new context.
    if (Object(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return result;
}
