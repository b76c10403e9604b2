import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Origin } from '../diagnostics/origin.js';
import type { ProductExtension } from './items/product-extensions.js';

/** Receives the findings about a description. */
export interface Reporter {
  /** Reports a finding. `at` chooses whether it is about the name of the member or about its value. */
  report<C extends Code>(code: C, origin: Origin, parameters: CodeTable[C], at?: 'key' | 'value'): void;
  /** Notes a value of another tool under the name of an extension. All places of a name are one finding. */
  addForeign(extension: ProductExtension, origin: Origin): void;
}

/** A finding that the next run can report again. */
export interface LoggedReport {
  readonly code: Code;
  readonly repeat: (reporter: Reporter) => void;
}

/** The result of a task, and what it reported. */
export interface Logged<Result> {
  readonly result: Result;
  readonly reports: readonly LoggedReport[];
}
