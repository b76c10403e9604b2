import { isDeepStrictEqual } from 'node:util';
import type { Origin } from '../diagnostics/origin.js';
import { hasSameDigits } from '../document/number-text.js';
import {
  type GapKind,
  isJson,
  isJsonObject,
  isObject,
  type JsonValue,
  type NotShown,
  type ObjectValue,
} from '../model/element.js';
import { listKeywords } from '../model/schema-keywords.js';
import type { Answer } from './answer.js';
import { type DescriptionEdit, EditRefusal, type Member, type OpenEdit, setMember } from './description-edit.js';

/** An edit that an answer needs at another place than that of the gap. */
export interface FurtherEdit {
  readonly origin: Origin;
  readonly write: (file: DescriptionEdit) => void;
}

/**
 * Writes an answer at all places of its gap, and lists the gap as answered in the file of the description itself,
 * `entry`. If it cannot, throws an `EditRefusal` with the place.
 */
export function writeAnswer(
  gap: NotShown,
  answer: Answer,
  entry: string,
  open: OpenEdit,
  further: readonly FurtherEdit[] = [],
): void {
  const edit = (origin: Origin, write: (edit: DescriptionEdit) => void): void => {
    try {
      write(open(origin.file));
    } catch (error) {
      if (error instanceof EditRefusal) error.origin = origin;
      throw error;
    }
  };
  // Edits inner places before outer ones, because renaming an outer member changes the pointers inside it.
  for (const place of [...gap.places].sort((a, b) => b.pointer.length - a.pointer.length)) {
    edit(place, (file) => {
      if (gap.kind === 'parameter-name') writeParameterName(file, place.pointer, answer);
      placeEdits[gap.kind]({ edit: file, pointer: place.pointer, id: gap.id, known: gap.known }, answer);
    });
  }
  for (const { origin, write } of further) edit(origin, write);
  edit({ file: entry, pointer: '' }, (file) => addTombstone(file, gap, answer));
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

function addTombstone(edit: DescriptionEdit, { id, question }: NotShown, answer: Answer): void {
  const row = { id, question, answer: describeAnswer(answer), source: answer.source, date: answer.date };
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

// Formats the names in the content of a file: those of absent properties, parameters, transitions, properties, statuses, headers or
// webhooks.
function describeContent(content: JsonValue): string {
  if (Array.isArray(content) && content.every((one) => typeof one === 'string'))
    return content.length === 0 ? 'no field can be absent' : `only these can be absent: ${content.join(', ')}`;
  const { properties, type, $ref } = isObject(content) ? content : {};
  if (typeof $ref === 'string') return $ref;
  if (typeof type === 'string' && type !== 'object') return type;
  const rows = Array.isArray(content) ? content.filter(isObject) : [];
  const names = Array.isArray(content)
    ? rows.map(({ name, from, to }) => String(name ?? `${String(from)} to ${String(to)}`))
    : Object.keys(isObject(properties) ? properties : isObject(content) ? content : {});
  return names.join(', ') || 'as the description shows now';
}

/** A place where an answer is written: an object of the description that has the gap. */
interface AnswerPlace {
  readonly edit: DescriptionEdit;
  /** The JSON pointer of the object in its file. */
  readonly pointer: string;
  readonly id: string;
  /** The facts that the gap states as known. */
  readonly known: readonly string[];
}

/** Writes the answer of each kind at one place. */
const placeEdits: { readonly [K in GapKind]: (place: AnswerPlace, answer: Answer) => void } = {
  shape: (place, { content }) => {
    const isMediaType = /\/content\/[^/]+$/.test(place.pointer);
    const schema = readContent(content);
    removeMarker(place, isMediaType ? [['schema', schema]] : listNew(place, place.pointer, schema));
  },
  fields: (place, { content }) => {
    removeMarker(place, []);
    if (content === undefined) setMember(place.edit, place.pointer, 'additionalProperties', false);
    else addFields(place, readContent(content));
  },
  presence: (place) => removeMarker(place, []),
  values: (place, { values = [] }) => {
    removeMarker(place, []);
    closeValues(place, values);
  },
  'parameter-name': (place, { name = '' }) => {
    removeMarker(place, []);
    place.edit.replaceValue(`${place.pointer}/name`, name);
  },
  parameters: (place, { content }) => {
    removeMarker(place, []);
    addToList(place, 'parameters', content);
  },
  unit: addText,
  transitions: (place, { content }) => {
    removeMarker(place, []);
    addToList(place, 'x-transitions', content);
  },
  'status-code': (place, { status = '' }) => {
    removeMarker(place, []);
    const [, parent, key] = /^(.*\/responses)\/([^/]+)$/.exec(place.pointer) ?? [];
    if (parent === undefined || key === undefined || !/^[1-5]XX$|^default$/.test(key)) {
      throw new EditRefusal('the response has no status range here; edit the places that refer to it');
    }
    const first = key === 'default' ? '[1-5]' : key.charAt(0);
    if (!new RegExp(`^${first}\\d\\d$`).test(status))
      throw new EditRefusal(`'${status}' is not one status code of '${key}'`, '--status');
    place.edit.renameMember(parent, key, status);
  },
  errors: (place, answer) => addParts(place, 'responses', answer),
  header: (place, answer) => {
    for (const [name, header] of Object.entries(isJsonObject(answer.content) ? answer.content : {})) {
      if (!isObject(header) || !['schema', 'content', '$ref'].some((key) => key in header))
        throw new EditRefusal(`the header '${name}' in the file lacks 'schema'`, '--file');
    }
    addParts(place, 'headers', answer);
  },
  behaviour: addText,
  policy: addText,
  events: (place, { content }) => {
    removeMarker(place, []);
    if (content !== undefined) addToMap(place, 'webhooks', readContent(content));
  },
};

function addParts(place: AnswerPlace, member: string, answer: Answer): void {
  const { content, text } = answer;
  if (content === undefined && text !== undefined) {
    addText(place, answer);
    return;
  }
  removeMarker(place, []);
  if (content !== undefined) addToMap(place, member, readContent(content));
}

// The root of a description has no `description`, so its answer is only in `x-resolved`.
function addText(place: AnswerPlace, { text = '', replaces }: Answer): void {
  const { edit, pointer } = place;
  removeMarker(place, []);
  if (pointer === '') {
    if (replaces) throw new EditRefusal('the description as a whole has no text to replace', '--replace');
    return;
  }
  const { description } = readObject(edit.read(pointer));
  if (replaces || typeof description !== 'string') setMember(edit, pointer, 'description', text);
  else edit.appendText(`${pointer}/description`, text);
}

/** Removes the gap from the list of an object. Removes the list too if it becomes empty. */
function removeMarker({ edit, pointer, id }: AnswerPlace, members: readonly Member[]): void {
  const entries = readObject(edit.read(pointer))['x-not-shown'];
  const list = Array.isArray(entries) ? entries : [];
  const index = list.findIndex((entry) => entry === id || (isObject(entry) && entry['id'] === id));
  if (index < 0)
    throw new EditRefusal(`'x-not-shown' does not list '${id}' here; it comes from a merge key or an alias`);
  if (list.length === 1) {
    edit.replaceMember(pointer, 'x-not-shown', members);
    return;
  }
  edit.removeItem(`${pointer}/x-not-shown`, index);
  edit.addMembers(pointer, members);
}

function addFields(place: AnswerPlace, schema: ObjectValue): void {
  const { properties = {}, required = [], ...others } = schema;
  const [unexpected] = Object.keys(others).filter((key) => key !== 'type');
  if (unexpected !== undefined) {
    throw new EditRefusal(
      `the file has '${unexpected}', but it may only have 'properties' and 'required' of the missing fields`,
      '--file',
    );
  }
  addToMap(place, 'properties', readContent(properties));
  const { required: known } = readObject(place.edit.read(place.pointer));
  const missing = readList(required).filter((name) => !Array.isArray(known) || !known.includes(name));
  if (missing.length > 0) addToList(place, 'required', missing);
}

/** Changes the list `required` of a schema to certain names, and keeps the others in place. Removes an empty list. */
export function writeRequired(edit: DescriptionEdit, pointer: string, names: ReadonlySet<string>): void {
  const { required: written } = readObject(edit.read(pointer));
  const old = written === undefined ? [] : readList(written);
  const added = [...names].filter((name) => !old.includes(name));
  if (names.size === 0 || old.length === 0) {
    if (names.size === 0) edit.replaceMember(pointer, 'required', []);
    else setMember(edit, pointer, 'required', added);
    return;
  }
  for (const name of added) edit.appendItem(`${pointer}/required`, name);
  for (const [index, name] of [...old.entries()].reverse())
    if (!names.has(String(name))) edit.removeItem(`${pointer}/required`, index);
}

function addToMap(place: AnswerPlace, member: string, added: ObjectValue): void {
  const { edit, pointer } = place;
  const present = readObject(edit.read(pointer))[member];
  if (isObject(present)) edit.addMembers(`${pointer}/${member}`, listNew(place, `${pointer}/${member}`, added));
  else edit.addMembers(pointer, [[member, readContent(added)]]);
}

/** Lists the members of the file that an object does not have yet. A member with another value is an error. */
function listNew({ edit }: AnswerPlace, pointer: string, added: ObjectValue): readonly Member[] {
  const known = readObject(edit.read(pointer));
  const entries = Object.entries(added).filter(
    ([key, value]) => !Object.hasOwn(known, key) || !isDeepStrictEqual(known[key], value),
  );
  const [twice] = entries.filter(([key]) => Object.hasOwn(known, key));
  if (twice) throw new EditRefusal(`the description already has a different '${twice[0]}' here`, '--file');
  return entries.map(([key, value]) => [key, readJson(value)]);
}

function addToList(place: AnswerPlace, member: string, added: JsonValue | undefined): void {
  if (added === undefined) return;
  const entries = readList(added);
  const { edit, pointer } = place;
  if (!Array.isArray(readObject(edit.read(pointer))[member])) edit.addMembers(pointer, [[member, entries]]);
  else for (const one of entries) edit.appendItem(`${pointer}/${member}`, one);
}

/**
 * Closes a list of known values: `anyOf: [{ enum: […] }, { type: string }]` becomes `enum`. A schema without `enum` gets
 * one, also with the values that only the gap states.
 */
function closeValues(place: AnswerPlace, values: readonly string[]): void {
  const { edit, pointer } = place;
  const schema = readObject(edit.read(pointer));
  for (const union of ['anyOf', 'oneOf']) {
    const members: unknown = schema[union];
    if (!Array.isArray(members)) continue;
    const lists = members.flatMap((member) =>
      isObject(member) && Array.isArray(member['enum']) ? [member['enum']] : [],
    );
    const types = members.flatMap((member) => (isObject(member) && !('enum' in member) ? [member['type']] : []));
    const [type] = types;
    if (lists.length !== 1 || members.length - lists.length !== types.length || typeof type !== 'string') continue;
    const known = lists[0]?.map(readJson) ?? [];
    const all = [...known, ...values.map((value) => parseValue(value, type)).filter((value) => !known.includes(value))];
    edit.replaceMember(pointer, union, [
      ...(schema['type'] === undefined ? [['type', type] as const] : []),
      ['enum', all],
    ]);
    return;
  }
  const present = schema['enum'];
  const { type: only } = schema;
  if (present === undefined && typeof only === 'string' && !hasApplicators(schema)) {
    const all = addKnown(place.known, values, only).map((value) => parseValue(value, only));
    if (all.length > 0) {
      edit.addMembers(pointer, [['enum', [...new Set(all)]]]);
      return;
    }
  }
  if (!Array.isArray(present))
    throw new EditRefusal("the known values are not in an 'enum' here; write the complete 'enum' by hand");
  const type = typeof only === 'string' ? only : typeof present.find((value) => value !== null);
  const missing = values.map((value) => parseValue(value, type)).filter((value) => !present.includes(value));
  for (const value of missing) edit.appendItem(`${pointer}/enum`, value);
}

/**
 * Adds the known values to those of an answer. A known text that is not one value can contain several, so the answer
 * must then be complete: it must state the known values too or, if there are none, a part of each such text.
 */
function addKnown(known: readonly string[], values: readonly string[], type: string): readonly string[] {
  const omitted = known.filter((text) => !values.includes(text));
  const others = omitted.filter((text) => !isOneValue(text, type));
  const own = omitted.filter((text) => !others.includes(text));
  const isComplete =
    omitted.length < known.length || others.every((text) => values.some((value) => text.includes(value)));
  if (others.length > 0 && (own.length > 0 || !isComplete)) {
    const also = own.length === 0 ? '' : `, also '${own.join("', '")}'`;
    const listed = `'${others.join("', '")}'`;
    throw new EditRefusal(
      `--values must contain every value${also}, because 'known' has other texts: ${listed}`,
      '--values',
    );
  }
  return [...known.filter((text) => !others.includes(text)), ...values];
}

// Text with spaces or punctuation can be a sentence or a list.
function isOneValue(text: string, type: string): boolean {
  return type === 'string' ? /^[^\s,;'"`]+$/.test(text) : readTyped(text, type) !== undefined;
}

function hasApplicators(schema: ObjectValue): boolean {
  return listKeywords(({ applies }) => applies !== undefined && applies !== 'inside').some((key) => key in schema);
}

function parseValue(text: string, type: string): JsonValue {
  const value = readTyped(text, type);
  if (value === undefined) throw new EditRefusal(`'${text}' is not a value of type '${type}'`, '--values');
  return value;
}

function readTyped(text: string, type: string): JsonValue | undefined {
  if (type === 'string') return text;
  const value = readJsonText(text);
  if (typeof value === 'number' && !hasSameDigits(text))
    throw new EditRefusal(`JavaScript cannot represent the number ${text}; add it by hand`, '--values');
  return (type === 'integer' ? Number.isInteger(value) : typeof value === type) ? value : undefined;
}

function readJsonText(text: string): JsonValue | undefined {
  try {
    return readJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readContent(value: unknown): ObjectValue & { readonly [key: string]: JsonValue } {
  if (!isJsonObject(value)) throw new EditRefusal('the file contains no object', '--file');
  return value;
}

function readList(value: unknown): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new EditRefusal('the file contains no list', '--file');
  return value.map(readJson);
}

function readObject(value: unknown): ObjectValue & { readonly [key: string]: JsonValue } {
  if (!isJsonObject(value)) throw new EditRefusal('there is no object here');
  return value;
}

function readJson(value: unknown): JsonValue {
  if (!isJson(value)) throw new EditRefusal('the answer contains a value that JSON cannot represent', '--file');
  return value;
}
