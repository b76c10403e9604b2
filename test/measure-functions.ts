import ts from 'typescript-6';

/** A function with a name, or the value of a member with a name. */
interface MeasuredFunction {
  /** The name. For a method, it is `Class.name`. */
  readonly name: string;
  /** The number of lines from its first to its last one, without comments before it. */
  readonly lineCount: number;
  readonly parameterCount: number;
}

/**
 * Lists the functions of a module that have a name, in their order. A function without a name is a part of the function
 * around it.
 */
export function measureFunctions(file: ts.SourceFile): MeasuredFunction[] {
  const found: MeasuredFunction[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isFunctionLike(node) && 'body' in node && node.body ? nameOf(node) : undefined;
    if (name !== undefined && ts.isFunctionLike(node)) {
      const lineCount = lineOf(file, node.getEnd()) - lineOf(file, node.getStart(file)) + 1;
      found.push({ name, lineCount, parameterCount: node.parameters.length });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string | undefined {
  const owner = ts.isClassLike(node.parent) ? `${node.parent.name?.text ?? ''}.` : '';
  if (ts.isConstructorDeclaration(node)) return `${owner}constructor`;
  if (node.name) return owner + node.name.getText();
  const { parent } = node;
  const isHeld =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isHeld ? parent.name.getText() : undefined;
}

function lineOf(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line;
}
