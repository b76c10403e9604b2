/** Formats what code of a user threw: the first line of its message. */
export function formatThrown(error: unknown): string {
  try {
    const text = String(error instanceof Error ? error.message : error);
    return text.split('\n')[0] ?? '';
  } catch {
    return 'the code threw a value that is no error';
  }
}
