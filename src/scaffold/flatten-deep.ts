import { ts } from 'ts-morph';

// A compiler that calls itself for each part of an expression comes to the end of its stack at some 1,000.
const deepest = 400;

/**
 * Replaces what stands deeper in an expression than a compiler can follow, such as the beginning of a chain of 2,000
 * calls, by a value of the same length: every position and line stays.
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
    if (isCut) result = blank(result, node.getStart(file), node.end);
    heights.set(node, isCut ? 0 : height);
  }
  return result;
}

// `a + b + c`, which compilers go through in a loop.
function isChainOfOperators(node: ts.Node, child: ts.Node): boolean {
  return ts.isBinaryExpression(node) && node.left === child && ts.isBinaryExpression(child);
}

function listFromInside(file: ts.SourceFile): ts.Node[] {
  const list: ts.Node[] = [file];
  for (const node of list) ts.forEachChild(node, (child) => void list.push(child));
  return list.reverse();
}

function blank(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}0${text.slice(start + 1, end).replace(/[^\r\n]/g, ' ')}${text.slice(end)}`;
}
