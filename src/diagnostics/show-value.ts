/** Formats the kind of a value of the description, such as `a string`. */
export function formatKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value === 'bigint' ? 'number' : typeof value}`;
}

/** Formats a value of the description for a message. A short value is formatted as JSON, any other one as its kind. */
export function formatValue(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'object' && value !== null ? '' : JSON.stringify(value);
  return text !== '' && text.length <= 60 ? text : formatKind(value);
}

/** Formats the name of an OpenAPI object with its article, such as `a Schema Object`. Any other text stays the same. */
export function formatObject(kind: string): string {
  if (!kind.endsWith(' Object')) return kind;
  return /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** Formats an error that the user's code threw: the first line of its message. */
export function formatThrown(error: unknown): string {
  try {
    const text = String(error instanceof Error ? error.message : error);
    return text.split('\n')[0] ?? '';
  } catch {
    return 'the code threw a value that is not an error';
  }
}
