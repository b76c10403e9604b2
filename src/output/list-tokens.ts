import { ts } from 'ts-morph';

/**
 * Lists the tokens and comments of a module as a formatter leaves them: strings by value, property names without their
 * quotes; no semicolons, commas before a closing bracket, or signs before the first member of a union. Returns `undefined`
 * for a text with syntax errors.
 */
export function listTokens(text: string): string[] | undefined {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  if (diagnostics.length > 0) return undefined;
  const tokens: string[] = [];
  let end = 0;
  const visit = (node: ts.Node): void => {
    // A doc comment is part of what stands before its declaration, like any other comment.
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    tokens.push(...listComments(text.slice(end, node.getStart(file))), formatToken(node, file));
    end = node.getEnd();
  };
  visit(file);
  const written = tokens.filter((token) => token !== '' && token !== ';');
  return written.filter((token, index) => {
    const isEnd = token === ',' && /^[)\]}>]$/.test(written[index + 1] ?? '');
    return !isEnd && !(/^[|&]$/.test(token) && /^[=:(<,]$/.test(written[index - 1] ?? ''));
  });
}

function formatToken(node: ts.Node, file: ts.SourceFile): string {
  const { parent } = node;
  const isName = parent !== undefined && 'name' in parent && parent.name === node;
  if (ts.isStringLiteral(node)) return isName ? node.text : JSON.stringify(node.text);
  return node.getText(file);
}

function listComments(trivia: string): string[] {
  return (trivia.match(/\/\*[\s\S]*?\*\/|\/\/.*/g) ?? []).map((comment) => comment.replace(/[\s*]+/g, ' '));
}
