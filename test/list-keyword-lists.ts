import ts from 'typescript-6';
import { listMembersOfKeyword, schemaKeywordNames } from '../src/model/schema-keywords.js';

const keywords: ReadonlySet<string> = new Set([
  ...schemaKeywordNames,
  ...schemaKeywordNames.flatMap(listMembersOfKeyword),
]);

/** The fewest names of a list. */
const fewest = 4;

/**
 * Finds the lists of schema keywords in a module: arrays, texts, unions, cases of a `switch` and members of
 * an object literal. Returns the number of keywords in each. Of nested lists, only the outermost one counts.
 */
export function listKeywordLists(file: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    const named = new Set(namesIn(node).filter((name) => keywords.has(name)));
    if (named.size >= fewest) found.push(named.size);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function namesIn(node: ts.Node): string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsOf);
  if (ts.isUnionTypeNode(node))
    return node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? textsOf(type.literal) : []));
  if (ts.isCaseBlock(node))
    return node.clauses.flatMap((each) => (ts.isCaseClause(each) ? textsOf(each.expression) : []));
  if (ts.isStringLiteralLike(node)) return node.text.split(/\s+/);
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
  );
}

// Lists in a list count as one list.
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isSpreadElement(node) || ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return textsOf(node.expression);
  return ts.isArrayLiteralExpression(node) ? node.elements.flatMap(textsOf) : [];
}
