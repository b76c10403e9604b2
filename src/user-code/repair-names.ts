import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { listTypes, type Renaming } from './contract.js';
import type { ScaffoldRun } from './scaffold-run.js';
import { walkNodes } from './syntax.js';
import { applySplices, type Splice } from './task.js';

/**
 * Renames places that the compiler's search does not find, but that do not compile with the old name, such as the text
 * in `Pick<Handlers, 'getPet'>`. Undoes the changes of a file that do not remove errors.
 */
export function repairNames({ now, current, code }: ScaffoldRun, followed: readonly Renaming[]): void {
  const targets = new Map<string, string>();
  for (const { from, to } of followed) {
    const names = [from.identifier, ...listTypes(from)].map(
      (name, index) => [name, [to.identifier, ...listTypes(to)][index]] as const,
    );
    for (const [name, target] of names) if (target !== undefined && !current.has(name)) targets.set(name, target);
  }
  if (targets.size === 0) return;
  code.setContract(now, { handlers: false, handler: () => false });
  // A change can reveal further errors.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const file of code.files) {
      const path = code.findPath(file);
      const text = code.drafts.get(path)?.text ?? '';
      const mistakes = listErrors(file, code);
      const splices = mistakes.flatMap((mistake) => planRepair(file, mistake, targets, code));
      if (splices.length === 0 || code.isLink(path)) continue;
      const unique = [...new Map(splices.map((splice) => [splice.start, splice])).values()];
      code.setText(path, applySplices(text, unique));
      const [changed] = code.files.filter((each) => code.findPath(each) === path);
      const isBetter = changed && listErrors(changed, code).length < mistakes.length;
      code.setText(path, text);
      if (isBetter) code.splice(path, unique);
      isChanged ||= Boolean(isBetter);
    }
  }
}

// Packages are not read, so imports from them have no type. This is not a mistake of the user.
function listErrors(file: ts.SourceFile, code: Code): readonly ts.Diagnostic[] {
  return code.program.getSemanticDiagnostics(file).filter((each) => each.code < 7000 || each.code >= 7100);
}

// Plans the change of the only old name in the text to which an error refers, or in the declaration that it names: the
// error about `const first: keyof Handlers = 'getPet'` is at `first`.
function planRepair(
  file: ts.SourceFile,
  { start = 0, length = 0 }: ts.Diagnostic,
  targets: ReadonlyMap<string, string>,
  code: Code,
): Splice[] {
  const declaration = code.findNode(code.findPath(file), start)?.parent;
  const inside = listNames(file, start, start + length, targets);
  const names =
    inside.length > 0 || !declaration ? inside : listNames(file, declaration.getStart(file), declaration.end, targets);
  const [node, ...others] = names;
  const to = targets.get(node?.text ?? '');
  if (!node || to === undefined || others.length > 0) return [];
  const { parent, text: from } = node;
  const quote = ts.isStringLiteralLike(node) ? 1 : 0;
  const range = { start: node.getStart(file) + quote, end: node.getEnd() - quote };
  if (ts.isShorthandPropertyAssignment(parent)) {
    const hasValue = code.checker.getShorthandAssignmentValueSymbol(parent) !== undefined;
    return [{ ...range, text: hasValue ? `${to}: ${from}` : `${from}: ${to}` }];
  }
  const isKey = ts.isBindingElement(parent) && !parent.propertyName && ts.isObjectBindingPattern(parent.parent);
  return [{ ...range, text: isKey ? `${to}: ${from}` : to }];
}

function listNames(
  file: ts.SourceFile,
  start: number,
  end: number,
  targets: ReadonlyMap<string, string>,
): (ts.Identifier | ts.StringLiteralLike)[] {
  const names: (ts.Identifier | ts.StringLiteralLike)[] = [];
  walkNodes(file, (node) => {
    const isInside = start <= node.getStart(file) && node.getEnd() <= end;
    if (isInside && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && targets.has(node.text)) names.push(node);
  });
  return names;
}
