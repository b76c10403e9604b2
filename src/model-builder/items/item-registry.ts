import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../../diagnostics/origin.js';
import {
  type ItemKind,
  isObject,
  itemKinds,
  type NotShown,
  type ObjectValue,
  omitOtherTexts,
  type Resolved,
} from '../../model/element.js';
import type { BuildContext, Draft, ItemHolder, Items } from '../context.js';
import { checkExtension } from './check-extension.js';
import { type FoundItem, findItems } from './find-items.js';
import { itemPlaces } from './product-extensions.js';

const aloneKinds: ReadonlySet<ItemKind> = new Set([
  'shape',
  'fields',
  'values',
  'parameter-name',
  'parameters',
  'status-code',
  'presence',
]);

interface ItemDraft extends Draft<NotShown> {
  origin: Origin;
  places: Origin[];
  operations: string[];
}

/** The items of the description (`x-not-shown`), one object per id, and the answered items (`x-resolved`). */
export class ItemRegistry implements Items {
  readonly #context: BuildContext;
  readonly #drafts = new Map<string, ItemDraft>();
  readonly #byObject = new Map<string, readonly NotShown[]>();
  readonly #written = new Map<string, Origin>();
  readonly #mentions: { readonly id: string; readonly origin: Origin }[] = [];
  readonly #resolved = new Map<string, Resolved>();
  #found: ReadonlyMap<string, FoundItem> | undefined;

  constructor(context: BuildContext) {
    this.#context = context;
  }

  /** Every item of an object that was read, in the order of the description. */
  get list(): readonly NotShown[] {
    return this.isEmpty ? [] : [...this.#find().keys()].flatMap((id) => this.#drafts.get(id) ?? []);
  }

  /** The answered items, in the order of the list. */
  get resolved(): readonly Resolved[] {
    return [...this.#resolved.values()];
  }

  /** Returns whether any item was read. */
  get isEmpty(): boolean {
    return this.#drafts.size === 0;
  }

  /** Returns the item that asks for the shape of an object. Such an object is a schema of another kind. */
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

  /** Reads the items of an object and checks whether each is allowed there. */
  readItems(reader: ItemHolder): readonly NotShown[] {
    const key = formatOrigin(reader.origin);
    // An object with several references may be read more than once.
    const entries = reader.extension('x-not-shown');
    const items = this.#byObject.get(key) ?? this.#readList(reader, entries);
    this.#byObject.set(key, items);
    return items;
  }

  #readList(reader: ItemHolder, entries: unknown): readonly NotShown[] {
    const context = this.#context;
    const place = reader.at('x-not-shown');
    if (!checkExtension(context, place, 'x-not-shown', entries)) return [];
    const items: ItemDraft[] = [];
    entries.forEach((entry, index) => {
      const origin = buildChildOrigin(place, index);
      const item = typeof entry === 'string' ? this.#readId(entry, origin) : this.#readItem(entry, origin, reader);
      if (!item) return;
      if (items.includes(item)) {
        context.report('item-repeated', origin, { id: item.id });
        return;
      }
      this.#checkPlace(item, origin, reader);
      this.#checkAlone(item, origin, items);
      item.places.push(reader.origin);
      items.push(item);
    });
    return items;
  }

  /** Reads the answered items at the root, before any other item. */
  readResolved(reader: ItemHolder): void {
    const rows = reader.extension('x-resolved');
    const place = reader.at('x-resolved');
    if (rows === undefined || !checkExtension(this.#context, place, 'x-resolved', rows)) return;
    rows.forEach((row, index) => {
      const origin = buildChildOrigin(place, index);
      if (this.#resolved.has(row.id)) this.#context.report('resolved-twice', origin, { id: row.id });
      else this.#resolved.set(row.id, { ...row, origin });
    });
  }

  /** Checks each item that an object names by its id: it must be written in full on an object that was read. */
  closePlaces(): void {
    for (const { id, origin } of this.#mentions) {
      if (!this.#written.has(id) && !this.#isRemoved(id))
        this.#context.report('item-not-written', origin, { id, likely: undefined });
    }
    for (const draft of this.#drafts.values()) {
      const own = formatOrigin(draft.origin);
      const others = draft.places.filter((place) => formatOrigin(place) !== own);
      const isRemoved = this.#isRemoved(draft.id);
      draft.places = isRemoved ? others : [draft.origin, ...others];
      // The output contains the item in full on the first remaining object that names it.
      if (isRemoved && others[0]) draft.origin = others[0];
    }
  }

  // Returns whether a filter omits the object on which the item is written in full.
  #isRemoved(id: string): boolean {
    return this.#find().get(id)?.isRemoved === true;
  }

  /** Sets the operations that each item touches. */
  setOperations(touched: ReadonlyMap<NotShown, ReadonlySet<string>>): void {
    for (const draft of this.#drafts.values()) draft.operations = [...(touched.get(draft) ?? [])];
  }

  #find(): ReadonlyMap<string, FoundItem> {
    this.#found ??= findItems(this.#context.document);
    return this.#found;
  }

  #readId(id: string, origin: Origin): ItemDraft | undefined {
    const context = this.#context;
    if (!checkExtension(context, origin, 'id', id) || this.#isResolved(id, origin)) return undefined;
    if (this.#find().has(id)) this.#mentions.push({ id, origin });
    else context.report('item-not-written', origin, { id, likely: findNearestName(id, this.#find().keys()) });
    return this.#draft(id);
  }

  #readItem(entry: unknown, origin: Origin, reader: ItemHolder): ItemDraft | undefined {
    const context = this.#context;
    if (!checkExtension(context, origin, 'item', entry)) {
      // The entry is written, although it has a mistake. The mistake is already reported.
      if (isObject(entry) && typeof entry['id'] === 'string') this.#written.set(entry['id'], reader.origin);
      return undefined;
    }
    const { id } = entry;
    if (this.#isResolved(id, origin)) return undefined;
    const first = this.#written.get(id);
    if (first) {
      context.report('item-written-twice', origin, { id, first: formatPlace(first) });
      return undefined;
    }
    this.#written.set(id, reader.origin);
    return this.#draft(id);
  }

  #isResolved(id: string, origin: Origin): boolean {
    const isResolved = this.#resolved.has(id);
    if (isResolved) this.#context.report('resolved-item-open', origin, { id });
    return isResolved;
  }

  #checkPlace(item: ItemDraft, origin: Origin, { kind: object }: ItemHolder): void {
    const places = itemPlaces[item.kind];
    if (places.includes(object)) return;
    const { id, kind } = item;
    this.#context.report('item-misplaced', origin, { variant: 'object', id, kind, object, places });
  }

  // Several such items would have the same effect, so only one of them could be reported.
  #checkAlone({ id, kind }: ItemDraft, origin: Origin, before: readonly ItemDraft[]): void {
    const other = before.find((item) => item.kind === kind);
    if (other && aloneKinds.has(kind)) this.#context.report('item-beside-other', origin, { id, kind, other: other.id });
  }

  #draft(id: string): ItemDraft | undefined {
    const known = this.#drafts.get(id);
    if (known) return known;
    const found = this.#find().get(id);
    const kind = itemKinds.find((one) => one === found?.value['kind']);
    if (!found || !kind) return undefined;
    const { question, source, known: facts } = found.value;
    const draft: ItemDraft = {
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

function formatPlace(origin: Origin): string {
  return `${origin.file}#${origin.pointer}`;
}
