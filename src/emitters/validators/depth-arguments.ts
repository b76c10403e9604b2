import { type Code, code } from '../../typescript/code.js';
import type { Shape } from './function-memory.js';
import { parameters } from './local-names.js';

const { found, depth } = parameters;

/** The nesting depth of a function as an argument, and that of the functions that it calls. */
interface DepthArguments {
  readonly own: Code;
  readonly next: Code;
}

const notCounted: DepthArguments = { own: code``, next: code`` };
const counted: { readonly [S in Shape]: DepthArguments } = {
  guard: { own: code`, ${depth}`, next: code`, ${depth} + 1` },
  collect: { own: code`, ${found}.depth`, next: code`, ${found}.depth + 1` },
};

/** Returns the depth arguments of a function. Those of a function that does not count its depth are empty. */
export function getDepthArguments(shape: Shape, isCounting: boolean): DepthArguments {
  return isCounting ? counted[shape] : notCounted;
}
