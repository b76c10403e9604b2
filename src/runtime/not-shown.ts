declare const gap: unique symbol;

/**
 * A value whose shape the documentation does not show. You can receive it and pass it on. `reveal` reads it, and
 * `assume` creates it.
 */
export interface NotShown<Id extends string> {
  readonly [gap]: Id;
}

/**
 * An object that may have other members than the listed ones. `...assume(id, { … })` adds them, and `rest` reads them.
 */
export interface FieldsNotShown<Id extends string> {
  readonly [gap]?: Id;
}

/** The ids of the gaps that ask for further members of an object. */
export type FurtherGap<Holder> = Holder extends FieldsNotShown<infer Id> ? Id : never;

/** `Given` with the type `never` for each key that is not one of `Id`, so that such a key is a compile error. */
export type ExactWireNames<Id extends string, Given> = {
  readonly [Key in keyof Given]: Key extends Id ? string | undefined : never;
};

/** Adds the wire names that the caller states to those of the configuration. The caller's names take precedence. */
export function addWireNames(configured: object, own: object | undefined): object {
  const stated = Object.entries(own ?? {}).filter(([, name]) => name !== undefined);
  return { ...configured, ...Object.fromEntries(stated) };
}

/** The value of a query parameter that the documentation does not list. */
export interface ExtraQuery {
  readonly [name: string]: string | number | boolean | readonly (string | number | boolean)[] | undefined;
}

/**
 * The error for a value that does not have the shape that its reader expected. The message names the gap, never the
 * value.
 */
export class NotShownError extends Error {
  override readonly name = 'NotShownError';
  /** The id of the gap that asks for the shape. */
  readonly id: string;

  constructor(id: string, message: string) {
    super(message);
    this.id = id;
  }
}

/** Marks a value as having the shape that the caller assumes, and returns it unchanged. */
export function assumeValue<Id extends string>(_id: Id, value: unknown): NotShown<Id> {
  return value as NotShown<Id>;
}

/**
 * Checks a value of unknown shape with a guard, and returns it with the type of the guard. Throws a `NotShownError` if
 * the guard refuses it.
 */
export function revealValue<Value>(id: string, value: unknown, guard: (value: unknown) => value is Value): Value {
  if (guard(value)) return value;
  throw new NotShownError(id, `the value for '${id}' does not have the expected shape`);
}

/** Returns the members of an object except the known ones, as own properties of a new object. */
export function restOf(id: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new NotShownError(id, `the value for '${id}' is not an object`);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));
}
