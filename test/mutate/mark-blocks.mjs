import ts from 'typescript-6';

/**
 * Marks the blocks of a module: a block that runs adds its number to `globalThis.reachedBlocks`. `numberOf` returns the
 * number of the innermost block at a position; undefined means the code that runs when the module is loaded.
 * @returns {{ text: string, end: number, numberOf: (position: number) => number | undefined }}
 */
export function markBlocks(file, text, first) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const blocks = [];
  const add = (from, to, isExpression) => blocks.push({ from, to, isExpression, number: first + blocks.length });
  const visit = (node) => {
    if (ts.isTypeNode(node)) return;
    if (isBlock(node)) add(startOf(node, source), node.end, false);
    for (const part of branchesOf(node)) add(part.getStart(source), part.end, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const numberOf = (position) => blocks.findLast(({ from, to }) => from <= position && position < to)?.number;
  return { text: insertMarks(text, blocks), end: first + blocks.length, numberOf };
}

// Returns whether a node is a block of statements, also of a `case`. The block of a function body begins at its brace.
const isBlock = (node) => ts.isBlock(node) || ts.isCaseOrDefaultClause(node);

function startOf(node, source) {
  if (ts.isBlock(node)) return node.getStart(source) + 1;
  return node.statements[0]?.getStart(source) ?? node.end;
}

// Lists the expressions of a node that run only sometimes.
function branchesOf(node) {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [node.body];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  return [];
}

function insertMarks(text, blocks) {
  const marks = blocks.flatMap(({ from, to, isExpression, number }, index) => {
    const mark = `globalThis.reachedBlocks?.add(${number})`;
    if (!isExpression) return [{ at: from, order: index, text: `${mark};` }];
    return [
      { at: from, order: index, text: `(${mark}, ` },
      { at: to, order: -index, text: ')' },
    ];
  });
  marks.sort((one, other) => one.at - other.at || one.order - other.order);
  let marked = '';
  let done = 0;
  for (const { at, text: mark } of marks) {
    marked += text.slice(done, at) + mark;
    done = at;
  }
  return marked + text.slice(done);
}
