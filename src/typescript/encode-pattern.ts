import { encodeString } from './encode.js';

/** A pattern of a description as a regular expression of JavaScript. */
interface PatternReading {
  /** Whether it has the flag `u`, which JSON Schema asks for (core, 6.4). A pattern that is not valid with the flag has none. */
  readonly isUnicode: boolean;
  /** The TypeScript expression of the regular expression. */
  readonly expression: string;
}

/**
 * Encodes a pattern of a description as the expression of a regular expression: a literal that cannot end early, or a
 * call with an encoded string. Throws if it is not a regular expression; the model contains none of these.
 */
export function encodePattern(pattern: string): PatternReading {
  const source = convertToUnicode(pattern);
  if (source !== undefined) return { isUnicode: true, expression: `/${escapeSource(source)}/u` };
  // Compilers check literals more strictly than engines do, so a pattern that is valid only without `u` is no literal.
  new RegExp(pattern);
  return { isUnicode: false, expression: `/* @__PURE__ */ new RegExp(${encodeString(pattern)})` };
}

// `source` escapes slashes and line terminators; an escaped control character is not valid with `u`, so none is preceded by a backslash.
function escapeSource(source: string): string {
  return source.replace(
    /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function convertToUnicode(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, 'u').source;
  } catch {
    return undefined;
  }
}
