/**
 * - `error`: the run stops after this stage.
 * - `warning`: it says how lacuna reads the description.
 * - `note`: information only.
 */
export type Severity = 'error' | 'warning' | 'note';

/**
 * The effect of a finding on a keyword, for the coverage of keywords:
 *
 * - `ignored`: the keyword has no effect.
 * - `reduced`: an artifact omits the keyword or a part of it.
 * - `unused`: every artifact omits it.
 * - `advice`: the finding changes nothing.
 *
 * A finding without an effect says how the keyword is read.
 */
export type Effect = 'ignored' | 'reduced' | 'unused' | 'advice';

/**
 * One function that formats a message, or one per variant. A call site passes the parameters and the name of the
 * variant. All English texts are in the catalogue.
 */
type Wording<P extends object> =
  | ((parameters: P) => string)
  | { readonly [variant: string]: VariantFormatter['format'] };

// `format` must be a method, because TypeScript is less strict about the parameters of methods. So each variant can
// require its own parameters.
interface VariantFormatter {
  format(parameters: object): string;
}

/**
 * A row of the catalogue. Its severity is the name of the member with the functions for the message. `hint` formats the
 * hint.
 */
export interface Row<P extends object> {
  readonly error?: Wording<P>;
  readonly warning?: Wording<P>;
  readonly note?: Wording<P>;
  readonly hint?: (parameters: P) => string | undefined;
  readonly effect?: Effect;
  /** The options that the finding is about. If a configuration states one of them, the finding is shown there. */
  readonly options?: readonly string[];
}

/**
 * The parameters of a finding: those of all functions of its row. If it has variants, those of one variant, and the
 * name of that variant.
 */
export type ParametersOf<R> = TakenBy<R[keyof R & (Severity | 'hint')]>;

type TakenBy<W> = (W extends unknown ? (all: Taken<W>) => void : never) extends (all: infer All) => void ? All : never;

type Taken<W> = W extends (parameters: infer P) => unknown
  ? Named<P>
  : { [V in keyof W]: { readonly variant: V } & Taken<W[V]> }[keyof W];

// The type of the parameters of a function without parameters is `unknown`.
type Named<P> = unknown extends P ? Record<never, never> : P;

/** Formats a message. */
export function formatMessage<P extends object>(wording: Wording<P>, parameters: P): string {
  if (typeof wording === 'function') return wording(parameters);
  const variant = 'variant' in parameters ? String(parameters.variant) : '';
  return wording[variant]?.(parameters) ?? '';
}

/** Formats a hint with the likely candidate, if there is one. */
export function suggestCandidate(candidate: string | undefined): string | undefined {
  return candidate === undefined ? undefined : `did you mean '${candidate}'?`;
}

/** Suggests to double a limit. */
export function suggestLimit(name: string, value: number): string {
  return `if this is intended, raise the limit: --limit ${name}=${2 * value}`;
}
