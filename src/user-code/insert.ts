import { ts } from 'ts-morph';
import { encodeString } from '../typescript/encode.js';
import { findImportStyle, type ImportStyle } from './handler-style.js';
import type { Splice } from './task.js';

/** Plans the addition of members such as `getPet` or `getPet: other` to an object. All other text stays the same. */
export function addMembers(object: ts.ObjectLiteralExpression, members: readonly string[]): Splice[] {
  const { text } = object.getSourceFile();
  const lineEnd = findLineEnd(text);
  const { properties } = object;
  const last = properties.at(-1);
  const close = object.getEnd() - 1;
  const closeIndent = /^[ \t]*$/.exec(text.slice(findLineStart(text, close), close))?.[0];
  if (closeIndent === undefined) {
    const list = members.join(', ');
    if (!last) return [buildInsertion(object.getStart() + 1, ` ${list} `)];
    return properties.hasTrailingComma
      ? [buildInsertion(properties.end, ` ${list},`)]
      : [buildInsertion(last.getEnd(), `, ${list}`)];
  }
  const lastIndent = last && /^[ \t]*$/.exec(text.slice(findLineStart(text, last.getStart()), last.getStart()))?.[0];
  const indent = lastIndent ?? `${closeIndent}${/\t/.test(closeIndent) ? '\t' : '  '}`;
  const lines = members.map((member) => `${indent}${member},${lineEnd}`).join('');
  const comma = last && !properties.hasTrailingComma ? [buildInsertion(last.getEnd(), ',')] : [];
  return [...comma, buildInsertion(findLineStart(text, close), lines)];
}

/** An import to add to a file. */
interface NewImport {
  /** `type ` if only types are imported, otherwise empty. */
  readonly type: string;
  /** The imported names, such as `getPet` or `getPet as other`. */
  readonly names: readonly string[];
  readonly specifier: string;
}

/** Plans the addition of imports to a file, in the style of its other imports. All other text stays the same. */
export function addImports(file: ts.SourceFile, imports: readonly NewImport[]): Splice[] {
  if (imports.length === 0) return [];
  const { text, statements } = file;
  const lineEnd = findLineEnd(text);
  const last = statements.filter(isImporting).at(-1);
  const quote = last && /"[^']*$/.test(last.getText()) ? '"' : "'";
  const end = last && !last.getText().endsWith(';') ? '' : ';';
  const style = findImportStyle(file);
  const lines = imports.flatMap((each) => printImport(each, style, { quote, end }));
  if (!last) {
    const position = findCodeStart(file);
    const isOnLine = findLineStart(text, position) === position;
    return [buildInsertion(position, `${isOnLine ? '' : lineEnd}${lines.join(lineEnd)}${lineEnd}${lineEnd}`)];
  }
  const endOfLine = /[\r\n]|$/.exec(text.slice(last.getEnd()))?.index ?? 0;
  const position = last.getEnd() + endOfLine;
  const isAlone =
    text
      .slice(last.getEnd(), position)
      .replace(/\/\/.*|\/\*.*?\*\//g, '')
      .trim() === '';
  return [buildInsertion(isAlone ? position : last.getEnd(), lines.map((line) => lineEnd + line).join(''))];
}

function isImporting(node: ts.Statement): boolean {
  if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return true;
  const isRequired = (value: ts.Expression | undefined): boolean => /^require\(/.test(value?.getText() ?? '');
  return ts.isVariableStatement(node) && node.declarationList.declarations.some((each) => isRequired(each.initializer));
}

function printImport(
  { type, names, specifier }: NewImport,
  style: ImportStyle,
  { quote, end }: { readonly quote: string; readonly end: string },
): string[] {
  const from = quote === '"' ? JSON.stringify(specifier) : encodeString(specifier);
  const list = names.join(', ');
  if (style === 'import') return [`import ${type}{ ${list} } from ${from}${end}`];
  const pattern = `{ ${list.replaceAll(' as ', ': ')} }`;
  if (style === 'require') return type === '' ? [`const ${pattern} = require(${from})${end}`] : [];
  const local = `${specifier
    .replace(/^.*\//, '')
    .replace(/\..*$/, '')
    .replace(/[^\w$]/g, '_')}_module`;
  return [`import ${local} = require(${from})${end}`, `const ${pattern} = ${local}${end}`];
}

/** Plans the addition of code at the end of a file. */
export function addAtEnd(file: ts.SourceFile, code: string): Splice[] {
  const { text } = file;
  const lineEnd = findLineEnd(text);
  const gap = text === '' ? '' : /[\r\n]$/.test(text) ? lineEnd : lineEnd + lineEnd;
  return [buildInsertion(text.length, gap + code.replaceAll('\n', lineEnd))];
}

function buildInsertion(position: number, text: string): Splice {
  return { start: position, end: position, text };
}

function findLineStart(text: string, position: number): number {
  return Math.max(text.lastIndexOf('\n', position - 1), text.lastIndexOf('\r', position - 1)) + 1;
}

// The code begins after the comments about the whole file. An empty line ends these comments.
function findCodeStart({ text, statements }: ts.SourceFile): number {
  const start = statements[0]?.getFullStart() ?? 0;
  const comments = ts.getLeadingCommentRanges(text, start) ?? [];
  const head = comments.filter(({ end }) => /^[ \t]*(\r\n|\n|\r)[ \t]*(\r\n|\n|\r)/.test(text.slice(end))).at(-1);
  const from = head?.end ?? (ts.getShebang(text)?.length || start);
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
}

// Returns the line break after the first line of a text, or `\n` if there is only one line.
function findLineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}
