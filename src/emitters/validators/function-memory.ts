import type { Code, CodePart } from '../../typescript/code.js';

/** The task of a function: a `guard` returns whether a value is valid, and a `collect` function lists its failures. */
export type Shape = 'guard' | 'collect';

/** The kind of a constant, from which its name follows. */
export type ConstantKind = 'list' | 'pattern' | 'patterns' | 'values' | 'value';

/** A function of a module. */
export interface FunctionText {
  readonly name: string;
  readonly local?: boolean;
  readonly doc?: string;
  readonly parameters: readonly Code[];
  readonly returns: Code;
  readonly body: readonly Code[];
}

/** A question about the other functions, which a function asked while it was written. */
export type Step = { readonly answer: string } & (
  | { readonly kind: 'call'; readonly about: string; readonly text: Shape }
  | { readonly kind: 'part' }
  | { readonly kind: 'constant'; readonly about: ConstantKind; readonly text: string; readonly value: CodePart }
  | { readonly kind: 'pattern' | 'is too long' | 'mark too long'; readonly about: string; readonly text: string }
);

/** A function that was written, and everything that decided its text. */
export interface WrittenFunction {
  readonly fingerprint: string;
  readonly steps: readonly Step[];
  readonly text: FunctionText;
  /** The positions of the steps whose functions it calls, in the order of its text. */
  readonly calls: readonly number[];
}

/** The functions that the last run wrote. */
export interface FunctionMemory {
  functions: ReadonlyMap<string, WrittenFunction>;
}
