import type { PlannedRun } from '../configuration/plan-runs.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { addItem } from '../index.js';
import { type ItemKind, itemKinds } from '../model/not-shown.js';
import { completeEdit, readEditOptions } from './complete-edit.js';
import type { CommandLine } from './parse-arguments.js';
import type { Report } from './report.js';
import { exit, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs `items add`. Asks for what the flags do not state, writes the item, prints the difference and generates. */
export async function runItemsAdd(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const { words, added, dryRun } = commandLine;
  const diagnostics = new Diagnostics();
  for (const argument of words.slice(1)) diagnostics.report('unexpected-argument', undefined, { argument });
  if (diagnostics.hasErrors) return reportFindings(diagnostics, undefined, terminal);
  const { at, kind, question, source, ...optional } = added;
  const place = at ?? (await askText('at', terminal));
  const of = kind ?? (await askKind(terminal));
  const asked = question ?? (await askText('question', terminal));
  const stops = source ?? (await askText('source', terminal));
  const id = words[0] ?? (await askText('id', terminal));
  if (!place || !of || !asked || !stops || !id) {
    const given = { id, '--at': place, '--kind': of, '--question': asked, '--source': stops };
    const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]));
    diagnostics.report('item-incomplete', undefined, { missing });
    return reportFindings(diagnostics, undefined, terminal);
  }
  const item = { id, kind: of, question: asked, source: stops, ...optional };
  const done = await addItem(run.options, place, item, readEditOptions(commandLine, terminal));
  const reported = await reportFindings(done.diagnostics, done, terminal);
  const { edited, after } = done;
  if (!edited || !after || reported.exitCode !== exit.clean) return reported;
  return completeEdit({ edited, after }, reported, { run, terminal, dryRun });
}

/** Asks for the place of the item, if no flag states it. */
export async function askPlace<T extends CommandLine>(commandLine: T, terminal: Terminal): Promise<T> {
  const { at = await askText('at', terminal), ...added } = commandLine.added;
  return { ...commandLine, added: { ...added, at: at ?? '' } };
}

const questions = {
  at: 'What is the item about? An operationId, a place in it such as listPets/parameters/limit, or #/info: ',
  kind: `Which kind of item is it? ${itemKinds.join(', ')}: `,
  question: 'What is the question, in one sentence that a person can answer? ',
  source: 'Which part of the documentation leaves it open? ',
  id: 'Which id should it have? Lowercase letters, digits and hyphens: ',
} as const;

async function askText(field: keyof typeof questions, { ask }: Terminal): Promise<string | undefined> {
  return (await ask?.(questions[field]))?.trim();
}

// Asks until the answer is a kind or empty.
async function askKind(terminal: Terminal): Promise<ItemKind | undefined> {
  for (;;) {
    const text = await askText('kind', terminal);
    const kind = itemKinds.find((one) => one === text);
    if (kind || !text) return kind;
  }
}
