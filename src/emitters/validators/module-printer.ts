import { UniqueNames } from '../../model/unique-names.js';
import { type Code, type CodePart, code, importValue, type Reference, toCode } from '../../typescript/code.js';
import { TsFile } from '../../typescript/ts-file.js';

/** The kind of a constant, which is its name: one pattern, several, a set of values, a JSON value or several. */
type ConstantKind = 'pattern' | 'patterns' | 'listed' | 'constant' | 'constants';

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
  constant: code`unknown`,
  constants: code`readonly unknown[]`,
};

/** One module of validators: the constants that its functions use, then the functions in the order of printing. */
export class ModulePrinter {
  readonly module: string;
  /** The names that the module promised, and those that it chose. */
  readonly #requested = new Map<Reference, Reference | undefined>();
  readonly #constants = new Map<string, Reference>();
  readonly #values = new Map<Reference, { readonly type?: Code; readonly value: Code }>();
  readonly #names = new UniqueNames();
  readonly #functions: (FunctionText | ConstantText)[] = [];

  constructor(module: string) {
    this.module = module;
  }

  /** Returns the constant with this value. It is declared once, and only if a function uses it. */
  constant(kind: ConstantKind, key: string, value: CodePart): Reference {
    const known = this.#constants.get(`${kind} ${key}`);
    if (known) return known;
    const reference = this.request(kind);
    this.#constants.set(`${kind} ${key}`, reference);
    const type = constantTypes[kind];
    this.#values.set(reference, { ...(type && { type }), value: toCode(value) });
    return reference;
  }

  /**
   * Returns a reference to something that the module declares if anything uses it. Only then it gets its name: the
   * wanted one, or the wanted one with a number.
   */
  request(wanted: string): Reference {
    const reference = importValue(this.module, wanted);
    this.#requested.set(reference, undefined);
    return reference;
  }

  /** Returns the reference to print, whose name is chosen by then. */
  use(reference: Reference): Reference {
    if (!this.#requested.has(reference)) return reference;
    const used = this.#requested.get(reference) ?? importValue(this.module, this.#names.take(reference.name));
    this.#requested.set(reference, used);
    return used;
  }

  addFunction(text: FunctionText): void {
    this.#functions.push(text);
  }

  addConstant(text: ConstantText): void {
    this.#functions.push(text);
  }

  /** Returns the finished module, which then contains the functions alone. */
  finish(): TsFile {
    const file = new TsFile(this.module);
    for (const [requested, constant] of this.#values) {
      const name = this.#requested.get(requested)?.name;
      if (name !== undefined) file.addConstant({ name, local: true, ...constant });
    }
    for (const text of this.#functions) {
      if ('body' in text) file.addFunction(text);
      else file.addConstant(text);
    }
    this.#functions.length = 0;
    return file;
  }
}
