import { afterEach, expect, test, vi } from 'vitest';
import { checkLimits, Drain, type ServerLimits } from './limits.js';

const longest = 2 ** 31 - 1;
const names: readonly (keyof ServerLimits)[] = ['maxBytes', 'timeoutMs', 'maxDepth', 'maxDrainBytes', 'drainTimeoutMs'];

test.each(names)('the limit %s is a number that is not negative', (name) => {
  const check = (value: unknown) => () => checkLimits({ [name]: value });
  for (const value of [undefined, 0, 1, longest]) expect(check(value)).not.toThrow();
  for (const value of [-1, Number.NaN, '5', null])
    expect(check(value)).toThrow(`limits.${name} must be a number from 0`);
  // A longer timer would fire at once.
  const isTime = name.endsWith('Ms');
  if (isTime) expect(check(longest + 1)).toThrow(`limits.${name} must be a number from 0 to ${longest}`);
  else expect(check(longest + 1)).not.toThrow();
});

afterEach(() => {
  vi.useRealTimers();
});

test.each<[ServerLimits, number[], number, boolean]>([
  [{ maxDrainBytes: 10 }, [5, 5], 0, false],
  [{ maxDrainBytes: 10 }, [5, 5, 1, 1], 0, true],
  [{ drainTimeoutMs: 50 }, [5], 49, false],
  [{ drainTimeoutMs: 50 }, [5], 50, true],
  // The default limits.
  [{}, [67_108_864], 4_999, false],
  [{}, [67_108_864, 1], 0, true],
  [{}, [], 5_000, true],
])('with %j, chunks of %j bytes and %i ms are cut off: %s, once', async (limits, sizes, milliseconds, isCut) => {
  vi.useFakeTimers();
  const cut = vi.fn();
  const drain = new Drain(limits, cut);
  for (const length of sizes) drain.count({ length } as Uint8Array);
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(cut).toHaveBeenCalledTimes(isCut ? 1 : 0);
  if (!isCut) drain.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(cut).toHaveBeenCalledTimes(isCut ? 1 : 0);
});
