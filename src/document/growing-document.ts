import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Origin } from '../diagnostics/origin.js';
import type { FilteredOperation } from '../model/operation-filter.js';
import type { Document, DocumentFile, Reference, ResolvedReference } from './document.js';
import { EditTree } from './edit-tree.js';
import { IdentifierCollector } from './identifiers.js';
import type { Place } from './places.js';
import { findValue } from './resolve.js';

/** A part of a file that is to be walked. */
export interface Region {
  readonly origin: Origin;
  readonly place: Place;
}

/** A description while its references are being followed. */
export class GrowingDocument implements Document {
  readonly folder: string;
  readonly entry: string;
  readonly version: Document['version'];
  readonly files: Map<string, DocumentFile> = new Map();
  readonly paths: Map<string, string> = new Map();
  readonly identifiers: IdentifierCollector;
  readonly references: Reference[] = [];
  roots: readonly string[] = [];
  overlays: readonly DocumentFile[] = [];
  written: unknown;
  moved: ReadonlyMap<string, Origin> = new Map();
  looked: readonly string[] = [];
  readonly filtered: FilteredOperation[] = [];
  readonly removed: ResolvedReference[] = [];
  readonly omitted: Origin[] = [];

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

  /** Removes members of objects from the files. */
  remove(origins: readonly Origin[]): void {
    const edits = new Map<string, EditTree>();
    for (const origin of origins) {
      const own = edits.get(origin.file) ?? new EditTree();
      edits.set(origin.file, own);
      own.add(origin.pointer, { kind: 'remove' });
      this.removed.push({ origin, value: findValue(this, origin) });
    }
    for (const [name, own] of edits) {
      const file = this.files.get(name);
      if (file) this.files.set(name, { ...file, value: own.apply(file.value, '') });
    }
  }
}
