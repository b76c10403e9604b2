import { splitPointer } from '../diagnostics/origin.js';

/** A change of a value. */
export type Edit =
  | { readonly kind: 'replace'; readonly value: () => unknown }
  | { readonly kind: 'remove' }
  /** Renames the member. */
  | { readonly kind: 'rename'; readonly name: string }
  /** Adds a member in front of all others. */
  | { readonly kind: 'prepend'; readonly name: string; readonly value: unknown };

/** Collects edits of a value by JSON pointer, and applies all of them to a copy. */
export class EditTree {
  readonly #children = new Map<string, EditTree>();
  #edit: Edit | undefined;

  /** Adds an edit at a pointer. It replaces an earlier one at the same pointer. */
  add(pointer: string, edit: Edit): void {
    this.#below(pointer, true).#edit = edit;
  }

  /** Returns the value with all edits at and below a pointer. Values without edits are not copied. */
  apply(value: unknown, pointer: string): unknown {
    return this.#below(pointer, false).#apply(value);
  }

  #below(pointer: string, isAdding: boolean): EditTree {
    let tree: EditTree = this;
    for (const token of splitPointer(pointer)) {
      const child = tree.#children.get(token) ?? new EditTree();
      if (isAdding) tree.#children.set(token, child);
      tree = child;
    }
    return tree;
  }

  #apply(value: unknown): unknown {
    if (this.#edit?.kind === 'replace') return this.#edit.value();
    const isUntouched = this.#children.size === 0 && this.#edit?.kind !== 'prepend';
    if (isUntouched || typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).flatMap(([key, member]) => this.#applyTo(key, member));
    if (Array.isArray(value)) return members.map(([, member]) => member);
    const added = this.#edit?.kind === 'prepend' ? [[this.#edit.name, this.#edit.value]] : [];
    return Object.fromEntries([...added, ...members]);
  }

  #applyTo(key: string, member: unknown): [string, unknown][] {
    const child = this.#children.get(key);
    if (child === undefined) return [[key, member]];
    if (child.#edit?.kind === 'remove') return [];
    return [[child.#edit?.kind === 'rename' ? child.#edit.name : key, child.#apply(member)]];
  }
}
