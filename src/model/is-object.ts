/** A JSON object whose members are unknown. */
export interface ObjectValue {
  readonly [key: string]: unknown;
}

/** Returns whether a value is a JSON object, rather than an array, null or a scalar. */
export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
