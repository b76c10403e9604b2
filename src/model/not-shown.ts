import type { Origin } from '../diagnostics/origin.js';
import type { ObjectValue } from './is-object.js';

/** The kinds of items, which decide what each artifact does with one. */
export const itemKinds = [
  'shape',
  'fields',
  'presence',
  'values',
  'parameter-name',
  'parameters',
  'unit',
  'transitions',
  'status-code',
  'errors',
  'header',
  'behaviour',
  'policy',
  'events',
] as const;

/** The kind of an item. */
export type ItemKind = (typeof itemKinds)[number];

/** An item: something that the documentation does not say (`x-not-shown`). One object per id. */
export interface NotShown {
  readonly id: string;
  readonly kind: ItemKind;
  /** The question: one sentence that a person could answer. */
  readonly question: string;
  /** Where the documentation stops. */
  readonly source: string;
  /** The facts that the documentation does show. */
  readonly known: readonly string[];
  /** A guess at the answer, which only the reference shows. */
  readonly guess?: string;
  /** The person or team that could answer it. */
  readonly owner?: string;
  /** The address of its ticket, with the scheme `http` or `https`. */
  readonly issue?: string;
  /** When it was asked: ISO 8601 date. */
  readonly since?: string;
  /** Its fields that begin with `x-`, as they are written. */
  readonly extensions: ObjectValue;
  /** The object on which it is written in full. */
  readonly origin: Origin;
  /** Every object that has it, the one above first. */
  readonly places: readonly Origin[];
  /**
   * The operations that it affects, by `operationId`, or by `METHOD /path` if there is none; empty for root and info.
   */
  readonly operations: readonly string[];
}

/** The texts that an item may have beside the required ones. */
const optionalTexts = ['guess', 'owner', 'issue', 'since'] as const;

/** Returns the optional texts that an item, or an item as it is written, has. */
export function omitOtherTexts(
  item: {
    readonly [F in (typeof optionalTexts)[number]]?: unknown;
  },
): Pick<NotShown, (typeof optionalTexts)[number]> {
  const fields = optionalTexts.filter((field) => item[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, String(item[field])]));
}

/** An item that has been answered (`x-resolved`). It remains so that no other item takes its id. */
export interface Resolved {
  readonly id: string;
  readonly answer: string;
  readonly source: string;
  /** ISO 8601 date; absent if an overlay answers it without a date. */
  readonly date?: string;
  readonly origin: Origin;
}
