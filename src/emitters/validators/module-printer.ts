import { type Code, type CodePart, code, importValue, type Reference, toCode } from '../../typescript/code.js';
import { TsFile } from '../../typescript/ts-file.js';

/** The kind of a constant, from which its name follows. */
type ConstantKind = 'list' | 'pattern' | 'patterns' | 'values' | 'value';

/** A function of a module. */
export interface FunctionText {
  readonly name: string;
  readonly local?: boolean;
  readonly parameters: readonly Code[];
  readonly returns: Code;
  readonly body: readonly Code[];
}

/** A constant of a module whose value is a function that another function creates. */
interface ConstantText {
  readonly name: string;
  readonly type: Code;
  readonly value: Code;
}

// The compiler cannot infer the type of an empty list.
const constantTypes: { readonly [K in ConstantKind]?: Code } = {
  value: code`unknown`,
  list: code`readonly unknown[]`,
};

/** One module of validators: the constants that its functions use, then the functions in the order of printing. */
export class ModulePrinter {
  readonly module: string;
  readonly #constants = new Map<
    string,
    { readonly reference: Reference; readonly type?: Code; readonly value: Code }
  >();
  readonly #counts = new Map<string, number>();
  readonly #functions: (FunctionText | ConstantText)[] = [];
  /** The names of the module that its functions use. */
  readonly #used = new Set<string>();
  readonly #isTaken: (name: string) => boolean;

  constructor(module: string, isTaken: (name: string) => boolean) {
    this.module = module;
    this.#isTaken = isTaken;
  }

  /**
   * Returns the constant with this value: `pattern1`, `pattern2` … It is declared only if anything uses it, and only
   * once.
   */
  constant(kind: ConstantKind, key: string, value: CodePart): Reference {
    const known = this.#constants.get(`${kind} ${key}`);
    if (known) return known.reference;
    let count = this.#counts.get(kind) ?? 0;
    do count++;
    while (this.#isTaken(`${kind}${count}`));
    this.#counts.set(kind, count);
    const reference = importValue(this.module, `${kind}${count}`);
    const type = constantTypes[kind];
    this.#constants.set(`${kind} ${key}`, { reference, ...(type && { type }), value: toCode(value) });
    return reference;
  }

  addFunction(text: FunctionText): void {
    this.#functions.push(text);
    for (const line of text.body)
      for (const part of line.parts)
        if (typeof part !== 'string' && part.module === this.module) this.#used.add(part.name);
  }

  addConstant(text: ConstantText): void {
    this.#functions.push(text);
  }

  /** Returns the finished module, which then contains the functions alone. */
  finish(): TsFile {
    const file = new TsFile(this.module);
    for (const { reference, ...constant } of this.#constants.values())
      if (this.#used.has(reference.name)) file.addConstant({ name: reference.name, local: true, ...constant });
    for (const text of this.#functions) {
      if ('body' in text) file.addFunction(text);
      else file.addConstant(text);
    }
    this.#functions.length = 0;
    return file;
  }
}
