/** An error stops the run after its stage, a warning names how the description is read instead, a note informs. */
export type Severity = 'error' | 'warning' | 'note';

/**
 * What a finding means for the account of keywords. `ignored`: the keyword has no effect. `reduced`: an artifact omits it or
 * a part of it. `unused`: every artifact omits it. `advice`: the finding changes nothing. A finding without an effect says
 * how the keyword is read instead.
 */
export type Effect = 'ignored' | 'reduced' | 'unused' | 'advice';

/**
 * How a message is formatted: by one function, or by one function per variant. A call site passes the name of the variant
 * and its parameters; the English is here.
 */
type Wording<P extends object> =
  | ((parameters: P) => string)
  | { readonly [variant: string]: VariantFormatter['format'] };

// A method, for TypeScript compares parameters of methods both ways: each variant takes its own parameters only.
interface VariantFormatter {
  format(parameters: object): string;
}

/** A row of the catalogue: the wording under its severity formats the message, `hint` formats the hint. */
export interface Row<P extends object> {
  readonly error?: Wording<P>;
  readonly warning?: Wording<P>;
  readonly note?: Wording<P>;
  readonly hint?: (parameters: P) => string | undefined;
  readonly effect?: Effect;
}

/** The parameters of a finding: those of all functions of its row together; of variants, those of one, with its name. */
export type ParametersOf<R> = TakenBy<R[keyof R & (Severity | 'hint')]>;

type TakenBy<W> = (W extends unknown ? (all: Taken<W>) => void : never) extends (all: infer All) => void ? All : never;

type Taken<W> = W extends (parameters: infer P) => unknown
  ? Named<P>
  : { [V in keyof W]: { readonly variant: V } & Taken<W[V]> }[keyof W];

// A function without parameters takes `unknown`.
type Named<P> = unknown extends P ? Record<never, never> : P;

/** Formats a message. */
export function formatMessage<P extends object>(wording: Wording<P>, parameters: P): string {
  if (typeof wording === 'function') return wording(parameters);
  const variant = 'variant' in parameters ? String(parameters.variant) : '';
  return wording[variant]?.(parameters) ?? '';
}

/** Formats the hint that names the likely candidate, if there is one. */
export function suggestCandidate(candidate: string | undefined): string | undefined {
  return candidate === undefined ? undefined : `did you mean '${candidate}'?`;
}
