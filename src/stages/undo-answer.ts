import { applyReversed } from '../answers/answer-record.js';
import { readSourceTexts } from '../answers/source-texts.js';
import type { GenerateOptions } from '../options/options.js';
import { checkWhole, type EditRun, listEdited, readEdited, readRecord, writeEdited } from './edit-description.js';
import { readEditable } from './read-editable.js';

/**
 * Restores the texts that the files of a description had before the answer to an item. With `dryRun`, writes nothing.
 */
export async function undoAnswer(options: GenerateOptions, id: string, dryRun = false): Promise<EditRun> {
  const { run } = await readEditable(options);
  const whole = checkWhole(run);
  const record = whole && readRecord(whole);
  if (!whole || !record) return run;
  const { diagnostics, settings, document } = whole;
  const patches = record.get(id);
  if (!patches) {
    diagnostics.report('answer-not-recorded', undefined, { id, known: [...record.keys()] });
    return run;
  }
  const texts = readSourceTexts(document, diagnostics);
  if (!texts) return run;
  const planned = new Map<string, string>();
  for (const [file, patch] of patches) {
    const text = applyReversed(readEdited(whole, texts, file) ?? '', patch);
    if (text === undefined) diagnostics.report('answer-edited-since', { file, pointer: '' }, { id });
    else planned.set(file, text);
  }
  if (diagnostics.hasErrors) return run;
  const edited = listEdited(whole, texts, planned);
  const rest = new Map([...record].filter(([other]) => other !== id));
  if (!dryRun && !(await writeEdited(edited, whole, rest))) return run;
  const removed = edited.flatMap(({ path, after }) => (after ? [] : [path]));
  if (removed.length === 0 || options.ignoreRecord) return { ...run, edited, after: options };
  return {
    ...run,
    edited,
    after: { ...options, overlay: settings.overlays.filter((path) => !removed.includes(path)) },
  };
}
