import { ts } from 'ts-morph';
import { walkNodes } from './visit-nodes.js';

/** Lists the texts that can be specifiers of modules: those of all forms of imports, and first arguments of calls. */
export function listSpecifiers(file: ts.SourceFile): ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = [];
  walkNodes(file, (node) => {
    if (!ts.isStringLiteralLike(node)) return;
    const { parent } = node;
    const holder = ts.isLiteralTypeNode(parent) ? parent.parent : parent;
    const isImport =
      ts.isImportDeclaration(holder) ||
      ts.isExportDeclaration(holder) ||
      ts.isImportTypeNode(holder) ||
      ts.isExternalModuleReference(holder) ||
      ts.isModuleDeclaration(holder);
    if (isImport || (ts.isCallExpression(holder) && holder.arguments[0] === node)) found.push(node);
  });
  return found;
}

/** A name in a mock of a module. The mock replaces the export with this name. */
interface MockedName {
  readonly name: ts.Identifier | ts.StringLiteralLike;
  readonly specifier: string;
}

/** Lists the names of exports that calls such as `vi.mock('./module.js', () => ({ … }))` replace. */
export function listMockedNames(file: ts.SourceFile): MockedName[] {
  const found: MockedName[] = [];
  walkNodes(file, (node) => {
    if (!ts.isCallExpression(node) || !/mock/i.test(node.expression.getText())) return;
    const specifier = readSpecifier(node.arguments[0]);
    const replacement = node.arguments[1];
    if (specifier === undefined || !replacement) return;
    for (const name of listMembers(replacement)) found.push({ name, specifier });
  });
  return found;
}

// The argument is a text, or `import('./module.js')`. The latter also determines the type of the mock.
function readSpecifier(argument: ts.Expression | undefined): string | undefined {
  if (argument && ts.isStringLiteralLike(argument)) return argument.text;
  const isImport =
    argument && ts.isCallExpression(argument) && argument.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport ? readSpecifier(argument.arguments[0]) : undefined;
}

function listMembers(node: ts.Node): MockedName['name'][] {
  if (ts.isParenthesizedExpression(node)) return listMembers(node.expression);
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap(listOwn);
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return [];
  if (!ts.isBlock(node.body)) return listMembers(node.body);
  return node.body.statements.flatMap((statement) =>
    ts.isReturnStatement(statement) && statement.expression ? listMembers(statement.expression) : [],
  );
}

// Lists the mocked names of a property. For Node's test runner, the names are inside `{ namedExports: { … } }`.
function listOwn(property: ts.ObjectLiteralElementLike): MockedName['name'][] {
  const { name } = property;
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name))) return [];
  const isList = name.text === 'namedExports' && ts.isPropertyAssignment(property);
  return isList ? listMembers(property.initializer) : [name];
}
