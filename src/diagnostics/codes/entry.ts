/** How grave a finding is: an error stops the pipeline after its stage, a warning names the reading chosen, a note informs. */
export type Severity = 'error' | 'warning' | 'note';

/** One row of the catalogue: how a finding of this code is worded. */
export interface CatalogueEntry<P> {
  readonly severity: Severity;
  readonly message: (parameters: P) => string;
  readonly hint?: (parameters: P) => string | undefined;
}

/** The rows for a table of codes and the parameters each is told. */
export type Catalogue<T> = { readonly [C in keyof T]: CatalogueEntry<T[C]> };

/** Declares one row of the catalogue. */
export function entry<P>(
  severity: Severity,
  message: (parameters: P) => string,
  hint?: (parameters: P) => string | undefined,
): CatalogueEntry<P> {
  return { severity, message, ...(hint && { hint }) };
}

/** Words the likely name, when one is nearly right. */
export function didYouMean(candidate: string | undefined): string | undefined {
  return candidate === undefined ? undefined : `did you mean '${candidate}'?`;
}
