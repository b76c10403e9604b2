import { ts } from 'ts-morph';
import { type ContractReader, visitNodes } from './contract-reader.js';
import type { UserCode } from './user-code.js';
import { isBelow } from './user-files.js';

/** Where the handler of an operation is. */
export interface HandlerPlace {
  readonly node: ts.Node;
  /** The absolute path of the module in the folder of the handlers that exports it under the identifier of the operation. */
  readonly module?: string;
}

/** Finds the handlers that there are, by the identifier of their operation, wherever and however they are written. */
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
    for (const { operation, declaration } of reader.listGiven(file)) add(operation.identifier, { node: declaration });
    for (const use of reader.listUses(file)) {
      const owner = reader.ownerOf(use) ?? typedBy(use.node) ?? takenWith(use.node);
      if (owner) add(use.operation.identifier, { node: owner });
    }
    const path = code.pathOf(file);
    if (!isBelow(path, folder)) continue;
    for (const [name, node] of listExports(file, reader)) add(name, { node, module: path });
  }
  return found;
}

// `const whatever: Handlers['getPet'] = …`
function typedBy(name: ts.Node): ts.Node | undefined {
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
function takenWith(name: ts.Node): ts.Node | undefined {
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

// What cannot be seen, since it comes from a package, may be.
function isCallable(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Any) !== 0 || type.getCallSignatures().length > 0;
}

/** An object or a class with the handlers, as the generated server receives it. */
export interface HandlersHolder {
  readonly node: ts.ObjectLiteralExpression;
  readonly path: string;
  /** The operations that it must handle and does not. */
  readonly lacking: ReadonlySet<string>;
  /** The operations that it handles only by `unimplemented`. */
  readonly borrowed: ReadonlySet<string>;
}

/** Finds the objects that must have all handlers. */
export function findHolders(
  code: UserCode,
  reader: ContractReader,
  identifiers: ReadonlySet<string>,
): HandlersHolder[] {
  return reader.files.flatMap((file) => {
    const holders: HandlersHolder[] = [];
    visitNodes(file, (node) => {
      if (!ts.isObjectLiteralExpression(node)) return;
      const asked = reader.checker.getContextualType(node);
      if (!reader.asksForHandlers(asked)) return;
      const has = reader.checker.getTypeAtLocation(node);
      const wanted = [...identifiers].filter((name) => isRequired(asked?.getProperty(name)));
      holders.push({
        node,
        path: code.pathOf(file),
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
