import { ts } from 'ts-morph';

// The most levels of an expression. The compiler uses recursion for expressions, and its stack overflows at about 1,000
// levels.
const deepest = 400;

/**
 * Replaces the parts of an expression that are too deep for the compiler, such as the beginning of a chain of 2,000
 * calls, with a value of the same length. All other text keeps its position and line.
 */
export function flattenDeep(fileName: string, text: string): string {
  if (text.length < 2 * deepest) return text;
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, false);
  let result = text;
  const heights = new Map<ts.Node, number>();
  for (const node of listFromInside(file)) {
    let height = 0;
    ts.forEachChild(node, (child) => {
      height = Math.max(height, (heights.get(child) ?? 0) + (isChainOfOperators(node, child) ? 0 : 1));
      heights.delete(child);
    });
    const isCut = height >= deepest && ts.isExpression(node);
    if (isCut) result = writeZeros(result, node.getStart(file), node.end);
    heights.set(node, isCut ? 0 : height);
  }
  return result;
}

// The compiler reads `a + b + c` in a loop instead of by recursion.
function isChainOfOperators(node: ts.Node, child: ts.Node): boolean {
  return ts.isBinaryExpression(node) && node.left === child && ts.isBinaryExpression(child);
}

function listFromInside(file: ts.SourceFile): ts.Node[] {
  const list: ts.Node[] = [file];
  for (const node of list) ts.forEachChild(node, (child) => void list.push(child));
  return list.reverse();
}

function writeZeros(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}0${text.slice(start + 1, end).replace(/[^\r\n]/g, ' ')}${text.slice(end)}`;
}
