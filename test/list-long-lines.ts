/**
 * What cannot be broken: a string, a template, a regular expression, and in comments a place, a link, a code block or a
 * table.
 */
const literals = [
  /^\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/[^*].*\/\w*)[,;:)]*$/,
  /^\s*(?:return )?`.*`[,;)]*$/,
  /^\s*\* @see \S+$/,
  /^\s*\* (?:\s*(?:[-*+]|\d+[.)]) +)?\s*\S+$/,
  /^\s*\* (?: {4}|\||```)/,
];

/** Lists the lines of a module with more than 120 characters that could be broken. */
export function listLongLines(text: string): string[] {
  return text.split('\n').filter((line) => line.length > 120 && !literals.some((literal) => literal.test(line)));
}
