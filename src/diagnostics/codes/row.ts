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

/** A text in which a parameter replaces `{name}`, or a function that formats it. All English texts are in the catalogue. */
type Text = string | Formatter['format'];

// `format` must be a method, because TypeScript is less strict about the parameters of methods. So each text can require
// its own parameters.
interface Formatter {
  format(parameters: object): string | undefined;
}

/** One text, or one per variant. A call site passes the parameters and the name of the variant. */
type Wording = Text | { readonly [variant: string]: Text };

/** A row of the catalogue. Its severity is the name of the member with the message. */
export interface Row {
  readonly error?: Wording;
  readonly warning?: Wording;
  readonly note?: Wording;
  /** The hint. It can be missing for some variants. */
  readonly hint?: Wording;
  /** Whether the hint is the parameter `likely` if that is known. Variants can omit it. */
  readonly suggests?: true;
  readonly effect?: Effect;
  /** The options that the finding is about. If a configuration states one of them, the finding is shown there. */
  readonly options?: readonly string[];
}

/**
 * The parameters of a finding: those of its message and its hint. If it has variants, those of one variant, and the name
 * of that variant.
 */
export type ParametersOf<R> = R[keyof R & Severity] extends infer W
  ? W extends Text
    ? Taken<W> & TakenByHint<R, never>
    : { [V in keyof W]: { readonly variant: V } & Taken<W[V]> & TakenByHint<R, V> }[keyof W]
  : never;

type TakenByHint<R, V> = (R extends { hint: infer H }
  ? H extends Text
    ? Taken<H>
    : V extends keyof H
      ? Taken<H[V]>
      : unknown
  : unknown) &
  (R extends { suggests: true } ? ([V] extends [never] ? Suggestion : Partial<Suggestion>) : unknown);

interface Suggestion {
  readonly likely: string | undefined;
}

// The type of the parameters of a function without parameters is `unknown`.
type Taken<T> = T extends string
  ? { readonly [Name in NamesIn<T>]: string | number }
  : T extends (parameters: infer P) => unknown
    ? unknown extends P
      ? Record<never, never>
      : P
    : Record<never, never>;

type NamesIn<T> = T extends `${string}{${infer Start}`
  ? Start extends `{${string}`
    ? NamesIn<Start>
    : Start extends `${infer Name}}${infer Rest}`
      ? (Name extends `${string} ${string}` ? never : Name) | NamesIn<Rest>
      : never
  : never;

/** Formats a message or a hint. Returns `undefined` if it is missing for this variant. */
export function formatWording(wording: Wording | undefined, parameters: object): string | undefined {
  const variant = 'variant' in parameters ? String(parameters.variant) : '';
  const text = typeof wording === 'object' ? wording[variant] : wording;
  if (typeof text !== 'string') return text?.(parameters);
  const values = new Map(Object.entries(parameters));
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values.get(name)));
}

/** Formats the hint of a finding. */
export function formatHint({ suggests, hint }: Row, parameters: object): string | undefined {
  const likely = suggests && 'likely' in parameters ? parameters.likely : undefined;
  return likely === undefined ? formatWording(hint, parameters) : `did you mean '${likely}'?`;
}

/** Suggests to double a limit. */
export function suggestLimit(name: string, value: number): string {
  return `if this is intended, raise the limit: --limit ${name}=${2 * value}`;
}
