import ts from 'typescript-6';

/** A function of a module that is longer than 40 lines or has more than four parameters. */
export interface LargeFunction {
  /** Its name, or that of what it is assigned to. */
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

/** Lists the functions of a module that are too large. */
export function listLargeFunctions(text: string): LargeFunction[] {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: LargeFunction[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
    const parameters = node.parameters.length;
    if (lines > 40 || parameters > 4) found.push({ name: nameOf(node, source), lines, parameters });
  };
  visit(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  if (ts.isConstructorDeclaration(node)) return `new ${node.parent.name?.getText(source) ?? ''}`;
  const { parent } = node;
  const named =
    node.name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined);
  return named?.getText(source) ?? '(anonymous)';
}
