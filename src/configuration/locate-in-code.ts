import jsTokens from 'js-tokens';
import type { Position } from '../diagnostics/diagnostic.js';
import { LineIndex } from '../diagnostics/line-index.js';

/** An object or list literal whose end has not been read. */
interface Literal {
  /** The names and indexes that lead to it from the outermost literal. */
  readonly path: readonly string[];
  /** The name or index of the member that is being read. */
  key: string | undefined;
  readonly isList: boolean;
}

/**
 * Finds the place of a member of an object literal, or of an item of a list, in JavaScript or TypeScript. `path` is for
 * example `['apis', 'orders', 'out']`. Returns `undefined` if the code computes it.
 */
export function locateInCode(code: string, path: readonly string[]): Position | undefined {
  const wanted = path.join('\n');
  const tokens = listTokens(code);
  const open: Literal[] = [];
  for (const [index, { type, value, offset }] of tokens.entries()) {
    const literal = open.at(-1);
    const isMember = tokens[index + 1]?.value === ':' || tokens[index - 1]?.value === 'get';
    if (literal && !literal.isList && isMember) {
      literal.key = type === 'StringLiteral' ? value.slice(1, -1) : value;
    }
    const isItem = literal?.isList ? !/^[,\]]$/.test(value) : isMember;
    if (isItem && literal && [...literal.path, literal.key].join('\n') === wanted)
      return new LineIndex(code).locate(offset);
    if (type === 'Punctuator') follow(value, open);
  }
  return undefined;
}

/**
 * Finds the place of the innermost member around a path that the code states. For `['client', 'retries']` it is
 * `client` if a function computes the value of `client`. If the code states no such member, returns the place of the
 * default export.
 */
export function locateAround(code: string, path: readonly string[]): Position {
  for (let length = path.length; length > 0; length--) {
    const found = locateInCode(code, path.slice(0, length));
    if (found) return found;
  }
  const tokens = listTokens(code);
  const begin = tokens.findIndex(({ value }, index) =>
    /^export default|^module \./.test(`${value} ${tokens[index + 1]?.value}`),
  );
  return new LineIndex(code).locate(tokens[begin]?.offset ?? 0);
}

function listTokens(code: string): { readonly type: string; readonly value: string; readonly offset: number }[] {
  let end = 0;
  return [...jsTokens(code)].flatMap(({ type, value }) => {
    const offset = end;
    end += value.length;
    return /^(WhiteSpace|LineTerminatorSequence|.+Comment)$/.test(type) ? [] : [{ type, value, offset }];
  });
}

function follow(punctuator: string, open: Literal[]): void {
  const literal = open.at(-1);
  if (punctuator === '{' || punctuator === '[') {
    const isList = punctuator === '[';
    // The path of a literal that is no member of another literal is empty.
    const path = literal?.key === undefined ? [] : [...literal.path, literal.key];
    open.push({ path, key: isList ? '0' : undefined, isList });
  } else if (punctuator === '}' || punctuator === ']') {
    open.pop();
  } else if (punctuator === ',' && literal) {
    literal.key = literal.isList ? String(Number(literal.key) + 1) : undefined;
  }
}
