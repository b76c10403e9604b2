import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, encodePointerToken, formatOrigin, type Origin } from '../diagnostics/origin.js';
import type { DocumentFile } from '../document/document.js';
import { isObject, type ObjectValue } from '../model/element.js';
import type { Action } from './apply-action.js';
import { findValue, hashPlaces, isAnswered, isAnsweredBefore } from './hash-places.js';
import { type Origins, setMember } from './origins.js';

/** An object of the description that has a gap. */
interface GapPlace {
  readonly value: ObjectValue;
  /** The names and indexes that lead to it from the root. */
  readonly path: readonly string[];
  readonly origin: Origin | undefined;
}

/** The answer to a gap by actions of overlays. */
interface Resolution {
  readonly id: string;
  /** The place of the field `x-resolves` of the first action. */
  readonly origin: Origin;
  /** The title of its overlay. */
  readonly source: string;
  readonly kind: string;
  /** The objects that had the gap before the first action. */
  readonly places: readonly GapPlace[];
  /** The description of the first action that has one. */
  description: string | undefined;
  /** Whether any of the actions has `update` or `copy`. */
  adds: boolean;
}

/** Records the gaps that actions of overlays answer (`x-resolves`), and checks that each is answered. */
export class Resolutions {
  /** The description without overlays. */
  readonly #written: DocumentFile;
  readonly #origins: Origins;
  readonly #diagnostics: Diagnostics;
  readonly #found = new Map<string, Resolution>();
  readonly #refused = new Set<string>();

  constructor(written: DocumentFile, origins: Origins, diagnostics: Diagnostics) {
    this.#written = written;
    this.#origins = origins;
    this.#diagnostics = diagnostics;
  }

  /**
   * Records which gap an action answers, before the action is applied to `description`. Returns whether it may be
   * applied. Reports a gap that the description does not leave open.
   */
  add(action: Action, origin: Origin, { description, source }: { description: unknown; source: string }): boolean {
    const { 'x-resolves': id, description: text, update, copy } = action;
    if (id === undefined) return true;
    const adds = update !== undefined || copy !== undefined;
    const known = this.#found.get(id);
    if (known) {
      known.description ??= text;
      known.adds ||= adds;
    }
    if (known || this.#refused.has(id)) return known !== undefined;
    const places = this.#listPlaces(description, id);
    const at = buildChildOrigin(origin, 'x-resolves');
    const kinds = listKinds(description);
    const kind = kinds.get(id) ?? '';
    if (places.length > 0 && !places.some((place) => isAnsweredBefore(kind, place))) {
      this.#found.set(id, { id, origin: at, source, kind, places, description: text, adds });
      this.#compare(action, origin, { id, kind, places });
      return true;
    }
    this.#refused.add(id);
    const answer = listRows(description).find((row) => row['id'] === id)?.['answer'];
    if (places.length > 0 || answer !== undefined)
      this.#diagnostics.report('overlay-gap-answered', at, { id, answer: formatAnswer(answer) });
    else this.#diagnostics.report('overlay-gap-unknown', at, { id, likely: findNearestName(id, kinds.keys()) });
    return false;
  }

  /** Checks that each gap is answered in the description after all overlays, and adds the answer to `x-resolved`. */
  complete(description: unknown): void {
    const objects = this.#indexObjects(description);
    for (const resolution of this.#found.values()) {
      const { id, kind, places, origin } = resolution;
      const [open] = this.#listPlaces(description, id);
      const now = places.map(({ path, origin: written }) => {
        const object = written && objects.get(formatOrigin(written));
        return object ?? { path, value: findValue(description, path) };
      });
      const fits = now.every((place) => isAnswered(kind, place, description));
      const isStated = resolution.adds || resolution.description !== undefined;
      if (open) {
        const place = `#${open.path.map((key) => `/${encodePointerToken(key)}`).join('')}`;
        this.#diagnostics.report('overlay-gap-open', origin, { id, place });
      } else if (!fits || !isStated)
        this.#diagnostics.report('overlay-answer-absent', origin, { id, kind, variant: fits ? 'words' : 'kind' });
      else this.#addTombstone(description, resolution, now[0]?.value);
    }
  }

  // The gap is still open, but the texts at its places may have changed, so the answer may no longer be right.
  #compare(
    { 'x-resolves-from': before }: Action,
    origin: Origin,
    { id, kind, places }: Pick<Resolution, 'id' | 'kind' | 'places'>,
  ): void {
    const { file, value } = this.#written;
    const origins = places.map((place) => place.origin);
    const now = hashPlaces({ kind, origins }, file, value);
    if (before === now) return;
    if (before === undefined) {
      const at = buildChildOrigin(origin, 'x-resolves');
      this.#diagnostics.report('overlay-gap-uncompared', at, { id, now: now ?? '' });
      return;
    }
    const [place] = origins.filter((one) => one?.file === file);
    const at = buildChildOrigin(origin, 'x-resolves-from');
    this.#diagnostics.report('overlay-gap-changed', at, { id, place: `#${place?.pointer ?? ''}`, now: now ?? '' });
  }

  #indexObjects(description: unknown): ReadonlyMap<string, GapPlace> {
    const objects = new Map<string, GapPlace>();
    for (const { value, path } of listObjects(description)) {
      const origin = this.#origins.findContainer(value);
      if (origin && !objects.has(formatOrigin(origin))) objects.set(formatOrigin(origin), { value, path, origin });
    }
    return objects;
  }

  #listPlaces(description: unknown, id: string): readonly GapPlace[] {
    return [...listObjects(description)]
      .filter(({ value }) => listEntries(value).some((entry) => (isObject(entry) ? entry['id'] : entry) === id))
      .map((object) => ({ ...object, origin: this.#origins.findContainer(object.value) }));
  }

  // If an overlay itself adds an entry, it stays, because it has more details.
  #addTombstone(description: unknown, { id, kind, description: text, source, origin }: Resolution, now: unknown): void {
    if (!isObject(description) || listRows(description).some((row) => row['id'] === id)) return;
    const name: unknown = kind === 'parameter-name' && isObject(now) ? now['name'] : undefined;
    const row = { id, answer: text ?? formatAnswer(name) ?? 'as the description shows now', source };
    const rows: unknown = description['x-resolved'];
    if (Array.isArray(rows)) setMember(rows, rows.length, row);
    else setMember(description, 'x-resolved', [row]);
    this.#origins.add(row, origin);
  }
}

// The kinds of the gaps that a description writes out in full, by id.
function listKinds(description: unknown): Map<string, string> {
  const gaps = [...listObjects(description)].flatMap(({ value }) => listEntries(value).filter(isObject));
  return new Map(
    gaps.flatMap(({ id, kind }) => (typeof id === 'string' && typeof kind === 'string' ? [[id, kind]] : [])),
  );
}

function listRows(description: unknown): readonly ObjectValue[] {
  const rows = isObject(description) ? description['x-resolved'] : undefined;
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

function formatAnswer(answer: unknown): string | undefined {
  return typeof answer === 'string' ? answer : undefined;
}

/** Lists each object of a description, outer ones first, with the names and indexes that lead to it. */
function* listObjects(value: unknown, path: readonly string[] = []): Generator<Pick<GapPlace, 'value' | 'path'>> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield { value, path };
  for (const [key, member] of Object.entries(value)) yield* listObjects(member, [...path, key]);
}

function listEntries(value: ObjectValue): readonly unknown[] {
  const entries = value['x-not-shown'];
  return Array.isArray(entries) ? entries : [];
}
