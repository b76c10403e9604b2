import { ts } from 'ts-morph';
import type { ContractReader } from './contract-reader.js';
import { walkNodes } from './visit-nodes.js';

/** Lists the reads of a declared member, such as `pets.getPet`. */
export function listReads(declaration: ts.Node, name: string, { checker, files }: ContractReader): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  for (const file of files) {
    walkNodes(file, (node) => {
      if (!ts.isIdentifier(node) || node.text !== name) return;
      if (!ts.isPropertyAccessExpression(node.parent) || node.parent.name !== node) return;
      const symbol = checker.getSymbolAtLocation(node);
      if (symbol?.declarations?.some((each) => each === declaration)) found.push(node);
    });
  }
  return found;
}

/** Lists the uses of a name in the file that declares it. */
export function listLocals(name: ts.Identifier, { checker }: ContractReader): ts.Identifier[] {
  const symbol = checker.getSymbolAtLocation(name);
  const found: ts.Identifier[] = [];
  walkNodes(name.getSourceFile(), (node) => {
    if (!ts.isIdentifier(node) || node === name || node.text !== name.text) return;
    const isShort = ts.isShorthandPropertyAssignment(node.parent);
    const own = isShort ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
    if (own === symbol) found.push(node);
  });
  return found;
}
