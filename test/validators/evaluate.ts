import type { Code } from '../../src/typescript/code.js';

/** Prints an expression. A reference becomes its name. */
export function printExpression({ parts }: Code): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

// Compiled expressions by their text. Compiling takes much longer than calling, and tests use few expressions with many
// values.
const compiled = new Map<string, (...values: unknown[]) => unknown>();

/** Returns the value of an emitted expression. `names` contains the values of its names. */
export function evaluate(expression: Code, names: object): unknown {
  const text = `(${Object.keys(names).join()}) => ${printExpression(expression)}`;
  const known = compiled.get(text) ?? new Function(`return ${text};`)();
  compiled.set(text, known);
  return known(...Object.values(names));
}
