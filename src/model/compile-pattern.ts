/**
 * Compiles a pattern of a description, with the Unicode flag if it is valid with it (JSON Schema core, 6.4). Throws a
 * `SyntaxError` if it is not a regular expression.
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
