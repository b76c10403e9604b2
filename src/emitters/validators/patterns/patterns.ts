import type { Diagnostics } from '../../../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin } from '../../../diagnostics/origin.js';
import type { KeywordSchema } from '../../../model/schema.js';
import { encodePattern } from '../../../typescript/encode-pattern.js';
import { findPatternDegree } from './pattern-degree.js';
import { isSlowPattern } from './slow-pattern.js';

/** Encodes the patterns of a description. Reports the problems of a pattern once per place. */
export class Patterns {
  readonly #diagnostics: Diagnostics;
  readonly #reported = new Set<string>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Returns the expression of a pattern: a value of `pattern`, or a name under `patternProperties`. */
  read(schema: KeywordSchema, pattern: string): string {
    const { isUnicode, expression } = encodePattern(pattern);
    const isName = schema.pattern !== pattern;
    const origin = isName
      ? buildChildOrigin(schema.origin, 'patternProperties', pattern)
      : buildChildOrigin(schema.origin, 'pattern');
    if (this.#reported.has(formatOrigin(origin))) return expression;
    this.#reported.add(formatOrigin(origin));
    const place = isName ? ({ at: 'key' } as const) : {};
    if (!isUnicode) this.#diagnostics.report('pattern-without-unicode', origin, { pattern }, place);
    if (isSlowPattern(pattern)) this.#diagnostics.report('slow-pattern', origin, { pattern }, place);
    else {
      const degree = findPatternDegree(pattern, isName ? undefined : schema.maxLength);
      if (degree > 2) this.#diagnostics.report('polynomial-pattern', origin, { pattern, degree }, place);
      else if (degree === 2) this.#diagnostics.report('quadratic-pattern', origin, { pattern }, place);
    }
    return expression;
  }
}
