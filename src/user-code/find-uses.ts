import { normalize } from 'node:path';
import { ts } from 'ts-morph';
import { notShownFunctions, notShownModule } from '../emitters/types/contract.js';
import type { Code } from './code.js';
import { isPassedOn, unwrapValue, walkNodes } from './syntax.js';
import { followFunction } from './trace.js';

/** How code uses an item. */
export type UseKind = 'assume' | 'reveal' | 'rest' | 'extraQuery' | 'wireNames' | 'isKnown' | 'match';

/** A place in the user's code that uses an item. */
export interface ItemUse {
  /** The id of the item. Absent if the code does not contain it. */
  readonly id?: string;
  readonly kind: UseKind;
  /** Whether the code imports a name that is no longer generated because its item was answered. */
  readonly isGone: boolean;
  /** The absolute path of the file. */
  readonly path: string;
  /** The offset in the text of the file. */
  readonly start: number;
  /** The line. Line and column begin at 1. */
  readonly line: number;
  readonly column: number;
}

/** The names that code for items can contain. */
interface ItemNames {
  /** The id of the item of each guard and matcher, by the name of that function. */
  readonly guards: ReadonlyMap<string, string>;
  /** The ids of the items of parameters without a known name, open or answered. */
  readonly parameterNames: ReadonlySet<string>;
}

/** Finds the uses of items in the user's code, in the order of files and lines. */
export function findUses(code: Code, names: ItemNames): readonly ItemUse[] {
  const uses = [
    ...findCalls(code),
    ...findGuards(code, names.guards),
    ...findExtraQueries(code),
    ...findWireNames(code, names.parameterNames).map(({ node, id }) => buildUse(node, 'wireNames', id)),
    ...findLeftovers(code),
  ];
  const unique = new Map(uses.map((use) => [`${use.path}:${use.start}:${use.kind}:${use.id}`, use]));
  return [...unique.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start));
}

function findCalls(code: Code): ItemUse[] {
  const module = code.findModule(notShownModule);
  if (!module) return [];
  return callKinds.flatMap((kind) =>
    listFunctions(module, (name) => name === kind).flatMap((name) =>
      followFunction(name, code).map(({ node, id }) => buildUse(node, kind, id)),
    ),
  );
}

const callKinds = ['assume', 'reveal', 'rest'] as const;

function findGuards(code: Code, guards: ReadonlyMap<string, string>): ItemUse[] {
  return code.generated.flatMap((module) =>
    listFunctions(module, (name) => guards.has(name)).flatMap((name) =>
      code
        .listReferences(name)
        .filter((reference) => !isPassedOn(reference))
        .map((reference) => buildUse(reference, findKind(name.text), guards.get(name.text))),
    ),
  );
}

function listFunctions(module: ts.SourceFile, isWanted: (name: string) => boolean): readonly ts.Identifier[] {
  return module.statements.flatMap((statement) =>
    ts.isFunctionDeclaration(statement) && statement.name && isWanted(statement.name.text) ? [statement.name] : [],
  );
}

function findKind(name: string): UseKind {
  const call = callKinds.find((kind) => kind === name);
  return call ?? (name.startsWith('isKnown') ? 'isKnown' : 'match');
}

// The type of the property contains the id of the item: `extraQuery?: NotShown<'list-pets-parameters'>`.
function findExtraQueries(code: Code): ItemUse[] {
  return code.generated.flatMap((module) => {
    const uses: ItemUse[] = [];
    walkNodes(module, (node) => {
      if (!ts.isPropertySignature(node) || node.name.getText() !== 'extraQuery' || !node.type) return;
      const id = /NotShown<'([^']+)'>/.exec(node.type.getText())?.[1];
      for (const reference of code.listReferences(node.name)) uses.push(buildUse(reference, 'extraQuery', id));
    });
    return uses;
  });
}

// Finds uses of names that a generated module no longer exports because the item was answered.
function findLeftovers(code: Code): ItemUse[] {
  const pattern = new RegExp(`^(${notShownFunctions.map(({ name }) => name).join('|')}|isKnown[A-Z].*|match[A-Z].*)$`);
  return code.files.flatMap((file) => {
    const uses: ItemUse[] = [];
    walkNodes(file, (node) => {
      const specifier = ts.isImportSpecifier(node) ? node : undefined;
      const from = specifier?.parent.parent.parent.moduleSpecifier;
      if (!specifier || !from || !ts.isStringLiteral(from) || !code.isGenerated(from.text, file)) return;
      const { text } = specifier.propertyName ?? specifier.name;
      if (!pattern.test(text) || isExported(specifier, code)) return;
      const kind = findKind(text);
      const places = isCallKind(kind)
        ? followFunction(specifier.name, code)
        : code.listReferences(specifier.name).flatMap((node) => (isPassedOn(node) ? [] : [{ node, id: undefined }]));
      uses.push(...places.map(({ node: place, id }) => buildUse(place, kind, id, true)));
      uses.push(buildUse(specifier, kind, undefined, true));
    });
    return uses;
  });
}

function isCallKind(kind: UseKind): boolean {
  return callKinds.some((one) => one === kind);
}

function isExported({ name }: ts.ImportSpecifier, { checker }: Code): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && checker.getAliasedSymbol(symbol).declarations !== undefined;
}

function buildUse(node: ts.Node, kind: UseKind, id: string | undefined, isGone = false): ItemUse {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return {
    ...(id !== undefined && { id }),
    kind,
    isGone,
    path: normalize(file.fileName),
    start,
    line: line + 1,
    column: character + 1,
  };
}

/** A name that the user's code gives a parameter. */
interface BoundName {
  /** The key in the code. It is the id of the item. */
  readonly node: ts.Node;
  readonly id: string;
}

/**
 * Finds the keys that are ids of items, in all values of a property `wireNames`. Values can be object literals,
 * variables, spread objects, results of the user's functions, and assigned values.
 */
function findWireNames(code: Code, ids: ReadonlySet<string>): readonly BoundName[] {
  const found: BoundName[] = [];
  for (const file of code.files) {
    walkNodes(file, (node) => {
      const value = findValue(node);
      if (value) found.push(...listKeys(value, code, new Set()));
    });
  }
  return found.filter(({ id }) => ids.has(id));
}

function findValue(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) {
    return isWireNames(node.name) ? node.initializer : undefined;
  }
  if (ts.isShorthandPropertyAssignment(node)) return isWireNames(node.name) ? node.name : undefined;
  if (ts.isJsxAttribute(node) && isWireNames(node.name)) {
    return node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return ts.isPropertyAccessExpression(node.left) && isWireNames(node.left.name) ? node.right : undefined;
}

function isWireNames(name: ts.Node): boolean {
  return (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === 'wireNames';
}

function listKeys(expression: ts.Expression, code: Code, seen: Set<ts.Node>): readonly BoundName[] {
  const value = unwrapValue(expression);
  if (seen.has(value)) return [];
  seen.add(value);
  if (ts.isObjectLiteralExpression(value)) return value.properties.flatMap((each) => listMember(each, code, seen));
  if (ts.isConditionalExpression(value)) {
    return [value.whenTrue, value.whenFalse].flatMap((each) => listKeys(each, code, seen));
  }
  if (ts.isBinaryExpression(value)) return [value.left, value.right].flatMap((each) => listKeys(each, code, seen));
  const initializer = findInitializer(value, code);
  return initializer ? listKeys(initializer, code, seen) : listOfType(value, code);
}

function listMember(member: ts.ObjectLiteralElementLike, code: Code, seen: Set<ts.Node>): readonly BoundName[] {
  if (ts.isSpreadAssignment(member)) return listKeys(member.expression, code, seen);
  const { name } = member;
  if (ts.isComputedPropertyName(name)) {
    const type = code.checker.getTypeAtLocation(name.expression);
    return type.isStringLiteral() ? [{ node: name, id: type.value }] : [];
  }
  return [{ node: name, id: name.text }];
}

function findInitializer(value: ts.Expression, { checker }: Code): ts.Expression | undefined {
  const symbol = ts.isShorthandPropertyAssignment(value.parent)
    ? checker.getShorthandAssignmentValueSymbol(value.parent)
    : checker.getSymbolAtLocation(ts.isPropertyAccessExpression(value) ? value.name : value);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declared = target?.valueDeclaration;
  const hasInitializer =
    declared &&
    (ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared) || ts.isPropertyDeclaration(declared));
  return hasInitializer ? declared.initializer : undefined;
}

// Lists the keys of the type of a value, if the user's code declares them. This finds keys in the result of a function.
function listOfType(value: ts.Expression, code: Code): readonly BoundName[] {
  return code.checker
    .getTypeAtLocation(value)
    .getProperties()
    .flatMap(({ name, valueDeclaration }) => {
      const node = valueDeclaration && ts.getNameOfDeclaration(valueDeclaration);
      return node && code.isOwn(node.getSourceFile()) ? [{ node, id: name }] : [];
    });
}

/** A type in the code that contains the id of an item. */
export interface TypeUse {
  readonly id: string;
  /** The absolute path. */
  readonly path: string;
  readonly start: number;
}

const typeNames = ['NotShown', 'FieldsNotShown'];

/** Finds the types `NotShown<'id'>` and `FieldsNotShown<'id'>` in the user's code. */
export function findTypeUses(code: Code): readonly TypeUse[] {
  return code.files.flatMap((file) => {
    const uses: TypeUse[] = [];
    walkNodes(file, (node) => {
      if (!ts.isTypeReferenceNode(node) || !isOfItem(node.typeName, code)) return;
      for (const id of (node.typeArguments ?? []).flatMap(listIds))
        uses.push({ id, path: code.findPath(file), start: node.getStart(file) });
    });
    return uses;
  });
}

function listIds(type: ts.TypeNode): readonly string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(listIds);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

// Checks the specifier of the import, because the imported name may no longer be generated.
function isOfItem(name: ts.EntityName, code: Code): boolean {
  const symbol = code.checker.getSymbolAtLocation(name);
  const [declared] = symbol?.declarations ?? [];
  if (declared && ts.isImportSpecifier(declared)) {
    const { moduleSpecifier: from } = declared.parent.parent.parent;
    const isListed = typeNames.includes((declared.propertyName ?? declared.name).text);
    if (isListed && ts.isStringLiteral(from) && code.isGenerated(from.text, declared.getSourceFile())) return true;
  }
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? code.checker.getAliasedSymbol(symbol) : symbol;
  const [origin] = target?.declarations ?? [];
  return (
    target !== undefined &&
    typeNames.includes(target.name) &&
    origin !== undefined &&
    !code.isOwn(origin.getSourceFile())
  );
}
