import type { Diagnostics } from '../diagnostics/diagnostic.js';

/** Where the readings that the description does not force are told. */
export type Findings = Pick<Diagnostics, 'report'>;

/** Tells each finding once, although what is shared is planned wherever it is used. */
export function reportOnce(diagnostics: Diagnostics): Findings {
  const told = new Set<string>();
  return {
    report(code, origin, parameters, place) {
      const key = JSON.stringify([code, origin, parameters]);
      if (told.has(key)) return;
      told.add(key);
      diagnostics.report(code, origin, parameters, place);
    },
  };
}
