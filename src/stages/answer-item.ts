import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Answer, answerFlags, answerFormNames, answerForms } from '../answers/answer.js';
import {
  type AnswerRecord,
  answersName,
  applyReversed,
  describeChange,
  printAnswerRecord,
  readAnswerRecord,
} from '../answers/answer-record.js';
import { type AddedMember, planAnswer } from '../answers/plan-answer.js';
import { type EditedFile, readSourceTexts, type SourceTexts } from '../answers/source-texts.js';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import { formatOrigin } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { writeFiles } from '../files/file-writer.js';
import { Folder } from '../files/folder.js';
import { findCommonFolder, getRelativePath } from '../files/paths.js';
import { reportUnknownItems } from '../items/report-unknown.js';
import type { Api } from '../model/api.js';
import { listOperations } from '../model/list-operations.js';
import type { NotShown } from '../model/not-shown.js';
import type { GenerateOptions } from '../options/options.js';
import { nameDescription } from './name-description.js';
import { type Run, readDescription } from './read-api.js';
import { readEditable } from './read-editable.js';

/** A run that edits a description. `edited` is absent if it has errors; then nothing was written. */
export type EditRun = Run & { readonly edited?: readonly EditedFile[] };

/** A description that was read whole. */
type WholeRun = Run & { readonly document: Document; readonly api: Api };

/**
 * Writes the answer to an item into the description, and into the file beside it how to undo it; with `dryRun`, only plans
 * that.
 */
export async function answerItem(
  options: GenerateOptions,
  id: string,
  answer: Answer,
  dryRun = false,
): Promise<EditRun> {
  const run = await readEditable(options);
  const whole = checkWhole(run);
  if (whole) reportUnknownItems(whole.api, id === '' ? [] : [id], run.diagnostics);
  if (whole && refuseOverlaid(whole)) return run;
  const item = whole?.api.items.find((one) => one.id === id);
  if (!whole || !item || !checkForm(item, answer, run.diagnostics)) return run;
  const texts = readSourceTexts(whole.document, run.diagnostics);
  const planned = texts && (await planEdits(whole, { item, answer, texts }));
  const record = readRecord(whole);
  if (!planned || !record) return run;
  const patches = new Map([...planned].map(([file, text]) => [file, describeChange(file, texts.read(file), text)]));
  const edited = [...planned].map(([file, text]) => texts.edit(file, text));
  if (!dryRun && !(await writeEdited(edited, new Map([...record, [id, patches]]), whole))) return run;
  return { ...run, edited };
}

/** Gives the files of a description the text that they had before the answer to an item; with `dryRun`, only plans that. */
export async function undoAnswer(options: GenerateOptions, id: string, dryRun = false): Promise<EditRun> {
  const run = await readEditable(options);
  const whole = checkWhole(run);
  const record = whole && readRecord(whole);
  if (!whole || !record) return run;
  const patches = record.get(id);
  if (!patches) {
    run.diagnostics.report('answer-not-recorded', undefined, { id, known: [...record.keys()] });
    return run;
  }
  const texts = readSourceTexts(whole.document, run.diagnostics);
  if (!texts) return run;
  const edited: EditedFile[] = [];
  for (const [file, patch] of patches) {
    const text = whole.document.files.has(file) ? applyReversed(texts.read(file), patch) : undefined;
    if (text === undefined) run.diagnostics.report('answer-edited-since', { file, pointer: '' }, { id });
    else edited.push(texts.edit(file, text));
  }
  if (run.diagnostics.hasErrors) return run;
  const rest = new Map([...record].filter(([other]) => other !== id));
  if (!dryRun && !(await writeEdited(edited, rest, whole))) return run;
  return { ...run, edited };
}

/**
 * Returns whether a description has overlays, and reports it: the pointers of its items are those after the overlays, so that an
 * edit of the file could change something else.
 */
export function refuseOverlaid({ document, diagnostics }: Run): boolean {
  const [overlay] = document?.overlays ?? [];
  if (overlay) diagnostics.report('edit-through-overlay', { file: overlay.file, pointer: '' }, {});
  return overlay !== undefined;
}

function checkWhole(run: Run): WholeRun | undefined {
  const { api, document, diagnostics } = run;
  return api && document && !diagnostics.hasErrors ? { ...run, api, document } : undefined;
}

// An answer has one of the forms of its kind; words may come beside each.
function checkForm({ id, kind, origin }: NotShown, answer: Answer, diagnostics: Diagnostics): boolean {
  const forms = answerForms[kind];
  const given = answerFormNames.filter((form) => answer[form] !== undefined && answer[form] !== false);
  const [first = 'text', ...others] = given.length > 1 ? given.filter((form) => form !== 'text') : given;
  const fits = given.length > 0 && others.length === 0 && forms.includes(first);
  if (!fits) {
    diagnostics.report('answer-form', origin, { id, kind, flags: forms.map((form) => answerFlags[form]) });
  }
  return fits;
}

/** What is answered. */
interface Answering {
  readonly item: NotShown;
  readonly answer: Answer;
  readonly texts: SourceTexts;
}

// The planned texts are read like any others, so that an answer that does not fit is refused before anything is written.
async function planEdits(
  run: WholeRun,
  answering: Answering,
  added: readonly AddedMember[] = [],
): Promise<ReadonlyMap<string, string> | undefined> {
  const { document, diagnostics, api } = run;
  const { item, answer, texts } = answering;
  const sources = { entry: document.entry, readText: (file: string) => texts.read(file) };
  const planned = planAnswer(item, answer, sources, added);
  if ('why' in planned) {
    diagnostics.report('answer-refused', planned.origin, { id: item.id, why: planned.why });
    return undefined;
  }
  const edited = new Map([...planned].map(([file, text]) => [file, texts.edit(file, text)]));
  const contents = new Map([...edited.values()].map(({ path, after }) => [path, after]));
  const findings = new Diagnostics();
  const checked = await readDescription(run.settings, findings, undefined, contents);
  const [error] = [...findings.list.filter(({ severity }) => severity === 'error'), ...listLost(diagnostics, findings)];
  if (error || !checked.api) {
    diagnostics.report('answer-does-not-fit', item.origin, { id: item.id, why: error?.message ?? 'unknown' });
    return undefined;
  }
  if (added.length > 0 || item.kind !== 'parameter-name') return planned;
  const kept = listKeptNames(item, api, checked.api);
  return kept.length === 0 ? planned : planEdits(run, answering, kept);
}

// A second parameter of a name is left out, which no answer intends.
function listLost(before: Diagnostics, after: Diagnostics): readonly Diagnostic[] {
  const [old, now] = [before, after].map(({ list }) => list.filter(({ code }) => code === 'repeated-parameter'));
  return (now ?? []).slice(old?.length);
}

// A parameter keeps the identifier that code uses.
function listKeptNames(item: NotShown, before: Api, after: Api): AddedMember[] {
  const [old, now] = [listIdentifiers(before), listIdentifiers(after)];
  return item.places.flatMap((origin) => {
    const name = old.get(formatOrigin(origin));
    return name === undefined || name === now.get(formatOrigin(origin))
      ? []
      : [{ origin, key: 'x-identifier', value: name }];
  });
}

function listIdentifiers(api: Api): ReadonlyMap<string, string> {
  const { names } = nameDescription(api, new Diagnostics());
  const rows = listOperations(api).flatMap((operation) => [...(names.operations.get(operation)?.parameters ?? [])]);
  return new Map(rows.map(([parameter, name]) => [formatOrigin(parameter.origin), name]));
}

function readRecord({ document, diagnostics, settings }: WholeRun): AnswerRecord | undefined {
  const path = join(document.folder, answersName);
  if (!existsSync(path)) return new Map();
  const record = readAnswerRecord(readFileSync(path, 'utf8'));
  if (!('why' in record)) return record;
  const place = `${relative(settings.folder, path)}:${record.line}`;
  diagnostics.report('answers-broken', undefined, { place, why: record.why });
  return undefined;
}

async function writeEdited(
  edited: readonly EditedFile[],
  record: AnswerRecord,
  { document, diagnostics }: WholeRun,
): Promise<boolean> {
  const path = join(document.folder, answersName);
  const base = findCommonFolder([document.folder, ...edited.map((file) => dirname(file.path))]);
  const before = existsSync(path) ? readFileSync(path) : undefined;
  const after = record.size === 0 ? undefined : Buffer.from(printAnswerRecord(record));
  const changes = [
    { path, ...(before && { before }), ...(after && { after }) },
    ...edited.map((file) => ({ path: file.path, before: file.before, after: file.after })),
  ];
  return writeFiles(
    { folder: new Folder(base), home: getRelativePath(base, document.folder) },
    changes.map((change) => ({ ...change, path: getRelativePath(base, change.path) })),
    diagnostics,
  );
}
