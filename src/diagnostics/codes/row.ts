/** An error stops the run after its stage, a warning names how the description is read instead, a note informs. */
export type Severity = 'error' | 'warning' | 'note';

/**
 * What a finding means for the account of keywords. `ignored`: the keyword has no effect. `reduced`: an artifact omits it or
 * a part of it. `unused`: every artifact omits it. `advice`: the finding changes nothing. A finding without an effect says
 * how the keyword is read instead.
 */
export type Effect = 'ignored' | 'reduced' | 'unused' | 'advice';

/** A row of the catalogue: the function under its severity formats the message, `hint` formats the hint. */
export interface Row<P> {
  readonly error?: (parameters: P) => string;
  readonly warning?: (parameters: P) => string;
  readonly note?: (parameters: P) => string;
  readonly hint?: (parameters: P) => string | undefined;
  readonly effect?: Effect;
}

/** The parameters of a finding: those of all functions of its row together. */
export type ParametersOf<R> = TakenBy<R[keyof R & (Severity | 'hint')]>;

type TakenBy<F> = (F extends (parameters: infer P) => unknown ? (all: Named<P>) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

// A function without parameters takes `unknown`.
type Named<P> = unknown extends P ? Record<never, never> : P;

/** Formats the hint that names the likely candidate, if there is one. */
export function didYouMean(candidate: string | undefined): string | undefined {
  return candidate === undefined ? undefined : `did you mean '${candidate}'?`;
}
