/** Returns whether a value is an object with members: not an array, a date or another class. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
