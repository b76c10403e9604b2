import { ts } from 'ts-morph';
import { findName } from './declaration-name.js';
import { listDeclarationsOf } from './export-names.js';
import { findConstant, findKeyed, type KeyText, listAskedTypes } from './key-texts.js';
import { listMappedTypes } from './mapped-types.js';
import { listTypes, type NamedOperation } from './named-operation.js';
import { everyKey } from './print-contract.js';
import { findCompared, findConstraint, listOtherArguments } from './type-arguments.js';
import type { UserCode } from './user-code.js';
import { walkNodes } from './visit-nodes.js';

/** A name of an operation that the user's code writes. */
export interface ContractUse {
  readonly node: ts.Identifier | ts.StringLiteralLike;
  readonly operation: NamedOperation;
}

/** A declaration in the user's code that is the handler of an operation. */
interface ProvidedHandler {
  readonly declaration: ts.Declaration;
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
  readonly #uses = new Map<ts.SourceFile, readonly ContractUse[]>();
  readonly #keyed = new Map<ts.SourceFile, readonly KeyText[]>();
  readonly #given = new Map<ts.SourceFile, readonly ProvidedHandler[]>();

  constructor(code: UserCode, operations: readonly NamedOperation[]) {
    this.checker = code.program.getTypeChecker();
    this.files = [...code.files.values()];
    this.#contract = code.server;
    this.#byIdentifier = new Map(operations.map((operation) => [operation.identifier, operation]));
    this.#byName = new Map([
      ...operations.flatMap((operation) => listTypes(operation).map((type) => [type, operation] as const)),
      ...this.#byIdentifier,
    ]);
  }

  /** Lists where a file names operations: keys, members, types, imports. */
  listUses(file: ts.SourceFile): readonly ContractUse[] {
    const known = this.#uses.get(file);
    if (known) return known;
    const uses: ContractUse[] = [];
    this.#uses.set(file, uses);
    walkNodes(file, (node) => {
      if (!ts.isIdentifier(node) && !ts.isStringLiteralLike(node)) return;
      const operation = this.#byName.get(node.text);
      if (operation && this.isContract(this.#findMeaning(node))) uses.push({ node, operation });
      const constant = ts.isIdentifier(node) ? findConstant(node, this.checker) : undefined;
      const keyed =
        constant && this.isContract(constant.symbol) ? this.#byIdentifier.get(constant.node.text) : undefined;
      if (constant && keyed) uses.push({ node: constant.node, operation: keyed });
    });
    return uses;
  }

  /**
   * Lists the handlers in a file at places whose type requires handlers: in an object, a class, a spread, an instance …
   */
  listProvided(file: ts.SourceFile): readonly ProvidedHandler[] {
    const known = this.#given.get(file);
    if (known) return known;
    const given: ProvidedHandler[] = [];
    this.#given.set(file, given);
    walkNodes(file, (node) => {
      if (ts.isClassLike(node)) given.push(...this.#listMembers(node));
      if (!isObjectValue(node) || !this.hasHandlers(this.checker.getContextualType(node))) return;
      given.push(...this.#listProperties(this.checker.getTypeAtLocation(node)));
    });
    return given;
  }

  /**
   * Lists the texts that can only be the key of a declared member, such as `'getPet'` in
   * `vi.spyOn(handlers, 'getPet')`.
   */
  listKeyTexts(declaration: ts.Node): ts.StringLiteralLike[] {
    return this.files
      .flatMap((file) =>
        this.#listKeyed(file).filter(({ symbol }) => symbol.declarations?.some((each) => each === declaration)),
      )
      .map(({ node }) => node);
  }

  #listKeyed(file: ts.SourceFile): readonly KeyText[] {
    const known = this.#keyed.get(file);
    if (known) return known;
    const found: KeyText[] = [];
    this.#keyed.set(file, found);
    walkNodes(file, (node) => {
      if (!ts.isStringLiteralLike(node) || !this.#byIdentifier.has(node.text)) return;
      const symbol = findKeyed(node, this.checker);
      if (symbol) found.push({ node, symbol });
    });
    return found;
  }

  /** Returns whether a type has a member that the generated server declares as a handler. */
  hasHandlers(type: ts.Type | undefined): boolean {
    return this.findHandlersType(type) !== undefined;
  }

  /**
   * Returns the type with handlers: the type itself, or a member of a union. For example, the object that an async
   * function returns has the type `Handlers | PromiseLike<Handlers>`.
   */
  findHandlersType(type: ts.Type | undefined): ts.Type | undefined {
    return this.#listAlternatives(type).find(
      (each) => each.getProperties().some((one) => this.isContract(one)) || this.#isMapped(each),
    );
  }

  #isMapped(type: ts.Type): boolean {
    return listMappedTypes(type, this.checker).some(
      (each) => this.#isKeys(each) || (each !== type && this.hasHandlers(each)),
    );
  }

  /** Returns whether the generated server declares a symbol. */
  isContract(symbol: ts.Symbol | undefined): boolean {
    return symbol?.declarations?.some((declaration) => declaration.getSourceFile() === this.#contract) ?? false;
  }

  /** Returns the symbol to which a name leads. Follows imports and re-exports. */
  readonly resolve = (symbol: ts.Symbol | undefined): ts.Symbol | undefined =>
    symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;

  /**
   * Returns the outermost declaration that contains the use and has the name of the operation. It is a handler even if
   * nothing uses it yet.
   */
  findOwner({ node, operation }: ContractUse): ts.NamedDeclaration | undefined {
    for (let at: ts.Node = node; at.parent; at = at.parent) {
      if (isNamed(at.parent) && at.parent.name !== at && findName(at.parent) === operation.identifier) {
        return isNested(at.parent) ? undefined : at.parent;
      }
    }
    return undefined;
  }

  #findMeaning(node: ts.Identifier | ts.StringLiteralLike): ts.Symbol | undefined {
    const { parent } = node;
    if (ts.isObjectLiteralElement(parent) && parent.name === node && ts.isObjectLiteralExpression(parent.parent)) {
      const types = this.#listAlternatives(this.checker.getContextualType(parent.parent));
      const owner = types.find((type) => type.getProperty(node.text) !== undefined);
      return owner && this.#isMapped(owner) ? this.#findContractMember(node.text) : owner?.getProperty(node.text);
    }
    if (ts.isClassElement(parent) && parent.name === node && ts.isClassLike(parent.parent)) {
      return this.#listBases(parent.parent)
        .map((type) => type.getProperty(node.text))
        .find((symbol) => this.isContract(symbol));
    }
    if (ts.isLiteralTypeNode(parent) && this.#isKeyArgument(parent)) {
      return this.#findContractMember(node.text);
    }
    if (ts.isStringLiteralLike(node)) {
      const keyed = findKeyed(node, this.checker) ?? this.#findNamedKey(node);
      if (keyed) return keyed;
    }
    return this.resolve(this.checker.getSymbolAtLocation(node));
  }

  #findNamedKey(node: ts.StringLiteralLike): ts.Symbol | undefined {
    const isAsked = listAskedTypes(node, this.checker).some((type) => this.#isKeys(type));
    return isAsked ? this.#findContractMember(node.text) : undefined;
  }

  // Returns whether a type is derived from `keyof Handlers`.
  #isKeys(type: ts.Type | undefined): boolean {
    return type?.isUnion() === true && type.types.some((each) => each.isStringLiteral() && each.value === everyKey);
  }

  // The union itself is the first: it has the members that all alternatives share.
  #listAlternatives(type: ts.Type | undefined): ts.Type[] {
    const object = type && this.checker.getNonNullableType(type);
    if (object === undefined) return [];
    return object.isUnion() ? [object, ...object.types] : [object];
  }

  #listMembers(node: ts.ClassLikeDeclaration): ProvidedHandler[] {
    if (!this.#listBases(node).some((type) => this.hasHandlers(type))) return [];
    return this.#listProperties(this.checker.getTypeAtLocation(node));
  }

  #listProperties(type: ts.Type): ProvidedHandler[] {
    return type.getProperties().flatMap((property) => {
      const operation = this.#byIdentifier.get(property.name);
      if (!operation) return [];
      // The member can have several declarations: `Object.assign` returns a type such as `Handlers & { getPet: … }`.
      return listDeclarationsOf(property, operation.identifier, this.checker)
        .filter((declaration) => declaration.getSourceFile() !== this.#contract)
        .map((declaration) => ({ declaration, operation }));
    });
  }

  #listBases(node: ts.ClassLikeDeclaration): ts.Type[] {
    return (node.heritageClauses ?? []).flatMap(({ types }) =>
      types.map((type) => this.checker.getTypeAtLocation(type)),
    );
  }

  // The compiler does not connect the text in `Pick<Handlers, 'getPet'>` with a member.
  #isKeyArgument(literal: ts.LiteralTypeNode): boolean {
    if ([findConstraint, findCompared].some((find) => this.#isKeys(find(literal, this.checker)))) return true;
    return listOtherArguments(literal).some((other) => {
      const type = ts.isTypeOperatorNode(other) ? other.type : other;
      return this.hasHandlers(this.checker.getTypeFromTypeNode(type));
    });
  }

  #findContractMember(name: string): ts.Symbol | undefined {
    const handlers = this.#contract.statements.find(ts.isInterfaceDeclaration);
    return handlers && this.checker.getTypeAtLocation(handlers).getProperty(name);
  }
}

function isNamed(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassElement(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node)
  );
}

// Inside a function, for example in a test, a constant with the same name can be unrelated.
function isNested(declaration: ts.Node): boolean {
  for (let at = declaration.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
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
