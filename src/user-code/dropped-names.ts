import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { walkNodes } from './syntax.js';

/** A name in code that a change removes, and its declaration in the same file. */
export interface DroppedName {
  readonly node: ts.Node;
  readonly declaration: Declaration;
}

type Declaration = ts.ImportSpecifier | ts.VariableDeclaration | ts.FunctionDeclaration;

/** The places where each declaration is used. */
export type UsesOfNames = ReadonlyMap<Declaration, readonly ts.Node[]>;

/** Lists the names in parts of a file that the same file declares or imports. */
export function listDroppedNames(parts: readonly ts.Node[], { checker }: Code): readonly DroppedName[] {
  const names: DroppedName[] = [];
  const visit = (node: ts.Node): void => {
    if (!ts.isIdentifier(node)) return;
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const [declaration] = symbol?.declarations ?? [];
    if (declaration && isDeclaration(declaration) && declaration.getSourceFile() === node.getSourceFile())
      names.push({ node, declaration });
  };
  for (const part of parts) {
    visit(part);
    walkNodes(part, visit);
  }
  return names;
}

function isDeclaration(node: ts.Node): node is Declaration {
  return ts.isImportSpecifier(node) || ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
}

/** Finds all uses of the declarations of some names. Call this before the code changes. */
export function findUsesOfNames(names: readonly DroppedName[], code: Code): UsesOfNames {
  const declarations = new Set(names.map(({ declaration }) => declaration));
  return new Map([...declarations].map((declaration) => [declaration, listUses(declaration, code)]));
}

// An import in another file uses an export of this file. It does not use what this file imports.
function listUses(declaration: Declaration, code: Code): readonly ts.Node[] {
  const file = declaration.getSourceFile();
  const isImport = ts.isImportSpecifier(declaration);
  return code
    .listReferences(declaration.name ?? declaration)
    .filter((node) => !(isImport && node.getSourceFile() !== file))
    .filter((node) => node !== declaration.name && !(isImport && isInside(node, declaration)));
}

function isInside(node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

/** Lists the declarations that are no longer used after the names are removed. */
export function listUnused(names: readonly DroppedName[], uses: UsesOfNames): readonly Declaration[] {
  const gone = new Set(names.map(({ node }) => node));
  return [...uses].flatMap(([declaration, nodes]) =>
    nodes.length > 0 && nodes.every((node) => gone.has(node)) && !isExported(declaration) ? [declaration] : [],
  );
}

function isExported(declaration: Declaration): boolean {
  return (
    !ts.isImportSpecifier(declaration) && (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0
  );
}
