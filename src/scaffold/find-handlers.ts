import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import type { ContractReader } from './contract-reader.js';
import type { UserCode } from './user-code.js';
import { walkNodes } from './visit-nodes.js';

/** The place of the handler of an operation. */
export interface HandlerPlace {
  readonly node: ts.Node;
  /**
   * The absolute path of the module that exports the handler under the identifier of the operation. Absent if that
   * module is not in the folder of the handlers.
   */
  readonly module?: string;
}

/** Finds all handlers in the user's code, by the identifier of their operation. */
export function findHandlers(
  code: UserCode,
  reader: ContractReader,
  identifiers: ReadonlySet<string>,
  folder: string,
): ReadonlyMap<string, HandlerPlace> {
  const found = new Map<string, HandlerPlace>();
  const add = (identifier: string, place: HandlerPlace): void => {
    const known = found.get(identifier);
    if (identifiers.has(identifier) && (!known || (!known.module && place.module))) found.set(identifier, place);
  };
  for (const file of reader.files) {
    for (const { operation, declaration } of reader.listProvided(file))
      add(operation.identifier, { node: declaration });
    for (const use of reader.listUses(file)) {
      const owner = reader.findOwner(use) ?? findTypedDeclaration(use.node) ?? findAssignedValue(use.node);
      if (owner) add(use.operation.identifier, { node: owner });
    }
    const path = code.findPath(file);
    if (!isBelow(path, folder)) continue;
    for (const [name, node] of listExports(file, reader)) add(name, { node, module: path });
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

function listExports(file: ts.SourceFile, { checker, resolve }: ContractReader): [string, ts.Node][] {
  const module = checker.getSymbolAtLocation(file);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return symbols.flatMap((symbol): [string, ts.Node][] => {
    const target = resolve(symbol);
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
export function findHolders(
  code: UserCode,
  reader: ContractReader,
  identifiers: ReadonlySet<string>,
): HandlersHolder[] {
  return reader.files.flatMap((file) => {
    const holders: HandlersHolder[] = [];
    walkNodes(file, (node) => {
      if (!ts.isObjectLiteralExpression(node)) return;
      const asked = reader.findHandlersType(reader.checker.getContextualType(node));
      if (!asked) return;
      const has = reader.checker.getTypeAtLocation(node);
      const wanted = [...identifiers].filter((name) => isRequired(asked.getProperty(name)));
      holders.push({
        node,
        path: code.findPath(file),
        lacking: new Set(wanted.filter((name) => !has.getProperty(name))),
        borrowed: new Set(wanted.filter((name) => reader.isContract(has.getProperty(name)))),
      });
    });
    return holders;
  });
}

function isRequired(property: ts.Symbol | undefined): boolean {
  return property !== undefined && !(property.flags & ts.SymbolFlags.Optional);
}
