import { normalize } from 'node:path';
import { ts } from 'ts-morph';
import { notShownFunctions, notShownModule } from '../emitters/types/contract.js';
import type { Code } from './code.js';
import {
  findFunctionName,
  findOuterValue,
  findSymbol,
  findTargetName,
  followAlias,
  isPassedOn,
  listNodes,
  unwrapValue,
} from './syntax.js';
import { findPosition } from './task.js';

/** How code uses a gap. */
export type UseKind = 'assume' | 'reveal' | 'rest' | 'extraQuery' | 'wireNames' | 'isKnown' | 'match';

/** A place in the user's code that uses a gap. */
export interface GapUse {
  /** The id of the gap. Absent if the code does not contain it. */
  readonly id?: string;
  readonly kind: UseKind;
  /** Whether the code imports a name that is no longer generated because its gap was answered. */
  readonly isGone: boolean;
  /** The absolute path of the file. */
  readonly path: string;
  /** The offset in the text of the file. */
  readonly start: number;
  /** The line. Line and column begin at 1. */
  readonly line: number;
  readonly column: number;
}

/** The names that code for gaps can contain. */
interface GapNames {
  /** The id of the gap of each guard and matcher, by the name of that function. */
  readonly guards: ReadonlyMap<string, string>;
  /** The ids of the gaps of parameters without a known name, open or answered. */
  readonly parameterNames: ReadonlySet<string>;
}

/** Finds the uses of gaps in the user's code, in the order of files and lines. */
export function findUses(code: Code, names: GapNames): readonly GapUse[] {
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

const callKinds = ['assume', 'reveal', 'rest'] as const;

function findCalls(code: Code): GapUse[] {
  const module = code.findModule(notShownModule);
  if (!module) return [];
  return listFunctions(module, isCallKind).flatMap((name) =>
    followFunction(name, code).map(({ node, id }) => buildUse(node, findKind(name.text), id)),
  );
}

function findGuards(code: Code, guards: ReadonlyMap<string, string>): GapUse[] {
  return code.generated.flatMap((module) =>
    listFunctions(module, (name) => guards.has(name)).flatMap((name) =>
      listUsed(name, code).map((node) => buildUse(node, findKind(name.text), guards.get(name.text))),
    ),
  );
}

function listFunctions(module: ts.SourceFile, isWanted: (name: string) => boolean): readonly ts.Identifier[] {
  return module.statements.flatMap((statement) =>
    ts.isFunctionDeclaration(statement) && statement.name && isWanted(statement.name.text) ? [statement.name] : [],
  );
}

function listUsed(name: ts.Node, code: Code): readonly ts.Node[] {
  return code.listReferences(name).filter((reference) => !isPassedOn(reference));
}

function isCallKind(name: string): boolean {
  return callKinds.some((kind) => kind === name);
}

function findKind(name: string): UseKind {
  const call = callKinds.find((kind) => kind === name);
  return call ?? (name.startsWith('isKnown') ? 'isKnown' : 'match');
}

// The type of the property contains the id of the gap: `extraQuery?: NotShown<'list-pets-parameters'>`.
function findExtraQueries(code: Code): GapUse[] {
  return code.generated.flatMap(listNodes).flatMap((node) => {
    if (!ts.isPropertySignature(node) || node.name.getText() !== 'extraQuery' || !node.type) return [];
    const id = /NotShown<'([^']+)'>/.exec(node.type.getText())?.[1];
    return code.listReferences(node.name).map((reference) => buildUse(reference, 'extraQuery', id));
  });
}

// Finds uses of names that a generated module no longer exports because the gap was answered.
function findLeftovers(code: Code): GapUse[] {
  const pattern = new RegExp(`^(${notShownFunctions.map(({ name }) => name).join('|')}|isKnown[A-Z].*|match[A-Z].*)$`);
  return code.files.flatMap(listNodes).flatMap((node) => {
    if (!ts.isImportSpecifier(node) || !isFromOutput(node, code)) return [];
    const { text } = node.propertyName ?? node.name;
    if (!pattern.test(text) || findSymbol(node.name, code.checker)?.declarations) return [];
    const places: readonly TracedUse[] = isCallKind(text)
      ? followFunction(node.name, code)
      : listUsed(node.name, code).map((used) => ({ node: used }));
    return [...places, { node }].map(({ node: place, id }: TracedUse) => buildUse(place, findKind(text), id, true));
  });
}

function isFromOutput(specifier: ts.ImportSpecifier, code: Code): boolean {
  const { moduleSpecifier: from } = specifier.parent.parent.parent;
  return ts.isStringLiteral(from) && code.isGenerated(from.text, specifier.getSourceFile());
}

function buildUse(node: ts.Node, kind: UseKind, id: string | undefined, isGone = false): GapUse {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const place = findPosition(normalize(file.fileName), file.text, start);
  return { ...(id !== undefined && { id }), kind, isGone, ...place, start };
}

/** A key in the user's code that is the id of a gap. */
type BoundName = Required<TracedUse>;

/**
 * Finds the keys that are ids of gaps, in all values of a property `wireNames`. Values can be object literals,
 * variables, spread objects, results of the user's functions, and assigned values.
 */
function findWireNames(code: Code, ids: ReadonlySet<string>): readonly BoundName[] {
  const values = code.files.flatMap(listNodes).flatMap((node) => findValue(node) ?? []);
  return values.flatMap((value) => listKeys(value, code, new Set())).filter(({ id }) => ids.has(id));
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
  const parts = ts.isConditionalExpression(value)
    ? [value.whenTrue, value.whenFalse]
    : ts.isBinaryExpression(value)
      ? [value.left, value.right]
      : [findInitializer(value, code) ?? []].flat();
  return parts.length > 0 ? parts.flatMap((each) => listKeys(each, code, seen)) : listOfType(value, code);
}

function listMember(member: ts.ObjectLiteralElementLike, code: Code, seen: Set<ts.Node>): readonly BoundName[] {
  if (ts.isSpreadAssignment(member)) return listKeys(member.expression, code, seen);
  const { name } = member;
  if (!ts.isComputedPropertyName(name)) return [{ node: name, id: name.text }];
  const type = code.checker.getTypeAtLocation(name.expression);
  return type.isStringLiteral() ? [{ node: name, id: type.value }] : [];
}

function findInitializer(value: ts.Expression, { checker }: Code): ts.Expression | undefined {
  const symbol = ts.isShorthandPropertyAssignment(value.parent)
    ? checker.getShorthandAssignmentValueSymbol(value.parent)
    : checker.getSymbolAtLocation(ts.isPropertyAccessExpression(value) ? value.name : value);
  const declared = followAlias(symbol, checker)?.valueDeclaration;
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

/** A type in the code that contains the id of a gap. */
export interface TypeUse {
  readonly id: string;
  readonly path: string;
  readonly start: number;
}

const typeNames = ['NotShown', 'FieldsNotShown'];

/** Finds the types `NotShown<'id'>` and `FieldsNotShown<'id'>` in the user's code. */
export function findTypeUses(code: Code): readonly TypeUse[] {
  return code.files.flatMap(listNodes).flatMap((node) => {
    if (!ts.isTypeReferenceNode(node) || !isOfGap(node.typeName, code)) return [];
    const path = code.findPath(node.getSourceFile());
    return (node.typeArguments ?? []).flatMap(listStated).map((id) => ({ id, path, start: node.getStart() }));
  });
}

function listStated(type: ts.TypeNode): readonly string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(listStated);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

// Checks the specifier of the import, because the imported name may no longer be generated.
function isOfGap(name: ts.EntityName, code: Code): boolean {
  const [declared] = code.checker.getSymbolAtLocation(name)?.declarations ?? [];
  if (declared && ts.isImportSpecifier(declared)) {
    const isListed = typeNames.includes((declared.propertyName ?? declared.name).text);
    if (isListed && isFromOutput(declared, code)) return true;
  }
  const target = findSymbol(name, code.checker);
  const [origin] = target?.declarations ?? [];
  return typeNames.includes(target?.name ?? '') && origin !== undefined && !code.isOwn(origin.getSourceFile());
}

/** A use of a function that takes the id of a gap. It is a call or any other reference. */
interface TracedUse {
  readonly node: ts.Node;
  /** The id. Absent if the code does not contain it. */
  readonly id?: string;
}

/**
 * Lists the uses of a function whose first argument is the id of a gap. Finds calls by any name, through variables,
 * properties, parameters, `bind`, `call` and `apply`, and calls of functions that pass the id on. `names` are the names
 * that were followed already.
 */
function followFunction(name: ts.Node, code: Code, names: Set<ts.Node> = new Set()): readonly TracedUse[] {
  if (names.has(name)) return [];
  names.add(name);
  return listUsed(name, code).flatMap((reference): readonly TracedUse[] => {
    const value = findOuterValue(reference);
    const { parent } = value;
    if (ts.isCallExpression(parent)) {
      if (parent.expression === value) return readCall(reference, parent.arguments[0], code);
      const parameter = findReceiver(value, parent, code);
      return parameter ? followFunction(parameter.name, code, names) : [{ node: reference }];
    }
    // `assume.call(undefined, id, value)`
    if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
      const [, second] = parent.parent.arguments;
      const isList = parent.name.text === 'apply';
      const [first] = isList && second && ts.isArrayLiteralExpression(second) ? second.elements : [];
      return readCall(reference, isList ? first : second, code);
    }
    const target = findTargetName(value);
    if (target) return followFunction(target, code, names);
    return isName(reference) ? [] : [{ node: reference }];
  });
}

function readCall(reference: ts.Node, argument: ts.Expression | undefined, code: Code): readonly TracedUse[] {
  const stated = argument ? listIds(argument, code) : [];
  if (stated.length === 0) return [{ node: reference }];
  // The expression with the id can be in a call of a function that passes the id on.
  const isInside = (place: ts.Node): boolean => ts.findAncestor(place, (node) => node === argument) !== undefined;
  return stated.map(({ id, node }) => ({ id, node: isInside(node) ? reference : node }));
}

// If a function is passed as an argument, it is used where the parameter is called.
function findReceiver(value: ts.Node, call: ts.CallExpression, code: Code): ts.ParameterDeclaration | undefined {
  const index = call.arguments.findIndex((argument) => argument === value);
  const parameter = code.checker.getResolvedSignature(call)?.parameters[index]?.valueDeclaration;
  return parameter && ts.isParameter(parameter) && code.isOwn(parameter.getSourceFile()) ? parameter : undefined;
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  return 'name' in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

/**
 * Lists the ids that an expression can have, each with the expression that contains it. If it is a parameter, searches
 * the calls of its function.
 */
function listIds(expression: ts.Expression, code: Code, seen: ReadonlySet<ts.Node> = new Set()): readonly BoundName[] {
  const value = unwrapValue(expression);
  if (seen.has(value)) return [];
  const met = new Set([...seen, value]);
  const found = findParameter(value, code);
  if (found) return listPassed(found, code, met);
  const literals = listLiterals(code.checker.getTypeAtLocation(value));
  if (literals.length > 0) return literals.map((id) => ({ id, node: value }));
  const declared = ts.isIdentifier(value) ? findSymbol(value, code.checker)?.valueDeclaration : undefined;
  const initializer = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return initializer ? listIds(initializer, code, met).map(({ id }) => ({ id, node: value })) : [];
}

function listLiterals(type: ts.Type): readonly string[] {
  if (type.isStringLiteral()) return [type.value];
  return type.isUnion() ? type.types.flatMap(listLiterals) : [];
}

/** A parameter of a function, and the path of members that leads from its value to the id. */
interface Passed {
  readonly parameter: ts.ParameterDeclaration;
  readonly members: readonly string[];
  readonly fallback?: ts.Expression | undefined;
}

function findParameter(value: ts.Expression, code: Code): Passed | undefined {
  const name = ts.isPropertyAccessExpression(value) ? value.name : value;
  const declared = ts.isIdentifier(name) ? findSymbol(name, code.checker)?.valueDeclaration : undefined;
  if (!ts.isPropertyAccessExpression(value)) return declared && findPassed(declared);
  // A parameter of the constructor declares the property.
  if (declared && ts.isParameter(declared)) return { parameter: declared, members: [] };
  const outer = findParameter(unwrapValue(value.expression), code);
  return outer && { ...outer, members: [...outer.members, value.name.text] };
}

function findPassed(declared: ts.Declaration): Passed | undefined {
  if (ts.isParameter(declared)) return { parameter: declared, members: [], fallback: declared.initializer };
  if (!ts.isBindingElement(declared)) return undefined;
  const name = declared.propertyName ?? declared.name;
  const outer = findPassed(declared.parent.parent);
  if (!outer || !ts.isIdentifier(name)) return undefined;
  return { ...outer, members: [...outer.members, name.text], fallback: declared.initializer ?? outer.fallback };
}

// Searches the calls of the function or class that has the parameter.
function listPassed(
  { parameter, members, fallback }: Passed,
  code: Code,
  seen: ReadonlySet<ts.Node>,
): readonly BoundName[] {
  const index = parameter.parent.parameters.indexOf(parameter);
  const name = findFunctionName(parameter.parent);
  return (name ? code.listReferences(name) : []).flatMap((reference) => {
    const callee = findOuterValue(reference);
    const { parent } = callee;
    const isCall = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === callee;
    const argument = isCall ? parent.arguments?.[index] : undefined;
    const own = argument ?? (isCall ? fallback : undefined);
    if (!own || ts.isSpreadElement(own)) return [];
    return argument ? listOfMember(argument, members, code, seen) : listIds(own, code, seen);
  });
}

function listOfMember(
  value: ts.Expression,
  members: readonly string[],
  code: Code,
  seen: ReadonlySet<ts.Node>,
): readonly BoundName[] {
  const [member, ...rest] = members;
  const object = unwrapValue(value);
  if (member === undefined) return listIds(object, code, seen);
  if (ts.isObjectLiteralExpression(object)) {
    const property = object.properties.find((each) => each.name?.getText() === member);
    if (property && ts.isPropertyAssignment(property)) return listOfMember(property.initializer, rest, code, seen);
    if (property && ts.isShorthandPropertyAssignment(property)) return listOfMember(property.name, rest, code, seen);
  }
  let type: ts.Type | undefined = code.checker.getTypeAtLocation(object);
  for (const name of members) {
    const property: ts.Symbol | undefined = type?.getProperty(name);
    type = property && code.checker.getTypeOfSymbolAtLocation(property, object);
  }
  return type ? listLiterals(type).map((id) => ({ id, node: object })) : [];
}
