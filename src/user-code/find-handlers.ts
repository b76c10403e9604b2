import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import type { Code } from './code.js';
import { everyKey, listTypes, type NamedOperation } from './contract.js';
import { findSymbol, followAlias, listNodes, unwrapValue } from './syntax.js';

/** A name of an operation that the user's code writes. */
interface ContractUse {
  readonly node: ts.Identifier | ts.StringLiteralLike;
  readonly operation: NamedOperation;
}

/** A place of the user's code that has the handler of an operation. */
interface ProvidedHandler {
  readonly node: ts.Node;
  /** The declaration of the handler. A member of a mapped type has none. */
  readonly declaration?: ts.Declaration;
  readonly operation: NamedOperation;
}

/**
 * Finds the meaning of names of operations in the user's code. A reader is valid until a file of the program changes.
 */
export class ContractReader {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  readonly #contract: ts.SourceFile;
  readonly #byIdentifier: ReadonlyMap<string, NamedOperation>;
  readonly #byName: ReadonlyMap<string, NamedOperation>;

  constructor(code: Code, operations: readonly NamedOperation[]) {
    this.checker = code.checker;
    this.files = code.files;
    this.#contract = code.server;
    this.#byIdentifier = new Map(operations.map((operation) => [operation.identifier, operation]));
    this.#byName = new Map([
      ...operations.flatMap((operation) => listTypes(operation).map((type) => [type, operation] as const)),
      ...this.#byIdentifier,
    ]);
  }

  /** Lists where a file names operations: keys, members, types, imports. */
  listUses(file: ts.SourceFile): readonly ContractUse[] {
    return listNodes(file).flatMap((node) => {
      if (!ts.isIdentifier(node) && !ts.isStringLiteralLike(node)) return [];
      const operation = this.#byName.get(node.text);
      return operation && (this.#isKey(node) || this.isContract(this.#findMeaning(node))) ? [{ node, operation }] : [];
    });
  }

  /**
   * Lists the handlers in a file at places whose type requires handlers: in an object, a class, a spread, an instance …
   */
  listProvided(file: ts.SourceFile): readonly ProvidedHandler[] {
    return listNodes(file).flatMap((node) => {
      const asked = ts.isClassLike(node)
        ? this.#listBases(node)
        : isObjectValue(node)
          ? [this.checker.getContextualType(node)]
          : [];
      return asked.some((type) => this.findHandlersType(type)) ? this.#listMembers(node) : [];
    });
  }

  /**
   * Returns the type with handlers: the type itself, or a member of a union. For example, the object that an async
   * function returns has the type `Handlers | PromiseLike<Handlers>`.
   */
  findHandlersType(type: ts.Type | undefined): ts.Type | undefined {
    return this.#listAlternatives(type).find((each) => each.getProperties().some((one) => this.isContract(one)));
  }

  /** Returns whether the generated server declares a symbol. */
  isContract(symbol: ts.Symbol | undefined): boolean {
    return symbol?.declarations?.some((declaration) => declaration.getSourceFile() === this.#contract) ?? false;
  }

  /**
   * Returns the outermost declaration that contains the use and has the name of the operation. It is a handler even if
   * nothing uses it yet.
   */
  findOwner({ node, operation }: ContractUse): ts.NamedDeclaration | undefined {
    for (let at: ts.Node = node; at.parent; at = at.parent) {
      const { parent } = at;
      const isOwner =
        ts.isVariableDeclaration(parent) ||
        ts.isFunctionDeclaration(parent) ||
        ts.isClassElement(parent) ||
        ts.isPropertyAssignment(parent) ||
        ts.isMethodDeclaration(parent);
      // Inside a function, for example in a test, a constant with the same name can be unrelated.
      if (isOwner && parent.name !== at && findNameNode(parent)?.text === operation.identifier)
        return ts.findAncestor(parent.parent, ts.isFunctionLike) ? undefined : parent;
    }
    return undefined;
  }

  #findMeaning(node: ts.Identifier | ts.StringLiteralLike): ts.Symbol | undefined {
    const { parent } = node;
    if (ts.isObjectLiteralElement(parent) && parent.name === node && ts.isObjectLiteralExpression(parent.parent)) {
      const types = this.#listAlternatives(this.checker.getContextualType(parent.parent));
      return types.flatMap((type) => type.getProperty(node.text) ?? [])[0];
    }
    if (ts.isClassElement(parent) && parent.name === node && ts.isClassLike(parent.parent)) {
      const bases = (parent.parent.heritageClauses ?? []).flatMap(({ types }) => types);
      return bases
        .map((base) => this.checker.getTypeAtLocation(base).getProperty(node.text))
        .find((symbol) => this.isContract(symbol));
    }
    return findSymbol(node, this.checker);
  }

  // Returns whether a text is an argument for a parameter of type `keyof Handlers` or `K extends keyof Handlers`.
  #isKey(node: ts.Node): boolean {
    const { parent } = node;
    if (!ts.isStringLiteralLike(node) || !ts.isCallExpression(parent)) return false;
    const parameter =
      this.checker.getResolvedSignature(parent)?.declaration?.parameters[parent.arguments.indexOf(node)];
    if (!parameter || !ts.isParameter(parameter) || !parameter.type) return false;
    const type = this.checker.getTypeFromTypeNode(parameter.type);
    const bound = this.checker.getBaseConstraintOfType(type) ?? type;
    return bound.isUnion() && bound.types.some((each) => each.isStringLiteral() && each.value === everyKey);
  }

  // The union itself is the first: it has the members that all alternatives share.
  #listAlternatives(type: ts.Type | undefined): readonly ts.Type[] {
    const required = type && this.checker.getNonNullableType(type);
    return required?.isUnion() ? [required, ...required.types] : required ? [required] : [];
  }

  #listMembers(node: ts.Node): ProvidedHandler[] {
    return this.checker
      .getTypeAtLocation(node)
      .getProperties()
      .flatMap((property) => {
        const operation = this.#byIdentifier.get(property.name);
        if (!operation) return [];
        // The member can have several declarations: `Object.assign` returns a type such as `Handlers & { getPet: … }`.
        const all = listNamed(property, operation.identifier, this.checker);
        const own = all.filter((declaration) => declaration.getSourceFile() !== this.#contract);
        const given = own.map((declaration) => ({ node: declaration, declaration, operation }));
        return all.length === 0 ? [{ node, operation }] : given;
      });
  }

  #listBases(node: ts.ClassLikeDeclaration): readonly ts.Type[] {
    return (node.heritageClauses ?? []).flatMap(({ types }) =>
      types.map((type) => this.checker.getTypeAtLocation(type)),
    );
  }
}

function isObjectValue(node: ts.Node): node is ts.Expression {
  return (
    ts.isObjectLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isCallExpression(node)
  );
}

/** Returns the identifier or the text that is the name of a declaration, even in the form `['getPet']() {}`. */
export function findNameNode({ name }: ts.NamedDeclaration): ts.Identifier | ts.StringLiteralLike | undefined {
  if (name && ts.isComputedPropertyName(name))
    return ts.isStringLiteralLike(name.expression) ? name.expression : undefined;
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name : undefined;
}

/**
 * Lists the declarations of a symbol that has a certain name. `export { show as getPet }` and
 * `import { show as getPet }` are declarations of `getPet`, although the compiler would continue to `show`. So is
 * `import getPet` if the imported declaration has another name.
 */
function listNamed(symbol: ts.Symbol | undefined, name: string, checker: ts.TypeChecker): readonly ts.Declaration[] {
  let imported: ts.Declaration | undefined;
  for (let at = symbol; at; at = checker.getImmediateAliasedSymbol(at)) {
    if (!(at.flags & ts.SymbolFlags.Alias)) return imported && at.name !== name ? [imported] : (at.declarations ?? []);
    const [declaration] = at.declarations ?? [];
    const isSpecifier = declaration && (ts.isExportSpecifier(declaration) || ts.isImportSpecifier(declaration));
    if (isSpecifier && declaration.name.text === name && (declaration.propertyName?.text ?? name) !== name)
      return [declaration];
    if (declaration && ts.isImportClause(declaration) && declaration.name?.text === name) imported = declaration;
  }
  return [];
}

/**
 * Lists the declarations with the same name that are the value of a member: `getPet` and `getPet: pets.getPet` lead to
 * such declarations.
 */
export function followValue(member: ts.Node, name: string, checker: ts.TypeChecker): readonly ts.Declaration[] {
  if (ts.isShorthandPropertyAssignment(member))
    return listNamed(checker.getShorthandAssignmentValueSymbol(member), name, checker);
  if (!ts.isPropertyAssignment(member)) return [];
  const value = unwrapValue(member.initializer);
  const node = ts.isPropertyAccessExpression(value) ? value.name : value;
  return ts.isIdentifier(node) && node.text === name ? listNamed(checker.getSymbolAtLocation(node), name, checker) : [];
}

export interface HandlerPlace {
  readonly node: ts.Node;
  readonly isMapped: boolean;
  /**
   * The absolute path of the module that exports the handler under the identifier of the operation. Absent if that
   * module is not in the folder of the handlers.
   */
  readonly module?: string;
}

/** Finds all handlers in the user's code, by the identifier of their operation. */
export function findHandlers(
  code: Code,
  reader: ContractReader,
  identifiers: ReadonlySet<string>,
  folder: string,
): ReadonlyMap<string, HandlerPlace> {
  const found = new Map<string, HandlerPlace>();
  const add = (identifier: string, place: HandlerPlace): void => {
    const known = found.get(identifier);
    if (
      identifiers.has(identifier) &&
      (!known || (!known.module && place.module) || (known.isMapped && !place.isMapped))
    )
      found.set(identifier, place);
  };
  for (const file of reader.files) {
    for (const { operation, node, declaration } of reader.listProvided(file))
      add(operation.identifier, { node, isMapped: declaration === undefined });
    for (const use of reader.listUses(file)) {
      const owner = reader.findOwner(use) ?? findTypedDeclaration(use.node) ?? findAssignedValue(use.node);
      if (owner) add(use.operation.identifier, { node: owner, isMapped: false });
    }
    const path = code.findPath(file);
    if (!isBelow(path, folder)) continue;
    for (const [name, node] of listExports(file, reader)) add(name, { node, isMapped: false, module: path });
  }
  return found;
}

// `const whatever: Handlers['getPet'] = …`
function findTypedDeclaration(name: ts.Node): ts.Node | undefined {
  let type = name;
  while (!ts.isTypeNode(type) && type.parent) type = type.parent;
  if (ts.isLiteralTypeNode(type)) type = type.parent;
  const { parent } = type;
  if (!parent || !ts.isTypeNode(type) || !(ts.isIndexedAccessTypeNode(type) || isHandlerType(type))) return undefined;
  return (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) && parent.type === type
    ? parent
    : undefined;
}

// `handlers.getPet = …`, and `builder.on('getPet', …)`
function findAssignedValue(name: ts.Node): ts.Node | undefined {
  const { parent } = name;
  const isAccess = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  if (isAccess && ts.isBinaryExpression(parent.parent) && parent.parent.left === parent) {
    return parent.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? parent : undefined;
  }
  const isFirst = ts.isCallExpression(parent) && parent.arguments[0] === name;
  const value = isFirst ? parent.arguments[1] : undefined;
  return value && (ts.isFunctionLike(value) || ts.isIdentifier(value)) ? value : undefined;
}

function isHandlerType(type: ts.TypeNode): boolean {
  return ts.isTypeReferenceNode(type) && /Handler$/.test(type.typeName.getText());
}

function listExports(file: ts.SourceFile, { checker }: ContractReader): [string, ts.Node][] {
  const module = checker.getSymbolAtLocation(file);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return symbols.flatMap((symbol): [string, ts.Node][] => {
    const target = followAlias(symbol, checker);
    const [declaration = file] = target?.declarations ?? symbol.declarations ?? [];
    return target && !isCallable(checker.getTypeOfSymbolAtLocation(target, declaration))
      ? []
      : [[symbol.name, declaration]];
  });
}

// Packages are not read, so an import from a package has the type `any`. It could be callable.
function isCallable(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Any) !== 0 || type.getCallSignatures().length > 0;
}

/** An object with handlers that the user's code passes to the generated server. */
export interface HandlersHolder {
  readonly node: ts.ObjectLiteralExpression;
  readonly path: string;
  /** The identifiers of the required handlers that the object lacks. */
  readonly lacking: ReadonlySet<string>;
  /** The identifiers of the handlers that the object has only because of `unimplemented`. */
  readonly borrowed: ReadonlySet<string>;
}

/** Finds the objects that must contain handlers, and the handlers that each lacks. */
export function findHolders(code: Code, reader: ContractReader, identifiers: ReadonlySet<string>): HandlersHolder[] {
  return reader.files.flatMap(listNodes).flatMap((node) => {
    if (!ts.isObjectLiteralExpression(node)) return [];
    const asked = reader.findHandlersType(reader.checker.getContextualType(node));
    if (!asked) return [];
    const has = reader.checker.getTypeAtLocation(node);
    const wanted = [...identifiers].filter((name) => isRequired(asked.getProperty(name)));
    const lacking = new Set(wanted.filter((name) => !has.getProperty(name)));
    const borrowed = new Set(wanted.filter((name) => reader.isContract(has.getProperty(name))));
    return { node, path: code.findPath(node.getSourceFile()), lacking, borrowed };
  });
}

function isRequired(property: ts.Symbol | undefined): boolean {
  return property !== undefined && !(property.flags & ts.SymbolFlags.Optional);
}
