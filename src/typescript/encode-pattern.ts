import { compilePattern } from '../model/compile-pattern.js';
import { encodeString } from './code.js';

/** A pattern of a description as a regular expression of JavaScript. */
interface PatternReading {
  /**
   * Whether it has the flag `u`, which JSON Schema asks for (core, 6.4). A pattern that is invalid with the flag does
   * not have it.
   */
  readonly isUnicode: boolean;
  /** The TypeScript expression of the regular expression. */
  readonly expression: string;
}

/**
 * Encodes a pattern of a description as the expression of a regular expression: a literal that cannot end early, or a
 * call with an encoded string. Throws if the pattern is not a regular expression. The model contains no such pattern.
 */
export function encodePattern(pattern: string): PatternReading {
  const { unicode: isUnicode, source } = compilePattern(pattern);
  // Compilers check literals more strictly than engines do, so a pattern that is valid only without `u` does not become
  // a literal.
  const expression = isUnicode ? `/${escapeSource(source)}/u` : `/* @__PURE__ */ new RegExp(${encodeString(pattern)})`;
  return { isUnicode, expression };
}

// `source` escapes slashes and line terminators. With `u`, an escaped control character is invalid, so no backslash
// precedes one.
function escapeSource(source: string): string {
  return source.replace(
    /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
