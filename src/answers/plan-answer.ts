import type { Origin } from '../diagnostics/origin.js';
import { isObject, type JsonValue, type NotShown } from '../model/element.js';
import type { Answer } from './answer.js';
import type { DescriptionEdit } from './description-edit.js';
import { placeEdits } from './edit-places.js';
import { SourceEdit } from './source-edit.js';
import { EditRefusal, type RefusalReason } from './yaml-nodes.js';

/** The texts of a description. */
interface Sources {
  /** The file of the description itself. */
  readonly entry: string;
  /** Reads the text of a file. The text has no byte order mark. */
  readonly readText: (file: string) => string;
}

/** Why an answer cannot be written, and where. */
export interface AnswerRefusal {
  readonly why: string;
  readonly reason: RefusalReason;
  readonly origin: Origin;
}

/** A member that is also added to an object. */
export interface AddedMember {
  readonly origin: Origin;
  readonly key: string;
  readonly value: JsonValue;
}

/** Writes an answer at all places of its item, and lists the item as answered. Returns the new texts by file. */
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
  return (
    writeAnswer(item, answer, { entry, open }, added) ?? new Map([...edits].map(([file, { text }]) => [file, text]))
  );
}

/** The files to which an answer is written. */
interface Target {
  /** The file of the description itself. */
  readonly entry: string;
  readonly open: (file: string) => DescriptionEdit;
}

/** Writes an answer at all places of its item, and lists the item as answered. If it cannot, returns the reason. */
export function writeAnswer(
  item: NotShown,
  answer: Answer,
  { entry, open }: Target,
  added: readonly AddedMember[],
): AnswerRefusal | undefined {
  let origin: Origin = { file: entry, pointer: '' };
  try {
    // Edits inner places before outer ones, because renaming an outer member changes the pointers inside it.
    for (const place of [...item.places].sort((a, b) => b.pointer.length - a.pointer.length)) {
      origin = place;
      const edit = open(place.file);
      if (item.kind === 'parameter-name') writeParameterName(edit, place.pointer, answer);
      placeEdits[item.kind]({ edit, pointer: place.pointer, id: item.id, known: item.known }, answer);
    }
    for (const { origin: at, key, value } of added) {
      origin = at;
      open(at.file).addMembers(at.pointer, [[key, value]]);
    }
    origin = { file: entry, pointer: '' };
    addTombstone(open(entry), item, answer);
  } catch (error) {
    if (error instanceof EditRefusal) return { why: error.message, reason: error.reason, origin };
    throw error;
  }
  return undefined;
}

// `x-pagination` contains the placeholder as the name of the parameter, so it changes too.
function writeParameterName(edit: DescriptionEdit, pointer: string, { name = '' }: Answer): void {
  const [, operation] = /^(.*)\/parameters\/\d+$/.exec(pointer) ?? [];
  if (operation === undefined) return;
  const old = edit.read(`${pointer}/name`);
  const holder = edit.read(operation);
  const paging = isObject(holder) ? holder['x-pagination'] : undefined;
  const parameters = isObject(paging) ? paging['parameters'] : undefined;
  for (const [role, value] of isObject(parameters) ? Object.entries(parameters) : []) {
    if (value === old) edit.replaceValue(`${operation}/x-pagination/parameters/${role}`, name);
  }
}

function addTombstone(edit: DescriptionEdit, { id }: NotShown, answer: Answer): void {
  const row = { id, answer: describeAnswer(answer), source: answer.source, date: answer.date };
  const root = edit.read('');
  if (isObject(root) && Array.isArray(root['x-resolved'])) edit.appendItem('/x-resolved', row);
  else edit.addMembers('', [['x-resolved', [row]]]);
}

/** Formats an answer as one text, which `x-resolved` contains. */
export function describeAnswer({ text, name, values = [], status, content }: Answer): string {
  if (text !== undefined) return text;
  if (name !== undefined) return name;
  if (values.length > 0) return `also ${values.join(', ')}`;
  if (status !== undefined) return status;
  return content === undefined ? 'nothing but what the description shows' : describeContent(content);
}

// Formats the names in the content of a file: those of parameters, transitions, properties, statuses, headers or
// webhooks.
function describeContent(content: JsonValue): string {
  const { properties, type, $ref } = isObject(content) ? content : {};
  if (typeof $ref === 'string') return $ref;
  if (typeof type === 'string' && type !== 'object') return type;
  const rows = Array.isArray(content) ? content.filter(isObject) : [];
  const names = Array.isArray(content)
    ? rows.map(({ name, from, to }) => String(name ?? `${String(from)} to ${String(to)}`))
    : Object.keys(isObject(properties) ? properties : isObject(content) ? content : {});
  return names.join(', ') || 'as the description shows now';
}
