import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dropStream, pipeStream } from './pipe.js';

/** Wraps a source and records how often it is asked for an item, and how often it is stopped. */
function watch(next: () => Promise<IteratorResult<number>>): { items: AsyncIterable<number>; seen: string[] } {
  const seen: string[] = [];
  const iterator: AsyncIterator<number> = {
    next: () => {
      seen.push('next');
      return next();
    },
    return: async () => {
      seen.push('return');
      return { done: true, value: undefined };
    },
  };
  return { items: { [Symbol.asyncIterator]: () => iterator }, seen };
}

async function* pass(items: AsyncIterable<number>): AsyncGenerator<number> {
  yield* items;
}

const one = async (): Promise<IteratorResult<number>> => ({ done: false, value: 1 });
const never = (): Promise<never> => new Promise(() => undefined);

test('the items of a stream are passed on until it ends', async () => {
  const found: number[] = [];
  for await (const item of pipeStream(Readable.from([1, 2, 3]), pass)) found.push(item);
  expect(found).toEqual([1, 2, 3]);
});

test('a source that has ended is neither read nor stopped again', async () => {
  const { items, seen } = watch(async () => ({ done: true, value: undefined }));
  let source: AsyncIterator<number> | undefined;
  const piped = pipeStream(items, (given) => {
    source = given[Symbol.asyncIterator]();
    return pass(given);
  });
  const over = { done: true, value: undefined };
  expect(await piped[Symbol.asyncIterator]().next()).toEqual(over);
  expect([await source?.next(), await source?.return?.()]).toEqual([over, over]);
  expect(seen).toEqual(['next']);
});

test('the error of a source is passed on', async () => {
  const { items, seen } = watch(() => Promise.reject(new Error('broken')));
  const piped = pipeStream(items, pass)[Symbol.asyncIterator]();
  await expect(piped.next()).rejects.toThrow('broken');
  await piped.return?.();
  expect(seen).toEqual(['next']);
});

test('a source that is waiting is stopped when its reader leaves, once', async () => {
  const { items, seen } = watch(never);
  const piped = pipeStream(items, pass)[Symbol.asyncIterator]();
  const waiting = piped.next();
  await nextTurn();
  await piped.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  await piped.return?.();
  expect(seen).toEqual(['next', 'return']);
});

test('a source that is stopped is not read again', async () => {
  const { items, seen } = watch(one);
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  async function* slow(source: AsyncIterable<number>): AsyncGenerator<number> {
    for await (const item of source) {
      await gate;
      if (item > 1) yield item;
    }
  }
  const piped = pipeStream(items, slow)[Symbol.asyncIterator]();
  const waiting = piped.next();
  await nextTurn();
  const stopped = piped.return?.();
  go();
  await Promise.all([waiting, stopped]);
  expect(seen).toEqual(['next', 'return']);
});

test('a stream of Node that is dropped is destroyed, even if nothing has read it', async () => {
  const source = Readable.from([1]);
  dropStream(source);
  await nextTurn();
  expect(source.destroyed).toBe(true);
});

test('a body that is not a stream, or that cannot be stopped, is dropped', async () => {
  dropStream('text');
  dropStream(undefined);
  const { items } = watch(one);
  const iterator = items[Symbol.asyncIterator]();
  iterator.return = () => Promise.reject(new Error('cannot stop'));
  dropStream({ [Symbol.asyncIterator]: () => iterator });
  await nextTurn();
});
