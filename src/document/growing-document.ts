import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { readObject } from '../model/element.js';
import type { FilteredOperation } from '../model/operation-filter.js';
import { UniqueNames } from '../model/unique-names.js';
import type { Document, DocumentFile, Reference, ResolvedReference } from './document.js';
import { type Edit, EditTree } from './edit-tree.js';
import { IdentifierCollector } from './identifiers.js';
import type { ValueKind } from './places.js';
import { findValue } from './resolve.js';
import { findWritten } from './written.js';

/** A part of a file that is to be walked. */
export interface Region {
  readonly origin: Origin;
  readonly place: ValueKind;
}

/** A description while its references are being followed. */
export class GrowingDocument implements Document {
  readonly folder: string;
  readonly entry: string;
  readonly version: Document['version'];
  readonly files: Map<string, DocumentFile> = new Map();
  texts: ReadonlyMap<string, string> = new Map();
  readonly paths: Map<string, string> = new Map();
  readonly identifiers: IdentifierCollector;
  readonly targets: Document['targets'] = new Map();
  readonly references: Reference[] = [];
  roots: readonly string[] = [];
  overlays: readonly DocumentFile[] = [];
  written: unknown;
  moved: ReadonlyMap<string, Origin> = new Map();
  looked: readonly string[] = [];
  readonly filtered: FilteredOperation[] = [];
  readonly removed: ResolvedReference[] = [];
  readonly omitted: Origin[] = [];
  /** The files before operations were removed, latest first. */
  readonly unfiltered: ReadonlyMap<string, DocumentFile>[] = [];

  constructor(folder: string, entry: string, version: Document['version'], diagnostics: Diagnostics) {
    this.folder = folder;
    this.entry = entry;
    this.version = version;
    this.identifiers = new IdentifierCollector(folder, diagnostics);
  }

  /** Adds a file under a path that leads to it. Returns the URIs that the file declares. */
  add(path: string, file: DocumentFile): readonly string[] {
    this.paths.set(path, file.file);
    if (this.files.has(file.file)) return [];
    this.files.set(file.file, file);
    return this.version === '3.0' ? [] : this.identifiers.collect(file);
  }

  /** Remembers the files, because references may lead to parts that are removed next. */
  keepUnfiltered(): void {
    this.unfiltered.unshift(new Map(this.files));
  }

  /** Removes members of objects from the files. */
  remove(origins: readonly Origin[]): void {
    for (const origin of origins) this.removed.push({ origin, value: findValue(this, origin) });
    this.#edit(origins.map((origin) => [origin, { kind: 'remove' }]));
  }

  /** Replaces values in the files. */
  replace(values: readonly (readonly [origin: Origin, value: unknown])[]): void {
    this.#edit(values.map(([origin, value]) => [origin, { kind: 'replace', value: () => value }]));
  }

  /** Adds a copy of a value as a component of the description. Returns its origin. */
  addComponent(section: string, wanted: string, { origin, value }: ResolvedReference): Origin {
    const root = readObject(this.files.get(this.entry)?.value);
    const components = readObject(root['components']);
    const known = readObject(components[section]);
    const name = new UniqueNames(Object.keys(known), '-').take(wanted);
    const members = { ...known, [name]: structuredClone(value) };
    this.replace([
      [
        { file: this.entry, pointer: '' },
        { ...root, components: { ...components, [section]: members } },
      ],
    ]);
    const component = buildChildOrigin({ file: this.entry, pointer: '' }, 'components', section, name);
    const inside = [...this.moved].filter(
      ([pointer]) => origin.file === this.entry && pointer.startsWith(`${origin.pointer}/`),
    );
    this.moved = new Map([
      ...this.moved,
      [component.pointer, findWritten(this, origin)],
      ...inside.map(([pointer, from]) => [component.pointer + pointer.slice(origin.pointer.length), from] as const),
    ]);
    return component;
  }

  #edit(list: readonly (readonly [Origin, Edit])[]): void {
    const edits = new Map<string, EditTree>();
    for (const [origin, edit] of list) {
      const own = edits.get(origin.file) ?? new EditTree();
      edits.set(origin.file, own);
      own.add(origin.pointer, edit);
    }
    for (const [name, own] of edits) {
      const file = this.files.get(name);
      if (file) this.files.set(name, { ...file, value: own.apply(file.value, '') });
    }
  }
}
