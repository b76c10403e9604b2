import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import { childOrigin, originKey } from '../../diagnostics/origin.js';
import type { KeywordSchema } from '../../model/schema.js';
import { encodePattern } from '../../typescript/encode-pattern.js';
import { isSlowPattern } from './slow-pattern.js';

/** Reads the patterns of a description, and tells once where each stands what is wrong with it. */
export class Patterns {
  readonly #diagnostics: Diagnostics;
  readonly #told = new Set<string>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Gives the expression of a pattern: a value of `pattern`, or a name under `patternProperties`. */
  read(schema: KeywordSchema, pattern: string): string {
    const { isUnicode, expression } = encodePattern(pattern);
    const isName = schema.pattern !== pattern;
    const origin = isName
      ? childOrigin(schema.origin, 'patternProperties', pattern)
      : childOrigin(schema.origin, 'pattern');
    if (this.#told.has(originKey(origin))) return expression;
    this.#told.add(originKey(origin));
    const place = isName ? ({ at: 'key' } as const) : {};
    if (!isUnicode) this.#diagnostics.report('pattern-without-unicode', origin, { pattern }, place);
    if (isSlowPattern(pattern)) this.#diagnostics.report('slow-pattern', origin, { pattern }, place);
    return expression;
  }
}
