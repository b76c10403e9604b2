import ts from 'typescript-6';
import type { Artifact } from '../../src/model/artifact.js';

/** The content of emitted modules, as a parser reads it. */
export interface Output {
  /** The errors of the parser. */
  readonly errors: readonly string[];
  /** The identifiers. */
  readonly identifiers: ReadonlySet<string>;
  /** The texts: names of members, string literals and pieces of templates. */
  readonly texts: ReadonlySet<string>;
  /** The shapes of the statements of all modules, without names and values, in any order. */
  readonly shapes: readonly string[];
}

/** Parses emitted modules. */
export function readOutput(modules: readonly Artifact[]): Output {
  const errors: string[] = [];
  const identifiers = new Set<string>();
  const texts = new Set<string>();
  const files = modules.map(({ path, text }) => {
    const file = ts.createSourceFile(path, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    });
    errors.push(...parseErrors(file).map((message) => `${path}: ${message}`));
    return file;
  });
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) identifiers.add(node.text);
    if (isNamed(node)) texts.add(node.text);
    else ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return {
    errors,
    identifiers,
    texts,
    // Computed on demand: few tests need it, and it takes longer than everything else.
    get shapes() {
      return files.flatMap(({ statements }) => statements.map(shapeOf)).sort();
    },
  };
}

function shapeOf(node: ts.Node): string {
  if (isNamed(node)) return 'name';
  const inside: string[] = [];
  ts.forEachChild(node, (child) => {
    inside.push(shapeOf(child));
  });
  // An import can need another name, and a name can need quotes or a computed form.
  if (ts.isImportSpecifier(node)) return 'import';
  if (ts.isComputedPropertyName(node) && inside[0] === 'name') return 'name';
  const isAccess = ts.isElementAccessExpression(node) && inside.at(-1) === 'name';
  const kind = isAccess ? ts.SyntaxKind.PropertyAccessExpression : node.kind;
  return `${kind}(${inside.join()})`;
}

function isNamed(node: ts.Node): node is ts.Identifier | ts.LiteralLikeNode {
  return (
    ts.isIdentifier(node) ||
    ts.isLiteralExpression(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isTemplateHead(node)
  );
}

// The compiler does not declare this member, but all code that reports its errors uses it.
function parseErrors(file: ts.SourceFile): string[] {
  const { parseDiagnostics = [] } = file as { readonly parseDiagnostics?: readonly ts.Diagnostic[] };
  return parseDiagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
