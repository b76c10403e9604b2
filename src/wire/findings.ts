import type { Diagnostics } from '../diagnostics/diagnostic.js';

/** Receives findings about ambiguous parts of the description. */
export type Findings = Pick<Diagnostics, 'report'>;

/** Reports each finding once. A shared object is planned wherever it is used. */
export function reportOnce(diagnostics: Diagnostics): Findings {
  const reported = new Set<string>();
  return {
    report(code, origin, parameters, place) {
      const key = JSON.stringify([code, origin, parameters]);
      if (reported.has(key)) return;
      reported.add(key);
      diagnostics.report(code, origin, parameters, place);
    },
  };
}
