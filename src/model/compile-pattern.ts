import type { Origin } from '../diagnostics/origin.js';
import { runBounded } from './run-bounded.js';

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

/** Thrown if it takes too long to find out whether a pattern matches a name. */
export class EndlessPattern extends Error {
  readonly pattern: string;
  readonly origin: Origin | undefined;

  constructor(pattern: string, origin: Origin | undefined) {
    super(`the pattern '${pattern}' takes too long to match a name`);
    this.pattern = pattern;
    this.origin = origin;
  }
}

/** The most seconds to find out whether a pattern matches a name. */
export const matchSeconds = 1;

/**
 * Returns whether a pattern of a description matches a name. Throws an `EndlessPattern` with `origin` if that takes too
 * long, because some patterns take exponential time.
 */
export function matchesPattern(pattern: string, name: string, origin?: Origin): boolean {
  const expression = compilePattern(pattern);
  // A short name never takes long with a single repetition, and most patterns have no more.
  const repetitions = pattern.match(/[*+]|,\}/g) ?? [];
  if (repetitions.length < 2 && name.length < 1000) return expression.test(name);
  const matched = runBounded(matchSeconds * 1000, () => expression.test(name));
  if (matched === 'late') throw new EndlessPattern(pattern, origin);
  return matched.value;
}
