import type { Code } from '../../src/typescript/code.js';

/** Returns the text of an expression, each reference as its name. */
export function printExpression({ parts }: Code): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

// To compile takes much longer than to call, and tests ask for few expressions with many values.
const compiled = new Map<string, (...values: unknown[]) => unknown>();

/** Returns what an emitted expression is with these values for its names. */
export function evaluate(expression: Code, names: object): unknown {
  const text = `(${Object.keys(names).join()}) => ${printExpression(expression)}`;
  const known = compiled.get(text) ?? new Function(`return ${text};`)();
  compiled.set(text, known);
  return known(...Object.values(names));
}
