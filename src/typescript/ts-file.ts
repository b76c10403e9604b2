import type { Artifact } from '../model/artifact.js';
import type { Code, Reference } from './code.js';
import { encodeComment } from './encode.js';
import { printStructures, type Statement } from './print.js';

/** How import specifiers end (`--import-extension`). */
export type ImportExtension = 'js' | 'ts';

/** A declared member of an interface. */
export interface Member {
  /** Encoded with `encodePropertyKey`, or an index signature such as `[key: string]`. */
  readonly key: string;
  readonly type: Code;
  readonly optional?: boolean;
  readonly readonly?: boolean;
  /** Plain text, encoded here. */
  readonly doc?: string;
}

/** What every declaration has. */
export interface Declaration {
  readonly name: string;
  /** Exported unless told. */
  readonly local?: boolean;
  /** Plain text, encoded here. */
  readonly doc?: string;
  /** Type parameters, such as `Id extends string`. */
  readonly typeParameters?: readonly Code[];
}

/** One TypeScript module of the output. Imports follow from the references that its code uses. */
export class TsFile {
  /** Below the output folder, without extension, `client/get-scenario`. */
  readonly module: string;
  readonly #statements: Statement[] = [];
  readonly #imports = new Map<string, Map<string, 'type' | 'value'>>();
  readonly #modules = new Set<string>();

  constructor(module: string) {
    this.module = module;
  }

  /** The modules that this one needs. */
  get modules(): ReadonlySet<string> {
    return this.#modules;
  }

  /** Tells whether nothing has been declared yet. */
  get isEmpty(): boolean {
    return this.#statements.length === 0;
  }

  addInterface(
    declaration: Declaration & { readonly extends?: readonly Code[]; readonly members: readonly Member[] },
  ): void {
    this.#statements.push({
      ...this.#head(declaration),
      kind: 'interface',
      extends: (declaration.extends ?? []).map((base) => this.#text(base)),
      members: declaration.members.map((member) => ({
        key: member.key,
        type: this.#text(member.type),
        optional: member.optional ?? false,
        readonly: member.readonly ?? false,
        doc: docText(member.doc),
      })),
    });
  }

  addTypeAlias(declaration: Declaration & { readonly type: Code }): void {
    this.#statements.push({ ...this.#head(declaration), kind: 'alias', type: this.#text(declaration.type) });
  }

  addConstant(declaration: Declaration & { readonly type?: Code; readonly value: Code }): void {
    this.#statements.push({
      ...this.#head(declaration),
      kind: 'constant',
      type: declaration.type && this.#text(declaration.type),
      value: this.#text(declaration.value),
    });
  }

  addFunction(
    declaration: Declaration & {
      readonly async?: boolean;
      /** Each as written between the parentheses, `value: unknown`. */
      readonly parameters: readonly Code[];
      readonly returns: Code;
      /** Statements, one or more lines each, indented relative to the body. */
      readonly body: readonly Code[];
    },
  ): void {
    this.#statements.push({
      ...this.#head(declaration),
      kind: 'function',
      async: declaration.async ?? false,
      parameters: declaration.parameters.map((parameter) => this.#text(parameter)),
      returns: this.#text(declaration.returns),
      body: declaration.body.map((line) => this.#text(line)),
    });
  }

  /** Re-exports names of another module, or all of them. */
  addReexport(module: string, names: readonly string[] | '*', use: 'type' | 'value' = 'value'): void {
    this.#modules.add(module);
    this.#statements.push({ kind: 'reexport', module, names, typeOnly: use === 'type' });
  }

  /** Prints the module, formatted. */
  print(header: string, extension: ImportExtension): Artifact {
    const imports = [...this.#imports]
      .map(([module, names]) => ({ specifier: this.#specifier(module, extension), names }))
      .sort((a, b) => compareText(a.specifier, b.specifier));
    const text = printStructures(imports, this.#statements, (module) => this.#specifier(module, extension));
    return { path: `${this.module}.ts`, text: `${header}${text}` };
  }

  #head(declaration: Declaration): {
    name: string;
    exported: boolean;
    doc: string | undefined;
    typeParameters: string[];
  } {
    return {
      name: declaration.name,
      exported: !declaration.local,
      doc: docText(declaration.doc),
      typeParameters: (declaration.typeParameters ?? []).map((parameter) => this.#text(parameter)),
    };
  }

  #text(source: Code): string {
    return source.parts.map((part) => (typeof part === 'string' ? part : this.#use(part))).join('');
  }

  #use({ module, name, use }: Reference): string {
    if (module === this.module) return name;
    this.#modules.add(module);
    const names = this.#imports.get(module) ?? new Map<string, 'type' | 'value'>();
    this.#imports.set(module, names);
    if (names.get(name) !== 'value') names.set(name, use);
    return name;
  }

  #specifier(module: string, extension: ImportExtension): string {
    const from = this.module.split('/').slice(0, -1);
    const to = module.split('/');
    while (from.length > 0 && from[0] === to[0]) {
      from.shift();
      to.shift();
    }
    return `${from.length === 0 ? './' : '../'.repeat(from.length)}${to.join('/')}.${extension}`;
  }
}

/** Orders texts by code unit, which no locale changes. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function docText(doc: string | undefined): string | undefined {
  const text = doc === undefined ? '' : encodeComment(doc).trim();
  return text === '' ? undefined : text;
}
