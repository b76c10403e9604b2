type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the members of an object whose values are not `undefined`. */
export function omitUndefined<T extends object>(object: T): Defined<T> {
  const defined: Defined<T> = {};
  for (const [name, value] of Object.entries(object))
    if (value !== undefined) Object.assign(defined, { [name]: value });
  return defined;
}
