import { basename } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Renaming } from '../scaffold/named-operation.js';
import type { Scaffold, Task } from '../scaffold/scaffold.js';
import type { Draft } from '../scaffold/user-code.js';

/** Formats the planned or made changes of `scaffold`, and the tasks that remain. */
export function printScaffold(
  { changes, kept, renamed, pending, tasks }: Scaffold,
  show: (path: string) => string,
  isDryRun: boolean,
): string {
  const completed = pending.map((path) => `${show(path)}   is completed first, because an earlier run was interrupted`);
  const rows = [
    ...completed,
    ...changes.map(({ path, file }) => `${show(path)}   ${isDryRun ? 'would be ' : ''}${file ? 'changed' : 'written'}`),
  ];
  const names = renamed.flatMap(formatRenaming);
  const number = changes.length === 0 ? 'nothing' : `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
  const total = `${number} ${isDryRun ? 'would be written' : 'written'}, ${kept} ${kept === 1 ? 'handler already exists' : 'handlers already exist'}`;
  const index = changes.find(({ path, file }) => !file && basename(path) === 'index.ts');
  const next = index
    ? [`next: write the body of each handler, and pass \`handlers\` of ${show(index.path)} to createServer`]
    : [];
  const head = [...rows, ...names, total, ...next].map((line) => `  ${line}\n`);
  if (tasks.length === 0) return head.join('');
  return `${head.join('')}\n  to do by hand:\n${tasks.map((task) => printTask(task, show)).join('')}`;
}

function formatRenaming({ from, to }: Renaming): string[] {
  if (from.identifier !== to.identifier) return [`${from.identifier} is now called ${to.identifier}`];
  return from.type === to.type ? [] : [`the types of ${to.identifier} are now called ${to.type}…, not ${from.type}…`];
}

/** Prints the changes of the user's files as a patch. */
export function printChanges(changes: readonly Draft[], show: (path: string) => string): string {
  return changes
    .map(({ path, file, text }) => {
      const name = show(path);
      const [before, after] = [file ? `a/${name}` : '/dev/null', `b/${name}`];
      const mark = file?.hasMark ? '\ufeff' : '';
      return createTwoFilesPatch(before, after, mark + (file?.text ?? ''), mark + text)
        .split('\n')
        .slice(1)
        .join('\n');
    })
    .join('');
}

/** Prints a task with its places. */
export function printTask({ text, places, lines = [] }: Task, show: (path: string) => string): string {
  const where = places.map(({ path, line, column }) => `${show(path)}:${line}:${column}`);
  const [only] = where.length === 1 ? where : [];
  const rest = only === undefined ? where.map((place) => `      ${place}\n`) : [];
  return `  - ${only === undefined ? '' : `${only}: `}${text}\n${rest.join('')}${lines.map((line) => `      ${line}\n`).join('')}`;
}
