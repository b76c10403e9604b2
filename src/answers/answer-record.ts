import { applyPatch, createPatch, FILE_HEADERS_ONLY, parsePatch, reversePatch } from 'diff';
import { readJson } from '../files/read-json.js';

/** The file beside a description that records how each answer changed it, so that the answer can be undone. */
export const answersName = 'lacuna.answers.json';

/** The changes of each answer by its item's id: for each file, a patch. No artifact depends on it. */
export type AnswerRecord = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Formats the change of a text as a patch with three lines of context. */
export function describeChange(file: string, before: string, after: string): string {
  return createPatch(file, before, after, undefined, undefined, { context: 3, headerOptions: FILE_HEADERS_ONLY });
}

/**
 * Returns the text as it was before a change. Returns `undefined` if the changed lines, or the lines of context around
 * them, differ now.
 */
export function applyReversed(text: string, patch: string): string | undefined {
  const [change] = parsePatch(patch);
  if (!change) return undefined;
  const undone = applyPatch(text, reversePatch(change), { fuzzFactor: 0, autoConvertLineEndings: false });
  // If an answer created the file, it can only be removed as a whole.
  const isCreated = change.hunks[0]?.oldLines === 0;
  return undone === false || (isCreated && undone !== '') ? undefined : undone;
}

/** Reads the file of answers. If it cannot be read, returns the reason and the line. */
export function readAnswerRecord(text: string): AnswerRecord | { readonly line: number; readonly why: string } {
  const reading = readJson(text, (root) => {
    const rows = root
      .unique()
      .members()
      .map(([id, files]) => {
        const patches = files.members().map(
          ([file, lines]) =>
            [
              file,
              lines
                .items()
                .map((line) => line.text())
                .join('\n'),
            ] as const,
        );
        return [id, new Map(patches)] as const;
      });
    return new Map(rows);
  });
  return 'value' in reading ? reading.value : { line: reading.mistake.line, why: reading.mistake.what };
}

/** Prints the file of answers, one line of a patch per line. */
export function printAnswerRecord(record: AnswerRecord): string {
  const rows = [...record].map(([id, files]) => [
    id,
    Object.fromEntries([...files].map(([file, patch]) => [file, patch.split('\n')])),
  ]);
  return `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`;
}
