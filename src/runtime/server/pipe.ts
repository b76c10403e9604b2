import { isAsyncIterable } from '../values/is-iterable.js';

/**
 * Creates a stream from another one. The other one is stopped as soon as the reader leaves. A generator alone would
 * wait for the next item, which may never come.
 */
export function pipeStream<In, Out>(
  items: AsyncIterable<In>,
  make: (items: AsyncIterable<In>) => AsyncIterable<Out>,
): AsyncIterable<Out> {
  const source = new Stoppable(items);
  const made = make(source)[Symbol.asyncIterator]();
  const stop = async (): Promise<IteratorReturnResult<undefined>> => {
    const stopped = source.return();
    await made.return?.();
    return stopped;
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => made.next(), return: stop }) };
}

/**
 * Creates a stream whose source runs in the present async context. A generator alone runs in that of its reader, which
 * may be an event of the connection.
 */
export function keepContext<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const source = items[Symbol.asyncIterator]();
  const calls: (() => void)[] = [];
  let wake: (() => void) | undefined;
  // After an `await`, a function runs in its own context. Without a reader, its promise is collected as garbage.
  const work = async (): Promise<void> => {
    for (;;) {
      await new Promise<void>((resolve) => (wake = resolve));
      for (const call of calls.splice(0)) call();
    }
  };
  void work();
  const run = <Value>(call: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve) => {
      calls.push(() => resolve(call()));
      wake?.();
    });
  const next = (): Promise<IteratorResult<Item>> => run(async () => source.next());
  const stop = (): Promise<IteratorResult<Item>> => run(async () => source.return?.() ?? over);
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
}

/** Stops the body of a reply if it is a stream that is never read. */
export function dropStream(body: unknown): void {
  if (!isAsyncIterable(body)) return;
  const stop = async (): Promise<unknown> => new Stoppable(body).return();
  stop().catch(() => undefined);
}

// Ends at once when it is stopped, even if the source is waiting.
class Stoppable<Item> implements AsyncIterableIterator<Item, undefined> {
  readonly #items: AsyncIterable<Item>;
  readonly #source: AsyncIterator<Item>;
  #isOver = false;
  #end: (() => void) | undefined;

  constructor(items: AsyncIterable<Item>) {
    this.#items = items;
    this.#source = items[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    if (this.#isOver) return Promise.resolve(over);
    return new Promise((resolve, reject) => {
      this.#end = () => resolve(over);
      this.#source.next().then(
        (step) => {
          if (step.done) this.#isOver = true;
          resolve(step.done ? over : step);
        },
        (error) => {
          this.#isOver = true;
          reject(error);
        },
      );
    });
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (this.#isOver) return over;
    this.#isOver = true;
    this.#end?.();
    const stopped = this.#source.return?.();
    // When it is stopped, a stream of Node waits for its source, and an iterator that has not started does not close
    // its source.
    const items = this.#items;
    if ('destroy' in items && typeof items.destroy === 'function') items.destroy();
    await stopped;
    return over;
  }
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };
