/**
 * Text that cannot be broken: a string, a template or a regular expression. In comments: a place, a link, a code block
 * or a table.
 */
const literals = [
  /^\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/[^*].*\/\w*)[,;:)]*$/,
  /^\s*(?:return )?`.*`[,;)]*$/,
  /^\s*\* (?:\s*(?:[-*+]|\d+[.)]) +)?\s*\S+$/,
  /^\s*\* (?: {4}|\||```)/,
];

/** Lists the lines of a module that have more than 120 characters although they could be broken. */
export function listLongLines(text: string): string[] {
  return text.split('\n').filter((line) => line.length > 120 && !literals.some((literal) => literal.test(line)));
}
