import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../../diagnostics/origin.js';
import {
  type GapKind,
  gapKinds,
  isObject,
  type NotShown,
  type ObjectValue,
  omitOtherTexts,
  type Resolved,
} from '../../model/element.js';
import type { BuildContext, Draft, GapHolder, Gaps } from '../context.js';
import { checkExtension } from './check-extension.js';
import { type FoundGap, findGaps } from './find-gaps.js';
import { gapPlaces } from './product-extensions.js';

const aloneKinds: ReadonlySet<GapKind> = new Set([
  'shape',
  'fields',
  'values',
  'parameter-name',
  'parameters',
  'status-code',
  'presence',
]);

interface GapDraft extends Draft<NotShown> {
  origin: Origin;
  places: Origin[];
  operations: string[];
}

/** The gaps of the description (`x-not-shown`), one object per id, and the answered gaps (`x-resolved`). */
export class GapRegistry implements Gaps {
  readonly #context: BuildContext;
  readonly #drafts = new Map<string, GapDraft>();
  readonly #byObject = new Map<string, readonly NotShown[]>();
  readonly #written = new Map<string, Origin>();
  readonly #mentions: { readonly id: string; readonly origin: Origin }[] = [];
  readonly #resolved = new Map<string, Resolved>();
  #found: ReadonlyMap<string, FoundGap> | undefined;

  constructor(context: BuildContext) {
    this.#context = context;
  }

  /** Every gap of an object that was read, in the order of the description. */
  get list(): readonly NotShown[] {
    return this.isEmpty ? [] : [...this.#find().keys()].flatMap((id) => this.#drafts.get(id) ?? []);
  }

  /** The answered gaps, in the order of the list. */
  get resolved(): readonly Resolved[] {
    return [...this.#resolved.values()];
  }

  /** Returns whether any gap was read. */
  get isEmpty(): boolean {
    return this.#drafts.size === 0;
  }

  /** Returns the gap that asks for the shape of an object. Such an object is a schema of another kind. */
  findShape(value: ObjectValue): NotShown | undefined {
    const entries = value['x-not-shown'];
    if (!Array.isArray(entries)) return undefined;
    for (const entry of entries) {
      const id: unknown = isObject(entry) ? entry['id'] : entry;
      const draft = typeof id === 'string' ? this.#draft(id) : undefined;
      if (draft?.kind === 'shape') return draft;
    }
    return undefined;
  }

  /** Reads the gaps of an object and checks whether each is allowed there. */
  readGaps(reader: GapHolder): readonly NotShown[] {
    const key = formatOrigin(reader.origin);
    // An object with several references may be read more than once.
    const entries = reader.extension('x-not-shown');
    const gaps = this.#byObject.get(key) ?? this.#readList(reader, entries);
    this.#byObject.set(key, gaps);
    return gaps;
  }

  #readList(reader: GapHolder, entries: unknown): readonly NotShown[] {
    const context = this.#context;
    const place = reader.at('x-not-shown');
    if (!checkExtension(context, place, 'x-not-shown', entries)) return [];
    const gaps: GapDraft[] = [];
    entries.forEach((entry, index) => {
      const origin = buildChildOrigin(place, index);
      const gap = typeof entry === 'string' ? this.#readId(entry, origin) : this.#readGap(entry, origin, reader);
      if (!gap) return;
      if (gaps.includes(gap)) {
        context.report('gap-repeated', origin, { id: gap.id });
        return;
      }
      this.#checkPlace(gap, origin, reader);
      this.#checkAlone(gap, origin, gaps);
      gap.places.push(reader.origin);
      gaps.push(gap);
    });
    return gaps;
  }

  /** Reads the answered gaps at the root, before any other gap. */
  readResolved(reader: GapHolder): void {
    const rows = reader.extension('x-resolved');
    const place = reader.at('x-resolved');
    if (rows === undefined || !checkExtension(this.#context, place, 'x-resolved', rows)) return;
    rows.forEach((row, index) => {
      const origin = buildChildOrigin(place, index);
      if (this.#resolved.has(row.id)) this.#context.report('resolved-twice', origin, { id: row.id });
      else this.#resolved.set(row.id, { ...row, origin });
    });
  }

  /** Checks each gap that an object names by its id: it must be written in full on an object that was read. */
  closePlaces(): void {
    for (const { id, origin } of this.#mentions) {
      if (!this.#written.has(id) && !this.#isRemoved(id))
        this.#context.report('gap-not-written', origin, { id, likely: undefined });
    }
    for (const draft of this.#drafts.values()) {
      const own = formatOrigin(draft.origin);
      const others = draft.places.filter((place) => formatOrigin(place) !== own);
      const isRemoved = this.#isRemoved(draft.id);
      draft.places = isRemoved ? others : [draft.origin, ...others];
      // The output contains the gap in full on the first remaining object that names it.
      if (isRemoved && others[0]) draft.origin = others[0];
    }
  }

  // Returns whether a filter omits the object on which the gap is written in full.
  #isRemoved(id: string): boolean {
    return this.#find().get(id)?.isRemoved === true;
  }

  /** Sets the operations that each gap touches. */
  setOperations(touched: ReadonlyMap<NotShown, ReadonlySet<string>>): void {
    for (const draft of this.#drafts.values()) draft.operations = [...(touched.get(draft) ?? [])];
  }

  #find(): ReadonlyMap<string, FoundGap> {
    this.#found ??= findGaps(this.#context.document);
    return this.#found;
  }

  #readId(id: string, origin: Origin): GapDraft | undefined {
    const context = this.#context;
    if (!checkExtension(context, origin, 'id', id) || this.#isResolved(id, origin)) return undefined;
    if (this.#find().has(id)) this.#mentions.push({ id, origin });
    else context.report('gap-not-written', origin, { id, likely: findNearestName(id, this.#find().keys()) });
    return this.#draft(id);
  }

  #readGap(entry: unknown, origin: Origin, reader: GapHolder): GapDraft | undefined {
    const context = this.#context;
    if (!checkExtension(context, origin, 'gap', entry)) {
      // The entry is written, although it has a mistake. The mistake is already reported.
      if (isObject(entry) && typeof entry['id'] === 'string') this.#written.set(entry['id'], reader.origin);
      return undefined;
    }
    const { id } = entry;
    if (this.#isResolved(id, origin)) return undefined;
    const first = this.#written.get(id);
    if (first) {
      context.report('gap-written-twice', origin, { id, first: `${first.file}#${first.pointer}` });
      return undefined;
    }
    this.#written.set(id, reader.origin);
    return this.#draft(id);
  }

  #isResolved(id: string, origin: Origin): boolean {
    const isResolved = this.#resolved.has(id);
    if (isResolved) this.#context.report('resolved-gap-open', origin, { id });
    return isResolved;
  }

  #checkPlace(gap: GapDraft, origin: Origin, { kind: object }: GapHolder): void {
    const places = gapPlaces[gap.kind];
    if (places.includes(object)) return;
    const { id, kind } = gap;
    this.#context.report('gap-misplaced', origin, { variant: 'object', id, kind, object, places });
  }

  // Several such gaps would have the same effect, so only one of them could be reported.
  #checkAlone({ id, kind }: GapDraft, origin: Origin, before: readonly GapDraft[]): void {
    const other = before.find((gap) => gap.kind === kind);
    if (other && aloneKinds.has(kind)) this.#context.report('gap-beside-other', origin, { id, kind, other: other.id });
  }

  #draft(id: string): GapDraft | undefined {
    const known = this.#drafts.get(id);
    if (known) return known;
    const found = this.#find().get(id);
    const kind = gapKinds.find((one) => one === found?.value['kind']);
    if (!found || !kind) return undefined;
    const { question, source, known: facts } = found.value;
    const draft: GapDraft = {
      id,
      kind,
      question: String(question),
      source: String(source),
      known: facts === undefined ? [] : Array.isArray(facts) ? facts.map(String) : [String(facts)],
      ...omitOtherTexts(found.value),
      extensions: Object.fromEntries(Object.entries(found.value).filter(([field]) => field.startsWith('x-'))),
      origin: found.origin,
      entry: found.entry,
      places: [],
      operations: [],
    };
    this.#drafts.set(id, draft);
    return draft;
  }
}
