import { ts } from 'ts-morph';

/**
 * Calls `visit` for every descendant of a node in the order of the text. Uses no recursion, so the stack does not limit
 * the depth.
 */
export function walkNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  const next = listChildren(node);
  for (let child = next.pop(); child; child = next.pop()) {
    visit(child);
    for (const each of listChildren(child)) next.push(each);
  }
}

// Lists the children in reverse order.
function listChildren(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  // In JavaScript, doc comments contain types.
  if (node.flags & ts.NodeFlags.JavaScriptFile && !ts.isJSDoc(node))
    children.push(...node.getChildren().filter(ts.isJSDoc));
  ts.forEachChild(node, (child) => void children.push(child));
  return children.reverse();
}
