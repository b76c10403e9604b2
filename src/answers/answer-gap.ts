import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { GenerateOptions } from '../configuration/options.js';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import { formatOrigin } from '../diagnostics/origin.js';
import { findWritten } from '../document/written.js';
import { type Api, listOperations } from '../model/api.js';
import type { NotShown } from '../model/element.js';
import { hashPlaces } from '../overlays/hash-places.js';
import { nameDescription } from '../pipeline/emit.js';
import { completeRun, type WholeRun } from '../pipeline/run.js';
import { type Answer, answerFormNames, answerForms, listAnswerFlags, reportUnknownGaps } from './answer.js';
import { EditRefusal, type OpenEdit } from './description-edit.js';
import {
  type EditOptions,
  type EditRun,
  type EditTarget,
  planEdit,
  readEditable,
  readWithEdit,
  writeEdited,
} from './edit-description.js';
import { type EditedFile, readSourceTexts, type SourceTexts } from './source-texts.js';
import { type AddedMember, describeAnswer, writeAnswer } from './write-answer.js';

/** Writes the answer to a gap into the description or an overlay. */
export async function answerGap(
  options: GenerateOptions,
  id: string,
  answer: Answer,
  edit: EditOptions = {},
): Promise<EditRun> {
  const { run, target } = await readEditable(options, edit);
  if (!target) return run;
  return completeRun(run, async ({ document, api, diagnostics }) => {
    const whole = { ...run, document: diagnostics.stopIfAbsent(document), api: diagnostics.stopIfAbsent(api) };
    const last = whole.api.resolved.find((one) => one.id === id);
    // An interrupted run, which is complete now, can have given this answer.
    if (last?.answer === describeAnswer(answer) && last.source === answer.source)
      return { edited: [], after: target.after };
    reportUnknownGaps(whole.api, id === '' ? [] : [id], diagnostics);
    const gap = diagnostics.stopIfAbsent(whole.api.gaps.find((one) => one.id === id));
    checkForm(gap, answer, diagnostics);
    const texts = diagnostics.stopIfAbsent(readSourceTexts(whole.document, diagnostics));
    const edited = await planEdits(whole, { gap, answer, texts, target });
    reportOldRecord(whole);
    if (!edit.dryRun) await writeEdited(edited, whole);
    return { edited, after: target.after };
  });
}

// Earlier versions recorded in this file how to undo answers.
function reportOldRecord({ document, diagnostics, settings }: WholeRun): void {
  const path = join(document.folder, 'lacuna.answers.json');
  if (existsSync(path)) diagnostics.report('answers-unused', undefined, { path: relative(settings.folder, path) });
}

// Refuses an answer that states none of the forms that its kind of gap allows, or several of them. Any answer can also
// have a statement in words.
function checkForm({ id, kind, origin }: NotShown, answer: Answer, diagnostics: Diagnostics): void {
  const forms = answerForms[kind];
  const given = answerFormNames.filter((form) => answer[form] !== undefined && answer[form] !== false);
  const [first = 'text', ...others] = given.length > 1 ? given.filter((form) => form !== 'text') : given;
  const fits = given.length > 0 && others.length === 0 && forms.includes(first);
  // Only a text in a description can be replaced.
  if (!fits || (answer.replaces && first !== 'text'))
    diagnostics.stop('answer-form', origin, { id, kind, flags: listAnswerFlags(kind) });
}

interface Answering {
  readonly gap: NotShown;
  readonly answer: Answer;
  readonly texts: SourceTexts;
  readonly target: EditTarget;
}

// Reads the description again with the planned texts, so that an answer with errors is refused before anything is
// written.
async function planEdits(
  run: WholeRun,
  answering: Answering,
  added: readonly AddedMember[] = [],
): Promise<readonly EditedFile[]> {
  const { diagnostics, api } = run;
  const { gap, answer, texts, target } = answering;
  const { entry, written } = run.document;
  const origins = gap.places.map((place) => findWritten(run.document, place));
  const resolved = { id: gap.id, from: hashPlaces({ kind: gap.kind, origins }, entry, written) };
  const write = (open: OpenEdit): void => writeAnswer(gap, answer, entry, open, added);
  const edited = await planEdit(run, texts, target, write, resolved).catch((error: unknown) => {
    if (!(error instanceof EditRefusal)) throw error;
    const { message: why, reason: cause, origin = { file: entry, pointer: '' } } = error;
    const variant = cause.startsWith('--') ? 'answer' : 'place';
    return diagnostics.stop('answer-not-written', origin, { variant, id: gap.id, why, cause });
  });
  const { diagnostics: findings, api: after } = await readWithEdit(target, edited);
  const [error] = [
    ...findings.list.filter(({ severity }) => severity === 'error'),
    ...listDropped(diagnostics, findings),
  ];
  // The answer does not cause a missing overlay.
  if (error?.code === 'overlay-not-read') diagnostics.include({ list: [error] });
  diagnostics.stopOnErrors();
  if (error || !after) {
    const { message = 'unknown', hint = '' } = error ?? {};
    return diagnostics.stop('answer-does-not-fit', gap.origin, { id: gap.id, why: message, help: hint });
  }
  const kept = added.length > 0 || gap.kind !== 'parameter-name' ? [] : listKeptNames(gap, api, after);
  return kept.length > 0 ? planEdits(run, answering, kept) : edited;
}

// Lists the findings about parameters that are dropped only after the answer, because another parameter already has
// their name.
function listDropped(before: Diagnostics, after: Diagnostics): readonly Diagnostic[] {
  const [old, now] = [before, after].map(({ list }) => list.filter(({ code }) => code === 'repeated-parameter'));
  return (now ?? []).slice(old?.length);
}

// Plans an `x-identifier` for a parameter whose identifier would change, so that the user's code stays valid.
function listKeptNames(gap: NotShown, before: Api, after: Api): AddedMember[] {
  const [old, now] = [listIdentifiers(before), listIdentifiers(after)];
  return gap.places.flatMap((origin) => {
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
