/** Returns whether a value is a plain object, rather than an array, a date or an instance of another class. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
