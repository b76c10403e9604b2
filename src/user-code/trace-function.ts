import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { listIds } from './item-ids.js';
import { findOuterValue, findTargetName, isPassedOn } from './syntax.js';

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
