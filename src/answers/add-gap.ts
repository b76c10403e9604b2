import { isDeepStrictEqual } from 'node:util';
import type { GenerateOptions } from '../configuration/options.js';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, isSameOrigin, type Origin, splitPointer } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { getMemberKind, isMap, isOpaque, type ValueKind } from '../document/places.js';
import { findMember, findValue } from '../document/resolve.js';
import { type GapKind, gapKinds, isObject, type JsonValue, readObject } from '../model/element.js';
import { getTitle } from '../model/openapi-objects.js';
import { findGaps } from '../model-builder/gaps/find-gaps.js';
import { gapPlaces } from '../model-builder/gaps/product-extensions.js';
import { completeRun, type Run } from '../pipeline/run.js';
import { reportUnknownGaps } from './answer.js';
import { type DescriptionEdit, EditRefusal, type OpenEdit, setMember } from './description-edit.js';
import {
  type EditOptions,
  type EditRun,
  planEdit,
  readEditable,
  readWithEdit,
  writeEdited,
} from './edit-description.js';
import { readSourceTexts } from './source-texts.js';

/**
 * Writes a gap into the description or an overlay. `place` is an `operationId` or the JSON pointer of an object:
 * `#/info`, or `pet.yaml#/Pet` in another file of the description. Nothing is written if the description would then
 * have an error. The description can already have errors that the gap resolves, such as a placeholder without a gap.
 */
export async function addGap(
  options: GenerateOptions,
  place: string,
  gap: NewGap,
  edit: EditOptions = {},
): Promise<EditRun> {
  return editGap(options, edit, gap.id, ({ document, diagnostics }) => {
    const found = findPlace(place, document);
    if (!found) reportUnknownPlace(place, [document], diagnostics);
    const origin = diagnostics.stopIfAbsent(found);
    const own = readObject(findValue(document, origin))['x-not-shown'];
    return {
      origin,
      kind: gap.kind,
      // An interrupted run, which is complete now, can have added this gap.
      isDone: Array.isArray(own) && own.some((entry) => isDeepStrictEqual(entry, gap)),
      write: (file) => writeGap(file, origin.pointer, gap),
    };
  });
}

/** Changes fields of an open gap where it is written in full, with the same conditions as `addGap`. */
export async function amendGap(
  options: GenerateOptions,
  id: string,
  changes: GapChanges,
  edit: EditOptions = {},
): Promise<EditRun> {
  return editGap(options, edit, id, ({ document, api, diagnostics }) => {
    const gaps = findGaps(document);
    const open = [...gaps].map(([known]) => ({ id: known }));
    reportUnknownGaps({ gaps: open, resolved: api?.resolved ?? [] }, id === '' ? [] : [id], diagnostics);
    const { entry, value } = diagnostics.stopIfAbsent(gaps.get(id));
    const members = Object.entries(changes).filter(([field, text]) => !isDeepStrictEqual(value[field], text));
    return {
      origin: entry,
      isDone: members.length === 0,
      write: (file) => {
        for (const [field, text] of members) setMember(file, entry.pointer, field, text);
      },
    };
  });
}

/** What an edit of a gap does. */
interface PlannedGap {
  /** The object that is edited. */
  readonly origin: Origin;
  /** The kind of a new gap. */
  readonly kind?: GapKind;
  /** Whether the description already is as the edit would make it. */
  readonly isDone: boolean;
  readonly write: (file: DescriptionEdit) => void;
}

async function editGap(
  options: GenerateOptions,
  edit: EditOptions,
  id: string,
  plan: (read: Run & { readonly document: Document }) => PlannedGap,
): Promise<EditRun> {
  const { run, target } = await readEditable(options, edit);
  const { document, diagnostics: described } = run;
  if (!target || !document) return run;
  const diagnostics = new Diagnostics();
  diagnostics.include({ list: described.list.filter(({ code }) => code === 'interrupted-write') });
  return completeRun({ ...run, diagnostics }, async (open) => {
    const read = { ...open, document };
    const { origin, kind, isDone, write } = plan(read);
    if (isDone) return { edited: [], after: target.after };
    const texts = diagnostics.stopIfAbsent(readSourceTexts(document, diagnostics));
    // Errors about the gap are reported together with those of the description.
    open.diagnostics = described;
    const edited = await planEdit(read, texts, target, (openFile: OpenEdit) => write(openFile(origin.file))).catch(
      (error: unknown) => {
        if (!(error instanceof EditRefusal)) throw error;
        return described.stop('gap-not-added', origin, { id, why: error.message, cause: error.reason });
      },
    );
    const { diagnostics: findings } = await readWithEdit(target, edited);
    const [errors = [], before = []] = [findings, described].map(({ list }) =>
      list.filter(({ severity }) => severity === 'error'),
    );
    const isOld = ({ code, message }: Diagnostic): boolean =>
      before.some((one) => one.code === code && one.message === message);
    const error = errors.find((one) => !isOld(one));
    if (error) {
      const { message, hint = '' } = error;
      const places = kind && error.code === 'gap-misplaced' ? listPlacesOf(kind, origin, document) : [];
      const help = places.length === 0 ? hint : `for example --at '${places.join("' or --at '")}'`;
      described.stop('gap-does-not-fit', origin, { id, why: message, help });
    }
    // Stops if the gap resolves no error, because the remaining errors can hide others.
    if (errors.length > 0 && errors.length === before.length) described.stopOnErrors();
    open.diagnostics = diagnostics;
    if (!edit.dryRun) await writeEdited(edited, read);
    return { edited, after: target.after };
  });
}

/** Returns the origin of a place in the form of `addGap`. */
export function findPlace(place: string, document: Document): Origin | undefined {
  const operations = findOperations(document);
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1)) {
    const operation = operations.get(place.slice(0, end));
    const found = operation && findBelow(findValue(document, operation), operation, splitPath(place.slice(end)));
    if (found) return found;
  }
  const [, file = '', path] = /^([^#]*)#(|\/.*)$/.exec(place) ?? [];
  const known = document.files.get(file === '' ? document.entry : file);
  if (path === undefined || !known) return undefined;
  return findBelow(known.value, { file: known.file, pointer: '' }, splitPath(path));
}

/** Reports a place that none of the descriptions has. */
export function reportUnknownPlace(place: string, documents: readonly Document[], diagnostics: Diagnostics): void {
  const names = new Map<string, string>();
  for (const document of documents) {
    for (const name of [...findOperations(document).keys(), ...document.files.keys()]) names.set(name, name);
    const components = findValue(document, { file: document.entry, pointer: '/components' });
    for (const [section, value] of Object.entries(readObject(components)))
      for (const name of Object.keys(readObject(value))) names.set(name, `#/components/${section}/${name}`);
  }
  const [, file = place] = /^([^#]*)#(?:|\/.*)$/.exec(place) ?? [];
  const likely = findNearestName(file, names.keys());
  diagnostics.report('gap-place-unknown', undefined, { place, likely: likely && names.get(likely) });
}

// Finds the place at a path of names. A name can contain '/'. An entry of a list can be named or counted.
function findBelow(value: unknown, origin: Origin, path: readonly string[]): Origin | undefined {
  if (path.length === 0) return origin;
  for (let length = 1; length <= path.length; length += 1) {
    const name = path.slice(0, length).join('/');
    const key = Array.isArray(value) ? value.findIndex((entry) => readObject(entry)['name'] === name) : -1;
    for (const one of [name, splitPointer(`/${name}`).join('/'), String(key)]) {
      const member = findMember(value, one);
      const found = member !== undefined && findBelow(member, buildChildOrigin(origin, one), path.slice(length));
      if (found) return found;
    }
  }
  return undefined;
}

function splitPath(path: string): readonly string[] {
  return path === '' ? [] : path.slice(1).split('/');
}

/** Lists the kinds of the gaps that a place can have: all if it is in another file, where its object is not known. */
export function listKinds(place: string, document: Document): readonly GapKind[] {
  const origin = findPlace(place, document);
  if (origin?.file !== document.entry) return gapKinds;
  const found = splitPointer(origin.pointer).reduce<ValueKind>(getMemberKind, 'openapi');
  return isMap(found) || isOpaque(found) ? [] : gapKinds.filter((kind) => gapPlaces[kind].includes(getTitle(found)));
}

// Lists at most three places in an object that can have a gap of a kind, in the form of `--at`.
function listPlacesOf(kind: GapKind, origin: Origin, document: Document): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, place: ValueKind, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || isOpaque(place)) return;
    if (!isMap(place) && !Array.isArray(value) && gapPlaces[kind].includes(getTitle(place))) found.push(path.join('/'));
    for (const [key, member] of Object.entries(value)) {
      if (Array.isArray(value)) walk(member, place, [...path, String(readObject(member)['name'] ?? key)]);
      else walk(member, getMemberKind(place, key), [...path, key]);
    }
  };
  const operation = [...findOperations(document)].find(([, one]) => isSameOrigin(one, origin))?.[0];
  const place = splitPointer(origin.pointer).reduce<ValueKind>(getMemberKind, 'openapi');
  if (operation !== undefined) walk(findValue(document, origin), place, [operation]);
  return found.slice(0, 3);
}

// Searches the files, because a description with errors has no model.
function findOperations({ files }: Document): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>();
  const walk = (value: unknown, origin: Origin): void => {
    if (typeof value !== 'object' || value === null) return;
    const id: unknown = Reflect.get(value, 'operationId');
    if (typeof id === 'string' && 'responses' in value && !found.has(id)) found.set(id, origin);
    for (const [key, member] of Object.entries(value)) walk(member, buildChildOrigin(origin, key));
  };
  for (const { file, value } of files.values()) walk(value, { file, pointer: '' });
  return found;
}

/** A gap to write. */
export interface NewGap {
  readonly id: string;
  readonly kind: GapKind;
  /** One sentence, which a person can answer. */
  readonly question: string;
  /** The place in the documentation that does not answer it. */
  readonly source: string;
  /** The facts that the documentation does show. */
  readonly known?: readonly string[];
  readonly guess?: string;
  readonly owner?: string;
  /** The URL of a ticket. */
  readonly issue?: string;
  /** The day when it was noticed, an ISO 8601 date. */
  readonly since?: string;
}

/** The fields of an open gap that change. The id and the kind stay. */
export type GapChanges = Partial<Omit<NewGap, 'id' | 'kind'>>;

/** Adds a gap to an object of a description. If it cannot, throws an `EditRefusal`. */
export function writeGap(edit: DescriptionEdit, pointer: string, gap: NewGap): void {
  const row: { readonly [field: string]: JsonValue } = Object.fromEntries(Object.entries(gap));
  const holder = edit.read(pointer);
  if (!isObject(holder)) throw new EditRefusal('there is no object here', '--at');
  if (Array.isArray(holder['x-not-shown'])) edit.appendItem(`${pointer}/x-not-shown`, row);
  else edit.addMembers(pointer, [['x-not-shown', [row]]]);
}
