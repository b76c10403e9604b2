/** Wraps a JSON value so that each read of one of its members is counted. Throws if there are more than `limit`. */
export function countReads(
  value: unknown,
  limit: number = Number.POSITIVE_INFINITY,
): { readonly value: unknown; readonly reads: () => number } {
  let reads = 0;
  const count = (): void => {
    if (++reads > limit) throw new Error(`more than ${limit} reads`);
  };
  const wrapped = new Map<object, unknown>();
  const wrap = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const known = wrapped.get(part);
    if (known) return known;
    const proxy = new Proxy(part, {
      get(target, key): unknown {
        count();
        return wrap(Reflect.get(target, key));
      },
      has(target, key): boolean {
        count();
        return Reflect.has(target, key);
      },
      ownKeys(target): ArrayLike<string | symbol> {
        count();
        return Reflect.ownKeys(target);
      },
      getOwnPropertyDescriptor(target, key): PropertyDescriptor | undefined {
        count();
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    wrapped.set(part, proxy);
    return proxy;
  };
  return { value: wrap(value), reads: () => reads };
}
