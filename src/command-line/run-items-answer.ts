import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer } from '../answers/answer.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import { parseText } from '../document/parse-text.js';
import { formatSystemError } from '../files/system-error.js';
import { answerItem } from '../index.js';
import type { JsonValue } from '../model/element.js';
import { isJson } from '../model/is-json.js';
import { completeEdit, readEditOptions } from './complete-edit.js';
import type { CommandLine } from './parse-arguments.js';
import type { Report } from './report.js';
import { exit, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs `items answer`. Edits the description, prints the difference and generates. */
export async function runItemsAnswer(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const { words, dryRun } = commandLine;
  const [id = ''] = words;
  const { options } = run;
  const diagnostics = new Diagnostics();
  const answer = readAnswer(commandLine, terminal, diagnostics);
  for (const argument of words.slice(1)) diagnostics.report('unexpected-argument', undefined, { argument });
  const wrong = await reportFindings(diagnostics, undefined, terminal);
  if (diagnostics.hasErrors) return wrong;
  const done = await answerItem(options, id, answer, readEditOptions(commandLine, terminal));
  const reported = await reportFindings(done.diagnostics, done, terminal);
  const { edited, after } = done;
  if (!edited || !after || reported.exitCode !== exit.clean) return reported;
  return completeEdit({ edited, after }, reported, { run, terminal, dryRun });
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
