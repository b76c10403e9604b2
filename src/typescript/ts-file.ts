import type { Origin } from '../diagnostics/origin.js';
import { type Artifact, type EncodedArtifact, encodeArtifact } from '../model/artifact.js';
import { UniqueNames } from '../model/unique-names.js';
import { joinPascal, splitWords } from '../naming/words.js';
import { breakLines } from './break-lines.js';
import { type Code, type Doc, encodeDoc, type Reference } from './code.js';
import { buildImports, compareText, printModule } from './print.js';
import { kinds, type Statement } from './statement.js';

export { compareText } from './print.js';

/** How import specifiers end (`--import-extension`). */
export type ImportExtension = 'js' | 'ts';

/** A declared member of an interface. */
export interface Member {
  /** The key, encoded with `encodePropertyKey`, or an index signature such as `[key: string]`. */
  readonly key: string;
  readonly type: Code;
  readonly optional?: boolean;
  readonly readonly?: boolean;
  /** The doc comment as plain text. It is encoded here. */
  readonly doc?: Doc | string;
}

/** The common members of all declarations. */
export interface Declaration {
  readonly name: string;
  /** Whether the declaration is not exported; absent: it is exported. */
  readonly local?: boolean;
  /** The doc comment as plain text. It is encoded here. */
  readonly doc?: Doc | string;
  /**
   * The place in the description from which an export comes. The doc comment names it if no export before it has a place
   * in the same component or operation.
   */
  readonly place?: Origin;
  /** Type parameters, such as `Id extends string`. */
  readonly typeParameters?: readonly Code[];
}

/**
 * The common members of all declarations, with code as text. An object with further members names
 * these first, because V8 adds members to a copy slowly.
 */
interface Head {
  readonly name: string;
  readonly isExported: boolean;
  readonly docs: string[];
  readonly typeParameters: string[];
}

/** One TypeScript module of the output. Imports follow from the references that its code uses. */
export class TsFile {
  /** The path below the output folder without extension, such as `client/get-scenario`. */
  readonly module: string;
  readonly #statements: ((textOf: (source: Code) => string, specifierOf: (module: string) => string) => Statement)[] =
    [];
  readonly #declared = new Set<string>();
  /** The components and operations whose places doc comments name. */
  readonly #places = new Set<string>();
  readonly #imported: ImportedNames = new Map();
  readonly #fromPackages: ImportedNames = new Map();
  #printed: EncodedArtifact | undefined;

  constructor(module: string) {
    this.module = module;
  }

  /** The modules of the output that this one imports, with the imported names. */
  get imported(): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
    return this.#imported;
  }

  /** The modules of the output that this one imports. */
  get modules(): readonly string[] {
    return [...this.#imported.keys()];
  }

  /** Whether nothing has been declared yet. */
  get isEmpty(): boolean {
    return this.#statements.length === 0;
  }

  /** Reserves names that other code of this module uses, so that no import gets them. */
  reserve(names: Iterable<string>): void {
    for (const name of names) this.#declared.add(name);
  }

  addInterface(
    declaration: Declaration & { readonly extends?: readonly Code[]; readonly members: readonly Member[] },
  ): void {
    const { extends: bases = [], members } = declaration;
    for (const { type } of members) this.#useAll(type);
    this.#add(declaration, bases, (head, textOf) => ({
      kind: kinds.interface,
      extends: bases.map(textOf),
      properties: members.map((member) => ({
        name: member.key,
        type: textOf(member.type),
        hasQuestionToken: member.optional ?? false,
        isReadonly: member.readonly ?? false,
        docs: listDocs(member.doc),
      })),
      ...head,
    }));
  }

  addTypeAlias(declaration: Declaration & { readonly type: Code }): void {
    const { type } = declaration;
    this.#add(declaration, [type], (head, textOf) => ({ kind: kinds.alias, type: textOf(type), ...head }));
  }

  addConstant(declaration: Declaration & { readonly type?: Code; readonly value: Code }): void {
    const { type, value } = declaration;
    this.#add(declaration, type ? [type, value] : [value], ({ name, isExported, docs }, textOf) => ({
      kind: kinds.constant,
      isExported,
      docs,
      declarations: [{ name, initializer: textOf(value), ...(type && { type: textOf(type) }) }],
    }));
  }

  addFunction(
    declaration: Declaration & {
      readonly async?: boolean;
      /** The texts of the parameters, such as `value: unknown`. */
      readonly parameters: readonly Code[];
      readonly returns: Code;
      /** The statements, one or more lines each, indented relative to the body. */
      readonly body: readonly Code[];
    },
  ): void {
    const { async = false, parameters, returns, body } = declaration;
    this.#add(declaration, [...parameters, returns, ...body], (head, textOf) => ({
      kind: kinds.function,
      isAsync: async,
      parameters: parameters.map((parameter) => ({ name: textOf(parameter) })),
      returnType: textOf(returns),
      statements: body.map(textOf),
      ...head,
    }));
  }

  /** Re-exports names of another module, or all of them. */
  addReexport(module: string, names: readonly string[] | '*', use: 'type' | 'value' = 'value'): void {
    const imported = findNames(this.#imported, module);
    if (names !== '*') for (const name of names) if (!imported.has(name)) imported.set(name, undefined);
    this.#statements.push((_, specifierOf) => ({
      kind: kinds.export,
      isTypeOnly: use === 'type',
      moduleSpecifier: specifierOf(module),
      ...(names !== '*' && { namedExports: [...names] }),
    }));
  }

  /** Prints the module with broken lines. */
  print(header: string, extension: ImportExtension): Artifact {
    const statements = this.buildStatements(extension);
    const mark = isTooLargeToCheck(statements) ? '// @ts-nocheck\n\n' : '';
    return { path: `${this.module}.ts`, text: breakLines(header + mark + printModule(statements)) };
  }

  /**
   * Prints the module, and then frees the memory of its declarations. A further call returns the same artifact.
   */
  printOnce(header: string, extension: ImportExtension): EncodedArtifact {
    if (this.#printed) return this.#printed;
    this.#printed = encodeArtifact(this.print(header, extension));
    this.#statements.length = 0;
    this.#declared.clear();
    this.#fromPackages.clear();
    return this.#printed;
  }

  /**
   * Builds the statements of the module, imports first. If two have the same name, a declaration keeps it, or else the
   * import from the first module.
   */
  buildStatements(extension: ImportExtension): Statement[] {
    const specifierOf = createSpecifiers(this.module, extension);
    const used = listUsed(this.#imported, this.#fromPackages);
    const locals = chooseLocalNames(used, this.#declared);
    const localOf = (reference: Reference): string =>
      locals.size === 0 ? reference.name : (locals.get(getKey(reference)) ?? reference.name);
    const textOf = ({ parts }: Code): string => {
      let text = '';
      for (const part of parts) {
        const local = typeof part === 'string' ? part : localOf(part);
        text += typeof part === 'string' || !part.isMember || local === part.name ? local : `${part.name}: ${local}`;
      }
      return text;
    };
    const imported = used.map((reference) => ({
      specifier: reference.isPackage ? reference.module : specifierOf(reference.module),
      name: reference.name,
      local: localOf(reference),
      use: reference.use,
    }));
    return [...buildImports(imported), ...this.#statements.map((build) => build(textOf, specifierOf))];
  }

  #add(
    declaration: Declaration,
    sources: readonly Code[],
    build: (head: Head, textOf: (source: Code) => string) => Statement,
  ): void {
    const { name, local = false, doc, place, typeParameters = [] } = declaration;
    const docs = listDocs(doc, place && this.#isNew(place) ? place : undefined);
    this.#declared.add(name);
    for (const parameter of typeParameters) this.#useAll(parameter);
    for (const source of sources) this.#useAll(source);
    this.#statements.push((textOf) =>
      build({ name, isExported: !local, docs, typeParameters: typeParameters.map(textOf) }, textOf),
    );
  }

  #isNew({ file, pointer }: Origin): boolean {
    const [, ...tokens] = pointer.split('/');
    const owners = ['', ...tokens.slice(0, 3)].map((_, depth) => [file, ...tokens.slice(0, depth)].join('/'));
    if (owners.some((owner) => this.#places.has(owner))) return false;
    this.#places.add(owners.at(-1) ?? file);
    return true;
  }

  #useAll({ parts }: Code): void {
    for (const part of parts) if (typeof part !== 'string') this.#use(part);
  }

  #use(reference: Reference): void {
    const { module, name, isPackage, use } = reference;
    if (module === this.module) return;
    const names = findNames(isPackage ? this.#fromPackages : this.#imported, module);
    if (use === 'value' || !names.get(name)) names.set(name, reference);
  }
}

function listDocs(doc: Doc | string | undefined, place?: Origin): string[] {
  if (doc === undefined && !place) return [];
  const text = encodeDoc(doc, place);
  return text === '' ? [] : [text];
}

/**
 * The names that a module imports, by the module that declares them. A name without a reference is only exported again.
 */
type ImportedNames = Map<string, Map<string, Reference | undefined>>;

/** Finds the names that are imported from a module, or starts with none. */
function findNames(imported: ImportedNames, module: string): Map<string, Reference | undefined> {
  let names = imported.get(module);
  if (!names) {
    names = new Map();
    imported.set(module, names);
  }
  return names;
}

/** Lists the references to imported names, each once. */
function listUsed(...all: readonly ImportedNames[]): Reference[] {
  const used: Reference[] = [];
  for (const imported of all)
    for (const names of imported.values()) for (const reference of names.values()) if (reference) used.push(reference);
  return used;
}

// From a use of a name, the compiler follows at most 2,000 steps back (TS2563). A branch takes up to two steps.
const mostBranches = 800;
const branch = / (?:\|\||&&|\?) |\b(?:if|for) \(/g;

/**
 * Returns whether a module has a function with more branches than the compiler follows, such as one that an
 * emitter of a project prints. Its declarations still have their types.
 */
function isTooLargeToCheck(statements: readonly Statement[]): boolean {
  return statements.some(
    (statement) =>
      statement.kind === kinds.function && (statement.statements.join('\n').match(branch)?.length ?? 0) > mostBranches,
  );
}

/**
 * Chooses the names of imports that cannot keep their own, by their key (`getKey`). The declarations of the module keep
 * their names.
 */
function chooseLocalNames(used: readonly Reference[], declared: ReadonlySet<string>): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const wanted = new Set<string>();
  for (const { name } of used) wanted.add(name);
  // In most modules, all names differ, and their order decides nothing.
  if (wanted.size === used.length && ![...declared].some((name) => wanted.has(name))) return chosen;
  const names = new UniqueNames([...declared, ...wanted]);
  const taken = new Set(declared);
  const keys = used.map((reference) => [getKey(reference), reference] as const);
  for (const [key, { name, module }] of keys.sort(([a], [b]) => compareText(a, b))) {
    const source = joinPascal(splitWords(module.slice(module.lastIndexOf('/') + 1)));
    if (taken.has(name)) chosen.set(key, names.take(`${name}From${source}`));
    taken.add(name);
  }
  return chosen;
}

/** Returns the key of a reference in maps. */
function getKey({ module, name }: Reference): string {
  return `${module} ${name}`;
}

/** Returns a function from a module of the output to the specifier by which `module` imports it. */
export function createSpecifiers(module: string, extension: string): (imported: string) => string {
  const folder = getFolder(module);
  return (imported) => {
    let shared = folder;
    let up = '';
    for (; !imported.startsWith(shared); shared = getFolder(shared.slice(0, -1))) up += '../';
    return `${up || './'}${imported.slice(shared.length)}.${extension}`;
  };
}

// Returns the folder of a path, with a slash at its end, or an empty text.
function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
