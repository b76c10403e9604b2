import { encodeString } from './encode.js';

/** How a pattern of a description is read as a regular expression of JavaScript. */
export interface PatternReading {
  /**
   * `unicode`: with the `u` flag, as JSON Schema asks for (core, 6.4); `plain`: without, since it is not valid with it;
   * `none`: it is no regular expression of JavaScript at all.
   */
  readonly reading: 'unicode' | 'plain' | 'none';
  /** The TypeScript expression of the regular expression; absent where there is no reading. */
  readonly expression?: string;
}

/** Encodes a pattern of a description as the expression of a regular expression: a literal that cannot end early, or a call with an encoded string. */
export function encodePattern(pattern: string): PatternReading {
  const source = sourceOf(pattern, 'u');
  if (source !== undefined) return { reading: 'unicode', expression: `/${escapeSource(source)}/u` };
  // Compilers check literals more strictly than engines do, so that what is only just valid is no literal.
  if (sourceOf(pattern, '') !== undefined)
    return { reading: 'plain', expression: `/* @__PURE__ */ new RegExp(${encodeString(pattern)})` };
  return { reading: 'none' };
}

// `source` escapes slashes and line terminators; an escaped control character is not valid with `u`, so none is preceded by a backslash.
function escapeSource(source: string): string {
  return source.replace(
    /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function sourceOf(pattern: string, flags: string): string | undefined {
  try {
    return new RegExp(pattern, flags).source;
  } catch {
    return undefined;
  }
}
