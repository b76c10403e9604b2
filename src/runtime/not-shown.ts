declare const item: unique symbol;

/** A value whose shape the documentation does not show: it can be received and passed on; `reveal` looks into it, `assume` makes one. */
export interface NotShown<Id extends string> {
  readonly [item]: Id;
}

/** An object that may have further members than those listed; they come in through `...assume(id, { … })` and out through `rest`. */
export interface FieldsNotShown<Id extends string> {
  readonly [item]?: Id;
}

/** The ids of the items that ask for further members of an object. */
export type FurtherItem<Holder> = Holder extends FieldsNotShown<infer Id> ? Id : never;

/** `Given` where each of its keys is one of `Id`; other keys are `never`, so that no value suits them. */
export type ExactWireNames<Id extends string, Given> = {
  readonly [Key in keyof Given]: Key extends Id ? string | undefined : never;
};

/** What a query parameter that the documentation does not list may hold. */
export interface ExtraQuery {
  readonly [name: string]: string | number | boolean | readonly (string | number | boolean)[] | undefined;
}

/** A value that was not of the shape its reader expected; tells the item, never the value. */
export class NotShownError extends Error {
  override readonly name = 'NotShownError';
  /** The id of the item that asks for the shape. */
  readonly id: string;

  constructor(id: string, message: string) {
    super(message);
    this.id = id;
  }
}

/** Takes the caller's own knowledge of a shape for granted: the value is passed on as it is. */
export function assumeValue<Id extends string>(_id: Id, value: unknown): NotShown<Id> {
  return value as NotShown<Id>;
}

/** Gives a value of unknown shape to a guard and returns it as what the guard says; throws a `NotShownError` where it refuses. */
export function revealValue<Value>(id: string, value: unknown, guard: (value: unknown) => value is Value): Value {
  if (guard(value)) return value;
  throw new NotShownError(id, `what came for '${id}' is not of the shape that was expected`);
}

/** Gives the members of an object beyond the known ones, as own properties of a new object without prototype surprises. */
export function restOf(id: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new NotShownError(id, `what came for '${id}' is not an object`);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));
}
