import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Answer } from '../answers/answer.js';
import type { EditOptions } from '../answers/edit-description.js';
import { omitUndefined } from '../configuration/omit-undefined.js';
import { noFiles } from '../configuration/option-types.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import { hasSameDigits } from '../document/number-text.js';
import { parseText } from '../document/parse-text.js';
import { formatSystemError } from '../files/system-error.js';
import { addGap, amendGap, answerGap, type EditRun, type GapChanges } from '../index.js';
import { type GapKind, gapKinds, isJson, type JsonValue } from '../model/element.js';
import type { CommandLine, Flags } from './parse-arguments.js';
import { exit, formatPath, type Report, reportFindings } from './report.js';
import { runGenerate } from './run-generate.js';
import type { Terminal } from './terminal.js';

/** Runs `gaps add`. Asks for what the flags do not state, writes the gap, prints the difference and generates. */
export async function runGapsAdd(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const { words, flags } = commandLine;
  const diagnostics = new Diagnostics();
  for (const argument of words.slice(1)) diagnostics.report('unexpected-argument', undefined, { argument });
  diagnostics.stopOnErrors();
  const place = commandLine.at ?? (await askText('at', terminal));
  const kind = flags.choice('kind', gapKinds) ?? (await askKind(terminal));
  const question = flags.text('question') ?? (await askText('question', terminal));
  const source = flags.text('source') ?? (await askText('source', terminal));
  const id = words[0] ?? (await askText('id', terminal));
  if (!place || !kind || !question || !source || !id) {
    const given = { id, '--at': place, '--kind': kind, '--question': question, '--source': source };
    const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]));
    return diagnostics.stop('gap-incomplete', undefined, { missing, kinds: gapKinds });
  }
  const gap = { id, kind, question, source, ...readOtherFields(flags), since: flags.text('since') ?? getToday() };
  const done = await addGap(run.options, place, gap, readEditOptions(commandLine, terminal));
  return completeEdit(done, commandLine, run, terminal);
}

/** Runs `gaps amend`. Changes fields of an open gap, prints the difference and generates. */
export async function runGapsAmend(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const { words, flags } = commandLine;
  const [id = '', ...others] = words;
  const diagnostics = new Diagnostics();
  const [question, source] = ['question', 'source'].map((name) => flags.text(name));
  const changes = omitUndefined({ question, source, ...readOtherFields(flags) });
  for (const argument of others) diagnostics.report('unexpected-argument', undefined, { argument });
  if (Object.keys(changes).length === 0) diagnostics.report('gap-unchanged', undefined, {});
  diagnostics.stopOnErrors();
  const done = await amendGap(run.options, id, changes, readEditOptions(commandLine, terminal));
  return completeEdit(done, commandLine, run, terminal);
}

function readOtherFields(flags: Flags): GapChanges {
  const [guess, owner, issue, since] = ['guess', 'owner', 'issue', 'since'].map((name) => flags.text(name));
  return omitUndefined({ known: flags.texts('known'), guess, owner, issue, since });
}

function getToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Asks for the place of the gap, if no flag states it. */
export async function askPlace<T extends CommandLine>(commandLine: T, terminal: Terminal): Promise<T> {
  return { ...commandLine, at: commandLine.at ?? (await askText('at', terminal)) ?? '' };
}

const questions = {
  at: 'What is the gap about? An operationId, a place in it such as listPets/parameters/limit, or #/info: ',
  kind: `Which kind of gap is it? ${gapKinds.join(', ')}: `,
  question: 'What is the question, in one sentence that a person can answer? ',
  source: 'Which part of the documentation leaves it open? ',
  id: 'Which id should it have? Lowercase letters, digits and hyphens: ',
} as const;

async function askText(field: keyof typeof questions, { ask }: Terminal): Promise<string | undefined> {
  return (await ask?.(questions[field]))?.trim();
}

// Asks until the answer is a kind or empty.
async function askKind(terminal: Terminal): Promise<GapKind | undefined> {
  for (;;) {
    const text = await askText('kind', terminal);
    const kind = gapKinds.find((one) => one === text);
    if (kind || !text) return kind;
  }
}

/** Runs `gaps answer`. Edits the description, prints the difference and generates. */
export async function runGapsAnswer(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const [id = '', ...others] = commandLine.words;
  const diagnostics = new Diagnostics();
  const answer = readAnswer(commandLine, terminal, diagnostics);
  for (const argument of others) diagnostics.report('unexpected-argument', undefined, { argument });
  diagnostics.stopOnErrors();
  await reportFindings(diagnostics, undefined, terminal);
  const done = await answerGap(run.options, id, answer, readEditOptions(commandLine, terminal));
  return completeEdit(done, commandLine, run, terminal);
}

function readAnswer({ flags, options }: CommandLine, terminal: Terminal, diagnostics: Diagnostics): Answer {
  const [name, status, text, file, source] = ['name', 'status', 'text', 'file', 'source'].map((flag) =>
    flags.text(flag),
  );
  const values = flags
    .text('values')
    ?.split(',')
    .map((value) => value.trim());
  const isComplete = flags.has('complete') || undefined;
  const replaces = flags.has('replace') || undefined;
  if (source === undefined) diagnostics.report('answer-without-source', undefined, {});
  const content = file === undefined ? undefined : readContent(file, terminal, options.limits ?? {}, diagnostics);
  const stated = omitUndefined({ name, values, status, text, replaces, isComplete, content });
  return { ...stated, source: source ?? '', date: getToday() };
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
      // The edited description would have other digits.
      const [long] = [...(parsed?.numbers ?? [])].filter(([, text]) => !hasSameDigits(text));
      if (long) {
        const [pointer, text] = long;
        diagnostics.report('number-not-held', { file, pointer }, { text, held: String(Number(text)) });
        return undefined;
      }
      return isJson(parsed?.value) ? parsed.value : undefined;
    }
  } catch (error) {
    why = formatSystemError(error);
    if (why === undefined) throw error;
  }
  diagnostics.report('answer-file', undefined, { file, why });
  return undefined;
}

// Prints what an edit changed in a description and its overlays, then generates. With `--dry-run`, only prints.
async function completeEdit(
  done: EditRun,
  commandLine: CommandLine,
  run: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const reported = await reportFindings(done.diagnostics, done, terminal);
  const { edited, after: options } = done;
  if (!edited || !options || reported.exitCode !== exit.clean) return reported;
  if (edited.length === 0) terminal.print('  nothing to change in the description\n');
  for (const { path, before, after } of edited) {
    const shown = formatPath(path, terminal);
    const [old, now] = [before, after].map((bytes) => Buffer.from(bytes ?? []).toString('utf8'));
    terminal.print(
      createTwoFilesPatch(shown, shown, old ?? '', now ?? '', undefined, undefined, {
        context: 2,
        headerOptions: FILE_HEADERS_ONLY,
      }),
    );
  }
  if (!commandLine.flags.has('dry-run')) return runGenerate(commandLine, { ...run, options }, terminal);
  return {
    ...reported,
    written: { added: [], changed: edited.map(({ path }) => formatPath(path, terminal)), removed: [] },
  };
}

/** Returns the options of an edit that the command line states. */
export function readEditOptions({ flags, into }: CommandLine, { folder }: Terminal): EditOptions {
  const dryRun = flags.has('dry-run');
  if (into === undefined) return { dryRun };
  return { dryRun, into: into === noFiles ? into : resolve(folder, into) };
}
