/** How grave a finding is: an error stops the run after its stage, a warning names the reading that was chosen, a note informs. */
export type Severity = 'error' | 'warning' | 'note';

/**
 * What a finding means for the account of keywords: what it is about is ignored; is reduced, for an artifact leaves it or
 * a part of it out; is unused, so that every artifact leaves it out; or the finding is advice, after which nothing is
 * done. A finding without an effect says what is done instead.
 */
export type Effect = 'ignored' | 'reduced' | 'unused' | 'advice';

/** A row of the catalogue: under its severity the function that words a finding, and one that words its hint. */
export interface Row<P> {
  readonly error?: (parameters: P) => string;
  readonly warning?: (parameters: P) => string;
  readonly note?: (parameters: P) => string;
  readonly hint?: (parameters: P) => string | undefined;
  readonly effect?: Effect;
}

/** What a call that reports a finding passes, beside its code and place: what the functions of its row take together. */
export type ParametersOf<R> = TakenBy<R[keyof R & (Severity | 'hint')]>;

type TakenBy<F> = (F extends (parameters: infer P) => unknown ? (all: Named<P>) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

// A function without parameters takes `unknown`.
type Named<P> = unknown extends P ? Record<never, never> : P;

/** Words the likely name, when one is nearly right. */
export function didYouMean(candidate: string | undefined): string | undefined {
  return candidate === undefined ? undefined : `did you mean '${candidate}'?`;
}
