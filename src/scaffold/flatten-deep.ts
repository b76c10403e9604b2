import { ts } from 'ts-morph';

// The most levels of code. The compiler uses recursion, and its stack overflows at about 1,000 levels.
const deepest = 400;

/**
 * Replaces the parts of an expression that are too deep for the compiler, such as the beginning of a chain of 2,000
 * calls, with a value of the same length. All other text keeps its position and line. Returns `undefined` if the
 * compiler cannot read the file: if its parser overflows, or if statements or types are too deep.
 */
export function flattenDeep(fileName: string, text: string): string | undefined {
  if (text.length < 2 * deepest) return text;
  const file = parse(fileName, text);
  if (!file) return undefined;
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
  return (heights.get(file) ?? 0) < deepest ? result : undefined;
}

function parse(fileName: string, text: string): ts.SourceFile | undefined {
  try {
    return ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, false);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

// The compiler reads `a + b + c` in a loop instead of by recursion, but not `a || b || c`.
function isChainOfOperators(node: ts.Node, child: ts.Node): boolean {
  return ts.isBinaryExpression(node) && node.left === child && ts.isBinaryExpression(child) && !isLogical(node);
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return (
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

function listFromInside(file: ts.SourceFile): ts.Node[] {
  const list: ts.Node[] = [file];
  for (const node of list) ts.forEachChild(node, (child) => void list.push(child));
  return list.reverse();
}

function writeZeros(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}0${text.slice(start + 1, end).replace(/[^\r\n]/g, ' ')}${text.slice(end)}`;
}
