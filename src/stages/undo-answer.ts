import { relative } from 'node:path';
import { type AnswerRecord, applyReversed, type Change, removeChange } from '../answers/answer-record.js';
import { readSourceTexts, type SourceTexts } from '../answers/source-texts.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { GenerateOptions } from '../options/options.js';
import {
  checkWhole,
  type EditRun,
  listEdited,
  readEdited,
  readRecord,
  readWithEdit,
  showRecord,
  type WholeRun,
  writeEdited,
} from './edit-description.js';
import { readEditable } from './read-editable.js';

/**
 * Restores the texts that the files of a description had before the answer to an item, if the description then has no
 * error. With `dryRun`, writes nothing.
 */
export async function undoAnswer(options: GenerateOptions, id: string, dryRun = false): Promise<EditRun> {
  const { run } = await readEditable(options);
  const whole = checkWhole(run);
  const record = whole && readRecord(whole);
  if (!whole || !record) return run;
  const { diagnostics, settings, document } = whole;
  if (!record.has(id)) {
    const { items, resolved } = whole.api;
    const has = (list: readonly { readonly id: string }[]): boolean => list.some((one) => one.id === id);
    const variant = has(items) ? 'open' : has(resolved) ? 'answered' : 'absent';
    diagnostics.report('answer-not-recorded', undefined, { variant, id, known: [...record.keys()] });
    return run;
  }
  const texts = readSourceTexts(document, diagnostics);
  const planned = texts && planUndo(whole, texts, record, id);
  if (!planned) return run;
  const edited = listEdited(whole, texts, planned.texts);
  const removed = edited.flatMap(({ path, after }) => (after ? [] : [path]));
  const overlay = settings.overlays.filter((path) => !removed.includes(path));
  const after = removed.length === 0 ? options : { ...options, overlay };
  const findings = new Diagnostics();
  await readWithEdit({ before: options, after }, edited, findings);
  const [error] = findings.list.filter(({ severity }) => severity === 'error');
  if (error) {
    // The undo does not cause a missing overlay.
    if (error.code === 'overlay-not-read') diagnostics.include({ list: [error] });
    else diagnostics.report('undo-does-not-fit', error.origin, { id, why: error.message });
    return run;
  }
  if (!dryRun && !(await writeEdited(edited, whole, planned.rest))) return run;
  if (options.ignoreRecord)
    for (const path of removed)
      diagnostics.report('overlay-removed', undefined, { overlay: relative(settings.folder, path) });
  return { ...run, edited, after };
}

/** The texts of the files without an answer, and the record of the other answers. */
interface PlannedUndo {
  readonly texts: ReadonlyMap<string, string>;
  readonly rest: AnswerRecord;
}

function planUndo(run: WholeRun, texts: SourceTexts, record: AnswerRecord, id: string): PlannedUndo | undefined {
  const planned = new Map<string, string>();
  const rest = new Map([...record].filter(([other]) => other !== id).map(([other, files]) => [other, new Map(files)]));
  for (const file of record.get(id)?.keys() ?? []) {
    const now = readEdited(run, texts, file);
    // The record can name any path, but only files that this run reads are shown or written.
    if (now === undefined) {
      const why = `'${file}' is neither a file of the description nor an overlay of this run`;
      run.diagnostics.report('answers-broken', undefined, {
        place: showRecord(run.document, run.settings.folder),
        why,
      });
      return undefined;
    }
    const changes = listChanges(record, file);
    const ids = changes.map(([one]) => one);
    const undone = removeChange(file, now, changes.slice(ids.indexOf(id)));
    if (undone === undefined) {
      const later = ids.slice(ids.indexOf(id) + 1).reverse();
      const blocking = listBlocking(now, changes, id);
      run.diagnostics.report('answer-edited-since', { file, pointer: '' }, { id, blocking, later });
      return undefined;
    }
    planned.set(file, undone.text);
    for (const [other, patch] of undone.later) rest.get(other)?.set(file, patch);
  }
  return { texts: planned, rest };
}

// Lists the changes of a file, in the order of the answers.
function listChanges(record: AnswerRecord, file: string): readonly Change[] {
  return [...record].flatMap(([id, files]): readonly Change[] => {
    const patch = files.get(file);
    return patch === undefined ? [] : [[id, patch]];
  });
}

// Lists the answers whose undo makes it possible to undo an answer.
function listBlocking(now: string, changes: readonly Change[], id: string): readonly string[] {
  const patch = changes.find(([one]) => one === id)?.[1] ?? '';
  const [last = ''] = changes
    .map(([one]) => one)
    .filter((one) => one !== id)
    .slice(-1);
  // The other answers depend on this one, or this one created the file.
  if (last !== '' && (/^@@ -0,0 /m.test(patch) || applyReversed(id, now, patch) !== undefined)) return [last];
  return changes.toReversed().flatMap(([other, change]) => {
    const before = other === id ? undefined : applyReversed(other, now, change);
    return before !== undefined && applyReversed(id, before, patch) !== undefined ? [other] : [];
  });
}
