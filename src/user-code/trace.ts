import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { findFunctionName, findOuterValue, findTargetName, isPassedOn, unwrapValue } from './syntax.js';

/** A use of a function that takes the id of an item. It is a call or any other reference. */
interface TracedUse {
  readonly node: ts.Node;
  /** The id. Absent if the code does not contain it. */
  readonly id?: string;
}

/**
 * Lists the uses of a function whose first argument is the id of an item. Finds calls by any name, through variables,
 * properties, parameters, `bind`, `call` and `apply`, and calls of functions that pass the id on.
 */
export function followFunction(name: ts.Node, code: Code): readonly TracedUse[] {
  return new FunctionTrace(code).follow(name);
}

class FunctionTrace {
  readonly #code: Code;
  readonly #names = new Set<ts.Node>();

  constructor(code: Code) {
    this.#code = code;
  }

  follow(name: ts.Node): readonly TracedUse[] {
    if (this.#names.has(name)) return [];
    this.#names.add(name);
    const references = this.#code.listReferences(name);
    return references.flatMap((reference) => (isPassedOn(reference) ? [] : this.#readReference(reference)));
  }

  #readReference(reference: ts.Node): readonly TracedUse[] {
    const value = findOuterValue(reference);
    const { parent } = value;
    if (ts.isCallExpression(parent)) {
      const isCallee = parent.expression === value;
      return isCallee ? this.#readCall(reference, parent.arguments[0]) : this.#followArgument(reference, value, parent);
    }
    // `assume.call(undefined, id, value)`
    if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
      const [, second] = parent.parent.arguments;
      return this.#readCall(reference, parent.name.text === 'apply' ? findFirstElement(second) : second);
    }
    const target = findTargetName(value);
    if (target) return this.follow(target);
    return isName(reference) ? [] : [{ node: reference }];
  }

  #readCall(reference: ts.Node, argument: ts.Expression | undefined): readonly TracedUse[] {
    const stated = argument ? listIds(argument, this.#code) : [];
    if (stated.length === 0) return [{ node: reference }];
    return stated.map(({ id, place }) => ({ id, node: isInside(place, argument) ? reference : place }));
  }

  // If a function is passed as an argument, it is used where the parameter is called.
  #followArgument(reference: ts.Node, value: ts.Node, call: ts.CallExpression): readonly TracedUse[] {
    const index = [...call.arguments].map((argument): ts.Node => argument).indexOf(value);
    const signature = this.#code.checker.getResolvedSignature(call);
    const parameter = signature?.parameters[index]?.valueDeclaration;
    const isOwn = parameter && ts.isParameter(parameter) && this.#code.isOwn(parameter.getSourceFile());
    return isOwn ? this.follow(parameter.name) : [{ node: reference }];
  }
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  return 'name' in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

function findFirstElement(list: ts.Expression | undefined): ts.Expression | undefined {
  return list && ts.isArrayLiteralExpression(list) ? list.elements[0] : undefined;
}

function isInside(place: ts.Node, argument: ts.Expression | undefined): boolean {
  for (let node: ts.Node | undefined = place; node; node = node.parent) if (node === argument) return true;
  return false;
}

/** The id that a call receives, and the expression with the id. */
interface StatedId {
  readonly id: string;
  /** The expression is in the call itself, or in a call of a function that passes the id on. */
  readonly place: ts.Node;
}

/** Lists the ids that an expression can have. If it is a parameter, searches the calls of its function. */
function listIds(expression: ts.Expression, code: Code, seen: ReadonlySet<ts.Node> = new Set()): readonly StatedId[] {
  const value = unwrapValue(expression);
  if (seen.has(value)) return [];
  const met = new Set([...seen, value]);
  const found = findParameter(value, code);
  if (found) return listPassed(found, code, met);
  const variable = findVariable(value, code);
  const { initializer } = variable ?? {};
  const literals = listLiterals(code.checker.getTypeAtLocation(value));
  if (literals.length > 0) return literals.map((id) => ({ id, place: value }));
  return initializer ? listIds(initializer, code, met).map(({ id }) => ({ id, place: value })) : [];
}

function listLiterals(type: ts.Type): readonly string[] {
  if (type.isStringLiteral()) return [type.value];
  if (type.isUnion()) return type.types.flatMap(listLiterals);
  return [];
}

/** A parameter of a function, and the path of members that leads from its value to the id. */
interface Passed {
  readonly parameter: ts.ParameterDeclaration;
  readonly members: readonly string[];
  /** The default of the parameter. */
  readonly fallback?: ts.Expression;
}

function findParameter(value: ts.Expression, code: Code): Passed | undefined {
  if (ts.isPropertyAccessExpression(value)) {
    const own = findDeclared(value.name, code);
    // A parameter of the constructor declares the property.
    if (own && ts.isParameter(own)) return { parameter: own, members: [] };
    const outer = findParameter(unwrapValue(value.expression), code);
    return outer && { ...outer, members: [...outer.members, value.name.text] };
  }
  const declared = ts.isIdentifier(value) ? findDeclared(value, code) : undefined;
  return declared && findPassed(declared);
}

function findPassed(declared: ts.Declaration): Passed | undefined {
  if (ts.isParameter(declared)) {
    return { parameter: declared, members: [], ...(declared.initializer && { fallback: declared.initializer }) };
  }
  if (!ts.isBindingElement(declared)) return undefined;
  const name = declared.propertyName ?? declared.name;
  const outer = findPassed(declared.parent.parent);
  if (!outer || !ts.isIdentifier(name)) return undefined;
  const { initializer = outer.fallback } = declared;
  return { ...outer, members: [...outer.members, name.text], ...(initializer && { fallback: initializer }) };
}

function findVariable(value: ts.Expression, code: Code): ts.VariableDeclaration | undefined {
  const declared = ts.isIdentifier(value) ? findDeclared(value, code) : undefined;
  return declared && ts.isVariableDeclaration(declared) ? declared : undefined;
}

function findDeclared(name: ts.Node, { checker }: Code): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.valueDeclaration;
}

function listPassed({ parameter, members, fallback }: Passed, code: Code, seen: ReadonlySet<ts.Node>): StatedId[] {
  const owner = parameter.parent;
  const index = owner.parameters.indexOf(parameter);
  const name = findFunctionName(owner);
  const calls = name ? listCalls(name, code) : [];
  return calls.flatMap(({ args }) => {
    const argument = args[index];
    const own = argument ?? fallback;
    if (!own || ts.isSpreadElement(own)) return [];
    if (members.length === 0 || !argument) return [...listIds(own, code, seen)];
    return listOfMember(argument, members, code, seen);
  });
}

function listOfMember(
  value: ts.Expression,
  members: readonly string[],
  code: Code,
  seen: ReadonlySet<ts.Node>,
): StatedId[] {
  const [member, ...rest] = members;
  const object = unwrapValue(value);
  if (member === undefined) return [...listIds(object, code, seen)];
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
  return type ? listLiterals(type).map((id) => ({ id, place: object })) : [];
}

/** Lists the calls of the function or class that a name declares, including `new`. */
function listCalls(
  name: ts.Node,
  code: Code,
): readonly { readonly node: ts.Node; readonly args: readonly ts.Expression[] }[] {
  return code.listReferences(name).flatMap((reference) => {
    const node = findOuterValue(reference);
    const { parent } = node;
    const isCall = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
    return isCall ? [{ node: reference, args: parent.arguments ?? [] }] : [];
  });
}
