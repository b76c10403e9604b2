import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer } from '../answers/answer.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { normalizeReturns } from '../diagnostics/line-index.js';
import { answerItem, undoAnswer } from '../index.js';
import type { JsonValue } from '../model/element.js';
import { completeEdit, readEditOptions } from './complete-edit.js';
import type { CommandLine } from './parse-arguments.js';
import type { StatedAnswer } from './read-item-flags.js';
import type { Report } from './report.js';
import { exit, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs `items answer` and `items undo`. Edits the description, prints the difference and generates. */
export async function runItemsAnswer(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const { command, words, answer: stated, isUndo, into, dryRun } = commandLine;
  const [id = ''] = words;
  const { options } = run;
  const diagnostics = new Diagnostics();
  const isAnswer = command === 'items answer' && !isUndo;
  const answer = isAnswer ? await readAnswer(stated, terminal, diagnostics) : undefined;
  if (isUndo) checkAlone({ ...stated, ...(into !== undefined && { overlay: into }) }, diagnostics);
  for (const argument of words.slice(1)) diagnostics.report('unexpected-argument', undefined, { argument });
  if (diagnostics.hasErrors) return reportFindings(diagnostics, undefined, terminal);
  const done = answer
    ? await answerItem(options, id, answer, readEditOptions(commandLine, terminal))
    : await undoAnswer(options, id, dryRun);
  const reported = await reportFindings(done.diagnostics, done, terminal);
  const { edited, after } = done;
  if (!edited || !after || reported.exitCode !== exit.clean) return reported;
  return completeEdit({ edited, after }, reported, { run, terminal, dryRun });
}

function checkAlone(stated: StatedAnswer & { readonly overlay?: string }, diagnostics: Diagnostics): void {
  for (const name of Object.keys(stated)) {
    const flag = name === 'isComplete' ? '--complete' : `--${name}`;
    diagnostics.report('flags-exclude', undefined, { flag, other: '--undo' });
  }
}

async function readAnswer(
  { file, source, ...stated }: StatedAnswer,
  { folder }: Terminal,
  diagnostics: Diagnostics,
): Promise<Answer> {
  if (source === undefined) diagnostics.report('answer-without-source', undefined, {});
  const content = file === undefined ? undefined : await readContent(file, folder, diagnostics);
  const date = new Date().toISOString().slice(0, 10);
  return { ...stated, ...(content !== undefined && { content }), source: source ?? '', date };
}

async function readContent(file: string, folder: string, diagnostics: Diagnostics): Promise<JsonValue | undefined> {
  const { parseDocument } = await import('yaml'); // loads the parser of YAML
  let isRead = false;
  try {
    const text = readFileSync(resolve(folder, file), 'utf8');
    isRead = true;
    const document = parseDocument(normalizeReturns(text), { logLevel: 'silent' });
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: 0 });
    throw error;
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    diagnostics.report('answer-file', undefined, { variant: isRead ? 'invalid' : 'absent', file, why });
  }
  return undefined;
}
