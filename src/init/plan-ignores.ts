import { posix } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { isObject } from '../model/is-object.js';
import { withMember } from './edit-json.js';
import { joinFolder, type PackageFolder, type Project, readText } from './project.js';
import type { InitStep } from './step.js';
import { findAttributes, findTools, type ToolFile } from './tools.js';

/** Plans the entries for git, formatters, linters and coverage, for those tools that the project has. */
export function planIgnores(project: Project, outs: readonly string[]): readonly InitStep[] {
  const files = [...findAttributes(project, outs), ...findTools(project, outs)];
  const above = project.above.flatMap((folder) =>
    findTools(folder, listBelow(folder, project, outs)).map((file) => planFile(file, folder)),
  );
  return [...files.map((file) => planFile(file, project)), ...above];
}

// From a folder above the package, the path of the output is longer.
function listBelow({ packagePath }: PackageFolder, project: Project, outs: readonly string[]): readonly string[] {
  const way = project.packagePath.slice(packagePath === '' ? 0 : packagePath.length + 1);
  return outs.map((out) => posix.normalize(joinFolder(way, out))).filter((out) => !out.startsWith('..'));
}

function planFile(file: ToolFile, project: PackageFolder): InitStep {
  const path = joinFolder(project.packagePath, file.file);
  const before = readText(project.root, path);
  if (file.edit === 'by hand') {
    const isThere = file.marks?.every((mark) => before?.includes(mark));
    return isThere ? { path, what: 'already has the entry' } : { path, what: file.what, lines: file.lines };
  }
  const after = file.edit === 'lines' ? addLines(before ?? '', file.lines) : addMembers(before, file);
  if (after === undefined) return { path, what: 'lacuna cannot edit this file; add', lines: file.lines };
  if (after === before) return { path, what: 'already has the entry' };
  const change = { path, ...(before !== undefined && { before: Buffer.from(before) }), after: Buffer.from(after) };
  return { path, what: file.what, change };
}

function addLines(text: string, lines: readonly string[]): string {
  const present = text.split(/\r?\n/).map((line) => line.trim());
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return text;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : `${text}${end}`;
  return `${start}${missing.map((line) => `${line}${end}`).join('')}`;
}

/** Adds entries to a list in a JSON text. Returns `undefined` if the text is not valid or has no list there. */
function addMembers(text: string | undefined, { list = [], initial = [], lines }: ToolFile): string | undefined {
  if (text === undefined) return undefined;
  const errors: ParseError[] = [];
  let content: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) return undefined;
  for (const name of list) {
    if (!isObject(content)) return undefined;
    content = content[name];
    if (content === undefined) return withMember(text, [...list], [...initial, ...lines]);
  }
  if (!Array.isArray(content)) return undefined;
  const present: readonly unknown[] = content;
  let edited = text;
  for (const line of lines) if (!present.includes(line)) edited = withMember(edited, [...list, -1], line);
  return edited;
}
