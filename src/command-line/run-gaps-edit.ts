import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { listKinds } from '../answers/add-gap.js';
import type { Answer } from '../answers/answer.js';
import type { EditOptions } from '../answers/edit-description.js';
import { omitUndefined } from '../configuration/omit-undefined.js';
import { findChoice, noFiles } from '../configuration/option-types.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import type { Origin } from '../diagnostics/origin.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import { hasSameDigits } from '../document/number-text.js';
import { decodeText, parseText } from '../document/parse-text.js';
import { kindTexts } from '../emitters/not-shown/contract.js';
import { formatSystemError } from '../files/system-error.js';
import { addGap, amendGap, answerGaps, type EditRun, type GapChanges, type GivenAnswer } from '../index.js';
import { type GapKind, gapKinds, isJson, isObject, type JsonValue, type ObjectValue } from '../model/element.js';
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
  const stated = readDraft(commandLine);
  const draft = await askGap(stated, commandLine, run, terminal);
  const { at, kind, question, source, id } = draft;
  const isAsked = at !== flags.text('at') || Object.keys(draft).length > Object.keys(stated).length;
  // Nothing that a person typed is lost.
  const keep = (): void => {
    if (isAsked) terminal.printError(`  to continue later: ${printCommand(draft, flags)}\n`);
  };
  if (!at || !kind || !question || !source || !id) {
    const given = { id, '--at': at, '--kind': kind, '--question': question, '--source': source };
    const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]));
    keep();
    return diagnostics.stop('gap-incomplete', undefined, { missing, kinds: gapKinds });
  }
  const gap = { id, kind, question, source, ...readOtherFields(flags), since: flags.text('since') ?? getToday() };
  const done = await addGap(run.options, at, gap, readEditOptions(commandLine, terminal));
  if (!done.edited) keep();
  return completeEdit(done, commandLine, run, terminal);
}

/** The required values of a new gap, as far as they are known. */
interface Draft {
  readonly at?: string;
  readonly kind?: GapKind;
  readonly question?: string;
  readonly source?: string;
  readonly id?: string;
}

function readDraft({ words: [id], flags, at }: CommandLine): Draft {
  const [question, source] = ['question', 'source'].map((name) => flags.text(name));
  return omitUndefined({ at, kind: flags.choice('kind', gapKinds), question, source, id });
}

const questions = {
  at: 'What is the gap about? An operationId, a place in it such as listPets/parameters/limit, or #/info: ',
  kind: 'Which kind of gap is it?',
  question: 'What is the question, in one sentence that a person can answer? ',
  source: 'Which part of the documentation leaves it open? ',
  id: 'Which id should it have? Lowercase letters, digits and hyphens: ',
} as const;

const draftFields = ['at', 'kind', 'question', 'source', 'id'] as const;

/** Asks for each value that is absent, until it fits the description. Returns what is known when the input ends. */
async function askGap(
  stated: Draft,
  commandLine: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Draft> {
  let draft = stated;
  let kinds: readonly GapKind[] = gapKinds;
  // Adds the gap without writing it. What is not known yet has a value that nearly always fits.
  const check = async (next: Draft): Promise<Diagnostics> => {
    const { at = '', kind = 'policy', question = '?', source = '?', id = 'new-gap' } = next;
    const gap = { id, kind, question, source, ...readOtherFields(commandLine.flags) };
    const edit = { ...readEditOptions(commandLine, terminal), dryRun: true };
    const { document, diagnostics } = await addGap(options, at, gap, edit);
    if (document) kinds = listKinds(at, document);
    const found = new Diagnostics();
    const codes = ['gap-place-unknown', ...(next.kind === undefined ? [] : ['gap-does-not-fit', 'gap-not-added'])];
    found.include({ list: diagnostics.list.filter(({ code }) => codes.includes(code)) });
    if (document && !found.hasErrors && kinds.length === 0)
      found.report('gap-place-unknown', undefined, { place: at, likely: undefined });
    return found;
  };
  const missing = draftFields.filter((field) => !Object.hasOwn(stated, field));
  if (!terminal.ask || missing.length === 0) return stated;
  if (stated.at !== undefined) (await check(stated)).stopOnErrors();
  for (const field of draftFields) {
    if (!missing.includes(field)) continue;
    const question = field === 'kind' ? describeKinds(kinds) : questions[field];
    const text = await askUntil(question, terminal, async (given) => {
      const next = { ...draft, [field]: given };
      if (field !== 'kind' || gapKinds.some((kind) => kind === given))
        return field === 'question' || field === 'source' ? new Diagnostics() : check(next);
      const wrong = new Diagnostics();
      findChoice('kind', given, gapKinds, wrong);
      return wrong;
    });
    if (text === undefined) break;
    draft = { ...draft, [field]: text };
  }
  return draft;
}

function describeKinds(kinds: readonly GapKind[]): string {
  const width = Math.max(...kinds.map((kind) => kind.length));
  const lines = kinds.map((kind) => `  ${kind.padEnd(width)}  ${kindTexts[kind].asks}\n`);
  return `${questions.kind}\n${lines.join('')}Kind: `;
}

/** Asks until an answer is not empty and `check` finds no error. Returns `undefined` if the input ends or is interrupted. */
async function askUntil(
  question: string,
  terminal: Terminal,
  check: (text: string) => Promise<Diagnostics>,
): Promise<string | undefined> {
  let remove: (() => void) | undefined;
  const interrupted = new Promise<undefined>((end) => {
    remove = terminal.onInterrupt?.(() => end(undefined));
  });
  try {
    for (;;) {
      const line = await Promise.race([terminal.ask?.(question), interrupted]);
      const text = line?.trim();
      if (text === undefined) return undefined;
      const found = text === '' ? undefined : await check(text);
      if (found && !found.hasErrors) return text;
      if (found) await reportFindings(found, undefined, terminal);
      else terminal.printError('  an answer is needed\n');
    }
  } finally {
    remove?.();
  }
}

/** Asks for the place of the gap, if no flag states it. */
export async function askPlace<T extends CommandLine>(
  commandLine: T,
  terminal: Terminal,
  check: (place: string) => Promise<Diagnostics>,
): Promise<T> {
  const at = commandLine.at ?? (await askUntil(questions.at, terminal, check));
  return at === undefined ? commandLine : { ...commandLine, at };
}

// Prints the command with everything that is known, for a POSIX shell.
function printCommand({ id, ...draft }: Draft, flags: Flags): string {
  const others = flags.list.filter(([name]) => !Object.hasOwn(draft, name));
  const words = [...Object.entries(draft), ...others].flatMap(([name, value]) => [
    `--${name}`,
    ...(value === '' ? [] : [value]),
  ]);
  const quote = (word: string): string => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return ['lacuna', 'gaps', 'add', ...(id === undefined ? [] : [id]), ...words].map(quote).join(' ');
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

/** Runs `gaps answer`. Edits the description, prints the difference and generates. */
export async function runGapsAnswer(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  const { words, flags } = commandLine;
  const diagnostics = new Diagnostics();
  const from = flags.text('from');
  const given = from === undefined ? [readAnswer(commandLine, terminal, diagnostics)] : [];
  if (from !== undefined) given.push(...readAnswers(from, commandLine, terminal, diagnostics));
  for (const argument of words.slice(from === undefined ? 1 : 0))
    diagnostics.report('unexpected-argument', undefined, { argument });
  diagnostics.stopOnErrors();
  await reportFindings(diagnostics, undefined, terminal);
  const done = await answerGaps(run.options, given, readEditOptions(commandLine, terminal));
  return completeEdit(done, commandLine, run, terminal);
}

function readAnswer({ words, flags, options }: CommandLine, terminal: Terminal, diagnostics: Diagnostics): GivenAnswer {
  const [id = ''] = words;
  const row = Object.fromEntries(
    answerFields.flatMap((field) => (flags.has(field) ? [[field, flags.text(field) || true]] : [])),
  );
  if (!('source' in row)) diagnostics.report('answer-without-source', undefined, {});
  return { id, answer: buildAnswer(row, terminal.folder, options.limits ?? {}, diagnostics) };
}

/** The fields of an answer in a file, which are also flags, except `content` and `date`. */
const answerFields = 'name values status text replace file content complete source date'.split(' ');

/** Reads a file of answers: a list in YAML or JSON, or a table in CSV. Reports each wrong answer at its line. */
function readAnswers(
  file: string,
  { options }: CommandLine,
  { folder }: Terminal,
  diagnostics: Diagnostics,
): readonly GivenAnswer[] {
  const limits = options.limits ?? {};
  const path = resolve(folder, file);
  const isCsv = extname(file).toLowerCase() === '.csv';
  const rows = isCsv ? readTable(path, file, diagnostics) : readList(path, file, limits, diagnostics);
  return rows.flatMap(({ value, ...place }) => {
    const own = new Diagnostics();
    const fields = isObject(value) ? value : {};
    const lacks = (name: string): boolean => typeof fields[name] !== 'string' || fields[name].trim() === '';
    const unknown = Object.keys(fields).find((name) => name !== 'id' && !answerFields.includes(name));
    const absent = ['id', 'source'].find(lacks);
    const wrong = Object.keys(fields).find((name) => name !== 'content' && !isScalar(name, fields[name]));
    const at = { ...(place.position && { position: place.position }) };
    if (unknown !== undefined) own.report('answer-row', place.origin, { variant: 'unknown', field: unknown }, at);
    else if (absent !== undefined) own.report('answer-row', place.origin, { variant: 'absent', field: absent }, at);
    else if (wrong !== undefined) own.report('answer-row', place.origin, { variant: 'wrong', field: wrong }, at);
    const answer = own.hasErrors ? undefined : buildAnswer(fields, dirname(path), limits, own);
    diagnostics.include({ list: own.list.map((finding) => (finding.origin ? finding : { ...finding, ...place })) });
    return answer ? [{ id: String(fields['id']), answer, place }] : [];
  });
}

function isScalar(name: string, value: unknown): boolean {
  if (name === 'complete' || name === 'replace') return value === true || value === 'true';
  if (name === 'values' && Array.isArray(value)) return value.every((one) => isScalar('value', one));
  if (name === 'date') return /^\d{4}-\d\d-\d\d$/.test(String(value));
  return typeof value === 'string' || (typeof value === 'number' && ['status', 'value', 'values'].includes(name));
}

/** An answer in a file, before it is checked. */
type AnswerRow = Pick<Diagnostic, 'position'> & { readonly origin: Origin; readonly value: unknown };

function readList(path: string, file: string, limits: Partial<Limits>, diagnostics: Diagnostics): readonly AnswerRow[] {
  const content = readContent(path, file, limits, diagnostics);
  if (content === undefined) return [];
  if (Array.isArray(content))
    return content.map((value: unknown, index) => ({ origin: { file: path, pointer: `/${index}` }, value }));
  return diagnostics.stop('answer-row', { file: path, pointer: '' }, { variant: 'list' });
}

// Reads a table as RFC 4180 defines it. A quoted field can contain line ends.
function readTable(path: string, file: string, diagnostics: Diagnostics): readonly AnswerRow[] {
  const bytes = readBytes(path, file, diagnostics);
  const text = bytes && decodeText(bytes, { file: path, pointer: '' }, diagnostics);
  if (text === undefined) return [];
  const records: { readonly line: number; readonly cells: string[] }[] = [];
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|$)/y;
  const origin = { file: path, pointer: '' };
  let line = 1;
  for (let [isNew, found] = [true, field.exec(text)]; ; found = field.exec(text)) {
    if (!found) return diagnostics.stop('answer-row', origin, { variant: 'quote' }, { position: { line, column: 1 } });
    const [all, quoted, plain = '', end] = found;
    if (isNew) records.push({ line, cells: [] });
    records.at(-1)?.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += all.split('\n').length - 1;
    isNew = end !== ',';
    if (isNew && field.lastIndex >= text.length) break;
  }
  const [{ cells: names = [] } = {}, ...rows] = records.filter(({ cells }) => cells.join('') !== '');
  return rows.flatMap((row) => {
    const [count, wanted] = [row.cells.length, names.length];
    const position = { line: row.line, column: 1 };
    if (count !== wanted) {
      diagnostics.report('answer-row', origin, { variant: 'count', count, wanted }, { position });
      return [];
    }
    const members = names.map((name, index) => [name.trim(), row.cells[index] ?? ''] as const);
    const value = Object.fromEntries(members.filter(([, cell]) => cell !== ''));
    return [{ origin, position, value }];
  });
}

/** Builds an answer from its fields. `folder` is the folder to which the path of a file is relative. */
function buildAnswer(row: ObjectValue, folder: string, limits: Partial<Limits>, diagnostics: Diagnostics): Answer {
  const texts = ['name', 'status', 'text', 'file', 'source', 'date'].map((field) =>
    row[field] === undefined ? undefined : String(row[field]),
  );
  const [name, status, text, file, source = '', date = getToday()] = texts;
  const written = row['values'];
  const list = Array.isArray(written)
    ? written.map(String)
    : written === undefined
      ? undefined
      : String(written).split(',');
  const values = list?.map((value) => value.trim());
  const [isComplete, replaces] = ['complete', 'replace'].map((field) => row[field] !== undefined || undefined);
  const own = isJson(row['content']) ? row['content'] : undefined;
  const content = file === undefined ? own : readContent(resolve(folder, file), file, limits, diagnostics);
  return { ...omitUndefined({ name, values, status, text, replaces, isComplete, content }), source, date };
}

function readBytes(path: string, file: string, diagnostics: Diagnostics): Uint8Array | undefined {
  let why: string | undefined = 'it does not exist';
  try {
    if (existsSync(path)) return readFileSync(path);
  } catch (error) {
    why = formatSystemError(error);
    if (why === undefined) throw error;
  }
  diagnostics.report('answer-file', undefined, { file, why });
  return undefined;
}

// Reads the file as a description is read, so that its mistakes have the same messages and places.
function readContent(
  path: string,
  file: string,
  given: Partial<Limits>,
  diagnostics: Diagnostics,
): JsonValue | undefined {
  const limits = { ...defaultLimits, ...given };
  const bytes = readBytes(path, file, diagnostics);
  const parsed = bytes && parseText(bytes, path, { limits, budget: { left: limits.aliases }, diagnostics });
  // The edited description would have other digits.
  const [long] = [...(parsed?.numbers ?? [])].filter(([, text]) => !hasSameDigits(text));
  if (long) {
    const [pointer, text] = long;
    diagnostics.report('number-not-held', { file: path, pointer }, { text, held: String(Number(text)) });
    return undefined;
  }
  return isJson(parsed?.value) ? parsed.value : undefined;
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
