import { ts } from 'ts-morph';
import type { Code, CodeError, Draft } from './code.js';
import type { GapUse, TypeUse } from './find-uses.js';
import { findOuterValue, listNodes, unwrapValue } from './syntax.js';
import { applySplices, type Finding, moveOffset, type Splice, type Task } from './task.js';

/** The changes of the user's code after answers. */
export interface Settlement {
  /** The files that change. They differ only in uses of answered gaps. */
  readonly changes: readonly Draft[];
  /** The uses that are removed, at their places before the changes. */
  readonly removed: readonly GapUse[];
  /** The tasks that remain for a person. Places are those after the changes. */
  readonly tasks: readonly Task[];
}

/** A change of the user's code that is needed after an answer. Offsets belong to the file as it was read. */
interface Fix {
  readonly use: GapUse & { readonly id: string };
  /** The removal of a call of `assume` or `reveal` around a value. */
  readonly unwrapped?: readonly Splice[];
  /** Further offsets at which the compiler can report that the value does not fit. */
  readonly heads: readonly number[];
  /** The wire name that is removed. */
  readonly removed?: ObjectMember;
}

/** The changes of each file, by its path. */
type Changes = ReadonlyMap<string, readonly Splice[]>;

/**
 * Plans to remove the uses of answered gaps. A use stays, and becomes a task, if the code would not compile without
 * it. Also removes an import if the last use of its name is removed.
 */
export function planFixes(uses: readonly GapUse[], types: readonly TypeUse[], code: Code): Settlement {
  const before = new Set(listUnused(code).map(({ path, name }) => `${path}:${name}`));
  const fixes: Fix[] = [];
  const left: Finding[] = types.map(({ id, path, start }) => ({
    text: `'${id}' is answered, but this type still names it; write the type of the answer`,
    marks: [code.mark(path, start)],
  }));
  for (const use of uses) {
    const fix = code.isLink(use.path) ? 'link' : isMechanical(use) ? planFix(use, code) : use.kind;
    if (typeof fix !== 'string') fixes.push(fix);
    else left.push({ text: describeRefusal(use, fix), marks: [code.mark(use.path, use.start)] });
  }
  const { kept, failed, mistakes } = tryFixes(fixes, code);
  left.push(
    ...failed.map(([{ use }, text]) => ({ text: describeFailed(use, text), marks: [code.mark(use.path, use.start)] })),
  );
  for (const [path, splices] of listChanges(kept, code)) code.splice(path, splices);
  left.push(...mistakes.map(({ path, start, text }) => ({ text, marks: [code.mark(path, start)] })));

  const unused = listUnused(code).filter(({ path, name }) => !before.has(`${path}:${name}`));
  const imports = new Map<string, Splice[]>();
  for (const { path, name, start, removal } of unused) {
    if (removal) imports.set(path, [...(imports.get(path) ?? []), ...removal]);
    // A person must decide whether to remove a declaration.
    else left.push({ text: `nothing uses \`${name}\` now; remove it`, marks: [code.mark(path, start)] });
  }
  // A removed import needs no further change.
  const isRemoved = ({ marks: [mark] }: Finding): boolean =>
    mark !== undefined &&
    (imports.get(mark.path) ?? []).some(
      ({ start, end }) => start <= code.findOffset(mark) && code.findOffset(mark) < end,
    );
  const open = left.filter((finding) => !isRemoved(finding));
  for (const [path, splices] of imports) code.splice(path, splices);
  return {
    changes: [...code.drafts.values()].filter(({ file, text }) => file?.text !== text),
    removed: kept.map(({ use }) => use),
    tasks: code.placeTasks(open),
  };
}

function isMechanical(use: GapUse): use is GapUse & { readonly id: string } {
  return use.id !== undefined && ['assume', 'reveal', 'wireNames'].includes(use.kind);
}

// Plans the change for one use, or returns why a person must change it.
function planFix(use: GapUse & { readonly id: string }, code: Code): Fix | EditRefusal {
  const node = code.findNode(use.path, use.start);
  if (!node) return 'passed-on';
  if (use.kind === 'wireNames') {
    const removed = findMember(node);
    return typeof removed === 'string' ? removed : { use, removed, heads: [] };
  }
  const unwrapped = planUnwrapping(node, use.id, code);
  return typeof unwrapped === 'string' ? unwrapped : { use, unwrapped, heads: listHeads(findOuterValue(node).parent) };
}

// If a value does not fit, the compiler often reports this at the name of its property or variable.
function listHeads(call: ts.Node): readonly number[] {
  const heads: number[] = [];
  for (let node = call; !ts.isStatement(node) && !ts.isFunctionLike(node); node = node.parent) {
    if (node !== call && (ts.isCallExpression(node) || ts.isNewExpression(node))) break;
    heads.push(node.getStart());
    if (ts.isVariableDeclaration(node)) break;
    if (ts.isReturnStatement(node.parent)) heads.push(node.parent.getStart());
  }
  return heads;
}

function listChanges(fixes: readonly Fix[], code: Code): Changes {
  const changes = new Map<string, Splice[]>();
  const add = (path: string, splices: readonly Splice[]): void => {
    changes.set(path, [...(changes.get(path) ?? []), ...splices]);
  };
  const removed = new Map<ts.ObjectLiteralExpression, ObjectMember[]>();
  for (const { use, unwrapped, removed: member } of fixes) {
    if (unwrapped) add(use.path, unwrapped);
    if (member) removed.set(member.parent, [...(removed.get(member.parent) ?? []), member]);
  }
  for (const [literal, members] of removed) add(code.findPath(literal.getSourceFile()), planRemovals(literal, members));
  return changes;
}

type Mistake = CodeError & { readonly path: string };

/** Tries changes with the compiler and drops those after which the code does not compile. */
function tryFixes(
  all: readonly Fix[],
  code: Code,
): {
  readonly kept: readonly Fix[];
  readonly failed: readonly (readonly [fix: Fix, why: string])[];
  /** Errors elsewhere, at their places after the changes. */
  readonly mistakes: readonly Mistake[];
} {
  const texts = new Map([...code.drafts].map(([path, { text }]) => [path, text]));
  const before = listMistakes(code);
  const failed: (readonly [Fix, string])[] = [];
  for (let kept = all; ; ) {
    const changes = listChanges(kept, code);
    for (const [path, text] of texts) code.setText(path, applySplices(text, changes.get(path) ?? []));
    const after = listMistakes(code);
    for (const [path, text] of texts) code.setText(path, text);
    const move = (path: string, offset: number): number => moveOffset(offset, changes.get(path) ?? []);
    const nameMistake = ({ path, number }: Mistake, start: number): string => `${path}:${start}:${number}`;
    const known = new Set(before.map((each) => nameMistake(each, move(each.path, each.start))));
    const mistakes = after.filter((each) => !known.has(nameMistake(each, each.start)));
    const isInside = ({ path, start }: Mistake, { use, unwrapped: [open, close] = [] }: Fix): boolean =>
      path === use.path &&
      open !== undefined &&
      close !== undefined &&
      move(path, open.end) <= start &&
      start < move(path, close.start);
    const isAtHead = ({ path, start }: Mistake, { use, heads }: Fix): boolean =>
      path === use.path && heads.some((head) => move(path, head) === start);
    const failing = kept.flatMap((fix) => {
      const mistake = mistakes.find((each) => isInside(each, fix)) ?? after.find((each) => isAtHead(each, fix));
      return mistake ? [[fix, mistake.text] as const] : [];
    });
    if (failing.length === 0) return { kept, failed, mistakes };
    failed.push(...failing);
    kept = kept.filter((fix) => !failing.some(([each]) => each === fix));
  }
}

function listMistakes(code: Code): readonly Mistake[] {
  return code.files.flatMap((file) => code.listErrors(file).map((each) => ({ path: code.findPath(file), ...each })));
}

/** A name that nothing uses. */
interface Unused {
  readonly path: string;
  readonly start: number;
  readonly name: string;
  /** The removal of an import. */
  readonly removal?: readonly Splice[];
}

function listUnused(code: Code): readonly Unused[] {
  return code.files.flatMap((file) => {
    const { fileName } = file;
    const unused = code.service.getSuggestionDiagnostics(fileName).filter((each) => unusedNames.includes(each.code));
    return unused.map(({ code: number, start = 0, length = 0 }): Unused => {
      const path = code.findPath(file);
      const name = file.text.slice(start, start + length);
      const node = code.findNode(path, start);
      if (!node || !ts.findAncestor(node, ts.isImportDeclaration)) return { path, start, name };
      const actions = code.service.getCodeFixesAtPosition(fileName, start, start + length, [number], {}, {});
      const [removal] = actions.filter(({ fixName }) => /^unusedIdentifier/.test(fixName));
      const changes = (removal?.changes ?? []).flatMap(({ textChanges }) => textChanges);
      const splices = changes.map(({ span, newText }) => ({
        start: span.start,
        end: span.start + span.length,
        text: newText,
      }));
      return { path, start, name, removal: splices };
    });
  });
}

/** The numbers of the compiler's messages about one name, about all names of an import, and about a type. */
const unusedNames = [6133, 6192, 6196];

function describeFailed({ id = '' }: GapUse, why: string): string {
  return `'${id}' is answered, but this value does not match the answer: ${why}`;
}

function describeRefusal({ id, kind }: GapUse, why: EditRefusal | GapUse['kind']): string {
  const subject = id === undefined ? 'a gap is answered' : `'${id}' is answered`;
  return `${subject}: ${refusals[why](kind)}`;
}

const refusals: { readonly [R in EditRefusal | GapUse['kind']]: (kind: string) => string } = {
  assume: () => '`assume` is no longer generated; pass the value itself',
  reveal: () => '`reveal` is no longer generated; read the value itself',
  rest: () => '`rest` has no effect on known properties; read them from the value itself',
  extraQuery: () => 'pass its parameters as separate arguments',
  wireNames: () => 'remove the wire name',
  isKnown: () => 'all values are listed now; remove the guard',
  match: () => 'all values are listed now; write a `switch`',
  'passed-on': (kind) => `your code passes \`${kind}\`, its id or its value to other code; remove it by hand`,
  several: (kind) => `this \`${kind}\` is also for other gaps; split it`,
  comment: (kind) => `the call of \`${kind}\` contains a comment; move it and run this command again`,
  statement: (kind) => `nothing uses the result of this \`${kind}\`; remove it`,
  value: () => 'the value of this wire name is the result of a call; remove it by hand',
  link: () => 'this file is a link, or in a linked folder; change its target',
};

/** Why a person must change a place. */
type EditRefusal = 'extraQuery' | 'passed-on' | 'several' | 'comment' | 'statement' | 'value' | 'link';

/**
 * Plans to replace a call of `assume` or `reveal` with its value. `node` is the name of the function. The text of the
 * value stays the same.
 */
function planUnwrapping(node: ts.Node, id: string, code: Code): readonly Splice[] | EditRefusal {
  const outer = findOuterValue(node);
  const call = outer.parent;
  if (!ts.isCallExpression(call) || call.expression !== outer || call.questionDotToken) return 'passed-on';
  if (!isFixed(node, code)) return 'passed-on';
  const [stated, value] = call.arguments;
  if (!stated || !value || call.arguments.some(ts.isSpreadElement)) return 'passed-on';
  const type = code.checker.getTypeAtLocation(unwrapValue(stated));
  if (!type.isStringLiteral() || type.value !== id) return 'several';
  if (ts.isExpressionStatement(call.parent)) return 'statement';
  if (ts.isPropertyAssignment(call.parent) && call.parent.name.getText() === 'extraQuery') return 'extraQuery';
  const file = node.getSourceFile();
  const [start, end] = [value.getStart(file), value.getEnd()];
  if (hasComment(call.getStart(file), start, file) || hasComment(end, call.getEnd(), file)) return 'comment';
  const [open, close] = needsParentheses(value, call) ? ['(', ')'] : ['', ''];
  return [
    { start: call.getStart(file), end: start, text: open },
    { start: end, end: call.getEnd(), text: close },
  ];
}

// Returns whether a name always means the same function. The name of a parameter, or of a variable that can be assigned
// again, does not.
function isFixed(node: ts.Node, { checker }: Code): boolean {
  const [declared] = checker.getSymbolAtLocation(node)?.declarations ?? [];
  if (!declared) return false;
  if (ts.isVariableDeclaration(declared) || ts.isBindingElement(declared)) {
    return (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
  }
  return ts.isImportSpecifier(declared) || ts.isExportSpecifier(declared) || ts.isFunctionDeclaration(declared);
}

/** Returns whether a range of a file contains a comment, outside of literals. */
function hasComment(start: number, end: number, file: ts.SourceFile): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false, file.languageVariant, file.text.slice(start, end));
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia) return true;
  }
  return false;
}

function needsParentheses(value: ts.Expression, call: ts.CallExpression): boolean {
  const { parent } = call;
  if (ts.isArrowFunction(parent) && parent.body === call) return value.getText().startsWith('{');
  return !canHoldAny(parent, call) && !isPrimary(value);
}

// Returns whether any expression is allowed in a place, except for one with the comma operator. If so, the value needs
// no parentheses there.
function canHoldAny(parent: ts.Node, call: ts.CallExpression): boolean {
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== call;
  if (ts.isBinaryExpression(parent)) {
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.right === call;
  }
  return [
    ts.isArrayLiteralExpression,
    ts.isPropertyAssignment,
    ts.isVariableDeclaration,
    ts.isPropertyDeclaration,
    ts.isParameter,
    ts.isReturnStatement,
    ts.isSpreadElement,
    ts.isSpreadAssignment,
    ts.isParenthesizedExpression,
    ts.isTemplateSpan,
    ts.isJsxExpression,
  ].some((is) => is(parent));
}

function isPrimary(value: ts.Expression): boolean {
  if (ts.isOptionalChain(value)) return false;
  return [
    ts.isIdentifier,
    ts.isPropertyAccessExpression,
    ts.isElementAccessExpression,
    ts.isCallExpression,
    ts.isParenthesizedExpression,
    ts.isStringLiteralLike,
    ts.isTemplateExpression,
    ts.isArrayLiteralExpression,
  ].some((is) => is(value));
}

type ObjectMember = (ts.PropertyAssignment | ts.ShorthandPropertyAssignment) & {
  readonly parent: ts.ObjectLiteralExpression;
};

/**
 * Finds the member of an object literal to which a key belongs. If it is not a plain member, returns why a person must
 * remove it.
 */
function findMember(key: ts.Node): ObjectMember | EditRefusal {
  const name = ts.isComputedPropertyName(key.parent) ? key.parent : key;
  const member = name.parent;
  const isMember = ts.isPropertyAssignment(member) || ts.isShorthandPropertyAssignment(member);
  if (!isMember || member.name !== name || !ts.isObjectLiteralExpression(member.parent)) return 'passed-on';
  return ts.isPropertyAssignment(member) && hasEffect(member.initializer) ? 'value' : member;
}

function hasEffect(value: ts.Expression): boolean {
  return [value, ...listNodes(value)].some((node) => effects.some((is) => is(node)));
}

const effects = [
  ts.isCallExpression,
  ts.isNewExpression,
  ts.isAwaitExpression,
  ts.isYieldExpression,
  ts.isBinaryExpression,
  ts.isPostfixUnaryExpression,
  ts.isTaggedTemplateExpression,
];

/**
 * Plans to remove members of an object literal, and the lines that become empty. Also removes a property `wireNames`
 * that becomes empty.
 */
function planRemovals(literal: ts.ObjectLiteralExpression, members: readonly ts.Node[]): readonly Splice[] {
  const value = findOuterValue(literal);
  const holder = value.parent;
  const isEmptied = literal.properties.every((member) => members.includes(member));
  const isWireNames = ts.isPropertyAssignment(holder) && holder.name.getText() === 'wireNames';
  const isClear = !hasComment(literal.getStart() + 1, literal.getEnd() - 1, literal.getSourceFile());
  if (isEmptied && isClear && isWireNames) return planRemovals(holder.parent, [holder]);
  const file = literal.getSourceFile();
  const nodes =
    literal
      .getChildren(file)
      .find(({ kind }) => kind === ts.SyntaxKind.SyntaxList)
      ?.getChildren(file) ?? [];
  const kept = nodes.filter((node) => node.kind !== ts.SyntaxKind.CommaToken && !members.includes(node));
  const last = kept.at(-1);
  return members.map((member) => {
    const index = nodes.indexOf(member);
    const comma = nodes[index + 1];
    const [start, end] = [member.getStart(file), (comma ?? member).getEnd()];
    // The last member may have no comma. Then the comma of the member before it is removed.
    if (!comma && last && nodes[index - 2] === last && !hasComment(last.getEnd(), start, file)) {
      return { start: last.getEnd(), end, text: '' };
    }
    return { ...locateRemoved(file.text, start, end), text: '' };
  });
}

// Extends a range to the whole line if nothing else is on that line. Otherwise extends it by the spaces after it.
function locateRemoved(text: string, start: number, end: number): Pick<Splice, 'start' | 'end'> {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const before = text.slice(lineStart, start);
  const [blanks = '', lineEnd] = /^[ \t]*(\r\n|\n|\r)?/.exec(text.slice(end)) ?? [];
  if (before.trim() === '' && lineEnd !== undefined) return { start: lineStart, end: end + blanks.length };
  return { start, end: lineEnd === undefined ? end + blanks.length : end };
}
