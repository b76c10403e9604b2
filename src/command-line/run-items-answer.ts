import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer } from '../answers/answer.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import { parseText } from '../document/parse-text.js';
import { formatSystemError } from '../files/system-error.js';
import { answerItem, undoAnswer } from '../index.js';
import type { JsonValue } from '../model/element.js';
import { isJson } from '../model/is-json.js';
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
  const answer = isAnswer ? readAnswer(commandLine, terminal, diagnostics) : undefined;
  if (isUndo) checkAlone({ ...stated, ...(into !== undefined && { overlay: into }) }, diagnostics);
  for (const argument of words.slice(1)) diagnostics.report('unexpected-argument', undefined, { argument });
  const wrong = await reportFindings(diagnostics, undefined, terminal);
  if (diagnostics.hasErrors) return wrong;
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

function readAnswer({ answer, options }: CommandLine, terminal: Terminal, diagnostics: Diagnostics): Answer {
  const { file, source, ...stated } = answer;
  if (source === undefined) diagnostics.report('answer-without-source', undefined, {});
  const content = file === undefined ? undefined : readContent(file, terminal, options.limits ?? {}, diagnostics);
  const date = new Date().toISOString().slice(0, 10);
  return { ...stated, ...(content !== undefined && { content }), source: source ?? '', date };
}

// Reads the file as a description is read, so that its mistakes have the same messages and places.
function readContent(
  file: string,
  { folder }: Terminal,
  given: Partial<Limits>,
  diagnostics: Diagnostics,
): JsonValue | undefined {
  const limits = { ...defaultLimits, ...given };
  const path = resolve(folder, file);
  let why: string | undefined = 'it does not exist';
  try {
    if (existsSync(path)) {
      const parsed = parseText(readFileSync(path), file, { limits, budget: { left: limits.aliases }, diagnostics });
      return isJson(parsed?.value) ? parsed.value : undefined;
    }
  } catch (error) {
    why = formatSystemError(error);
    if (why === undefined) throw error;
  }
  diagnostics.report('answer-file', undefined, { file, why });
  return undefined;
}
