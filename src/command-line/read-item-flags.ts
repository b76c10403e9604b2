import type { Answer } from '../answers/answer.js';
import type { NewItem } from '../answers/plan-item.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type ItemGrouping, type ItemSelection, itemGroupings } from '../items/select-items.js';
import { itemKinds } from '../model/not-shown.js';
import { omitUndefined } from '../options/omit-undefined.js';
import { noFiles } from '../options/option-table.js';
import type { ConfigurableOptions } from '../options/options.js';
import type { CommandName } from './command-table.js';
import { readChoice, readOptions } from './read-options.js';

/** The answer that flags state. */
export interface StatedAnswer extends Pick<Answer, 'name' | 'values' | 'status' | 'text' | 'isComplete'> {
  /** The path of the file with its content. */
  readonly file?: string;
  readonly source?: string;
}

/** The fields of an item that flags state. */
export interface StatedItem extends Partial<Omit<NewItem, 'id'>> {
  /** The place of the item. */
  readonly at?: string;
}

/** Which items are listed, and in which form. */
export interface ItemListing extends ItemSelection {
  readonly by: ItemGrouping;
  /** Whether to print a message to the owner of the API in place of a table. */
  readonly isMessage: boolean;
}

/** Reads the answer that flags state. */
export function readStatedAnswer(given: ReadonlyMap<string, string[]>): StatedAnswer {
  const [name, status, text, file, source] = ['name', 'status', 'text', 'file', 'source'].map(
    (flag) => given.get(flag)?.[0],
  );
  const values = given.get('values')?.[0]?.split(',');
  const isComplete = given.has('complete') || undefined;
  return omitUndefined({ name, values: values?.map((value) => value.trim()), status, text, isComplete, file, source });
}

/** Reads the fields that flags state for an item to add. */
export function readStatedItem(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): StatedItem {
  const [at, question, source, guess, owner, issue, since] = [
    'at',
    'question',
    'source',
    'guess',
    'owner',
    'issue',
    'since',
  ].map((flag) => given.get(flag)?.[0]);
  const kind = readChoice('kind', itemKinds, given, diagnostics);
  return omitUndefined({ at, kind, question, source, known: given.get('known'), guess, owner, issue, since });
}

/** Reads which items are listed, and in which form. */
export function readListing(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): ItemListing {
  return {
    ...omitUndefined({
      kind: readChoice('kind', itemKinds, given, diagnostics),
      operation: given.get('operation')?.[0],
      owner: given.get('owner')?.[0],
    }),
    by: readChoice('by', itemGroupings, given, diagnostics) ?? itemGroupings[0],
    isMessage: given.has('message'),
  };
}

/** The options of a run, and what it edits. */
interface Target {
  readonly options: ConfigurableOptions;
  /** The overlay that is edited. */
  readonly into?: string;
}

/** Reads the options of a run. In a command that edits, the flag `--overlay` states the overlay to edit. */
export function readTarget(
  command: CommandName,
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): Target {
  const { overlay, ...options } = readOptions(given, diagnostics);
  const isEdit = command === 'items add' || command === 'items answer';
  if (!isEdit || overlay === undefined) return { options: { ...options, ...(overlay !== undefined && { overlay }) } };
  const [into = noFiles, ...others] = [overlay].flat();
  if (others.length > 0) diagnostics.report('repeated-flag', undefined, { flag: '--overlay' });
  return { options, into };
}
