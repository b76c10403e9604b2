import { relative } from 'node:path';
import { type AnswerRecord, applyReversed } from '../answers/answer-record.js';
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
  const edited = listEdited(whole, texts, planned);
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
  const rest = new Map([...record].filter(([other]) => other !== id));
  if (!dryRun && !(await writeEdited(edited, whole, rest))) return run;
  if (options.ignoreRecord)
    for (const path of removed)
      diagnostics.report('overlay-removed', undefined, { overlay: relative(settings.folder, path) });
  return { ...run, edited, after };
}

function planUndo(
  run: WholeRun,
  texts: SourceTexts,
  record: AnswerRecord,
  id: string,
): ReadonlyMap<string, string> | undefined {
  const planned = new Map<string, string>();
  for (const [file, patch] of record.get(id) ?? []) {
    const now = readEdited(run, texts, file) ?? '';
    const text = applyReversed(id, now, patch);
    if (text === undefined) {
      const blocking = [...record].flatMap(([other, files]) => {
        const before = other === id ? undefined : applyReversed(other, now, files.get(file) ?? '');
        return before !== undefined && applyReversed(id, before, patch) !== undefined ? [other] : [];
      });
      // The answer that created a file is undone after all others in it.
      const [last] = [...record].filter(([other, files]) => other !== id && files.has(file)).at(-1) ?? [];
      if (blocking.length === 0 && last !== undefined && /^@@ -0,0 /m.test(patch)) blocking.push(last);
      const ids = [...record].flatMap(([other, files]) => (files.has(file) ? [other] : []));
      const later = ids.slice(ids.indexOf(id) + 1).reverse();
      run.diagnostics.report('answer-edited-since', { file, pointer: '' }, { id, blocking, later });
      return undefined;
    }
    planned.set(file, text);
  }
  return planned;
}
