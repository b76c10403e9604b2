import type { Origin } from '../diagnostics/origin.js';
import type { JsonValue } from '../model/element.js';
import { isObject } from '../model/is-object.js';
import type { NotShown } from '../model/not-shown.js';
import type { Answer } from './answer.js';
import { placeEdits } from './edit-places.js';
import { SourceEdit } from './source-edit.js';
import { EditRefusal } from './yaml-nodes.js';

/** The texts of a description. */
interface Sources {
  /** The file of the description itself. */
  readonly entry: string;
  /** Reads the text of a file, without byte order mark. */
  readonly readText: (file: string) => string;
}

/** Why an answer cannot be written, and where. */
interface AnswerRefusal {
  readonly why: string;
  readonly origin: Origin;
}

/** A further edit: a member to add at an object. */
export interface AddedMember {
  readonly origin: Origin;
  readonly key: string;
  readonly value: JsonValue;
}

/** Writes an answer at all places of its item, and lists the item as answered; returns the new texts by file. */
export function planAnswer(
  item: NotShown,
  answer: Answer,
  { entry, readText }: Sources,
  added: readonly AddedMember[] = [],
): ReadonlyMap<string, string> | AnswerRefusal {
  const edits = new Map<string, SourceEdit>();
  const open = (file: string): SourceEdit => {
    const edit = edits.get(file) ?? new SourceEdit(readText(file));
    edits.set(file, edit);
    return edit;
  };
  let origin: Origin = { file: entry, pointer: '' };
  try {
    for (const { origin: at, key, value } of added) {
      origin = at;
      open(at.file).addMembers(at.pointer, [[key, value]]);
    }
    // A place inside another one comes first: renaming the outer one changes its pointer.
    for (const place of [...item.places].sort((a, b) => b.pointer.length - a.pointer.length)) {
      origin = place;
      placeEdits[item.kind]({ edit: open(place.file), pointer: place.pointer, id: item.id }, answer);
      if (item.kind === 'parameter-name')
        writeParameterName(open(place.file), place.pointer, readText(place.file), answer);
    }
    origin = { file: entry, pointer: '' };
    addTombstone(open(entry), item, answer);
  } catch (error) {
    if (error instanceof EditRefusal) return { why: error.message, origin };
    throw error;
  }
  return new Map([...edits].map(([file, edit]) => [file, edit.text]));
}

// `x-pagination` names parameters by their placeholders.
function writeParameterName(edit: SourceEdit, pointer: string, before: string, { name = '' }: Answer): void {
  const [, operation] = /^(.*)\/parameters\/\d+$/.exec(pointer) ?? [];
  if (operation === undefined) return;
  const old = new SourceEdit(before).read(`${pointer}/name`);
  const holder = edit.read(operation);
  const paging = isObject(holder) ? holder['x-pagination'] : undefined;
  const parameters = isObject(paging) ? paging['parameters'] : undefined;
  for (const [role, value] of isObject(parameters) ? Object.entries(parameters) : []) {
    if (value === old) edit.replaceValue(`${operation}/x-pagination/parameters/${role}`, name);
  }
}

function addTombstone(edit: SourceEdit, { id }: NotShown, answer: Answer): void {
  const row = { id, answer: describeAnswer(answer), source: answer.source, date: answer.date };
  const root = edit.read('');
  if (isObject(root) && Array.isArray(root['x-resolved'])) edit.appendItem('/x-resolved', row);
  else edit.addMembers('', [['x-resolved', [row]]]);
}

function describeAnswer({ text, name, values = [], status, content }: Answer): string {
  if (text !== undefined) return text;
  if (name !== undefined) return name;
  if (values.length > 0) return `also ${values.join(', ')}`;
  if (status !== undefined) return status;
  return content === undefined ? 'nothing beside what the description shows' : 'as the description shows now';
}
