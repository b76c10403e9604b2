import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { defaultLimits } from '../document/limits.js';
import { isObject } from '../model/element.js';
import { OverlayLimit, type OverlayLimits } from './list-nodes.js';

type Key = string | number;

/** Records where each value of parsed files is written, also after values were copied, merged or removed. */
export class Origins {
  readonly #containers = new WeakMap<object, Origin>();
  /** The places of members that are not objects, if they are written outside their container. */
  readonly #members = new WeakMap<object, Map<string, Origin>>();
  readonly limits: OverlayLimits;
  readonly #mostDepth: number;
  /** The number of values that actions have added or merged. */
  #count = 0;

  /** `mostDepth` is the number of levels to which objects and arrays may be nested. */
  constructor(mostDepth: number, limits: OverlayLimits = defaultLimits) {
    this.#mostDepth = mostDepth;
    this.limits = limits;
  }

  /** Counts a value that an action adds or merges. Throws an `OverlayLimit` if there are too many. */
  count(): void {
    if (++this.#count > this.limits.overlayValues) throw new OverlayLimit('added', this.limits.overlayValues);
  }

  /** Records that a value is written at a place, and each of its parts inside that place. */
  add(value: unknown, origin: Origin): void {
    if (typeof value !== 'object' || value === null) return;
    this.#containers.set(value, origin);
    for (const [key, member] of Object.entries(value)) this.add(member, buildChildOrigin(origin, key));
  }

  /** Returns where an object or array is written. */
  findContainer(value: object): Origin | undefined {
    return this.#containers.get(value);
  }

  /** Returns where a member of an object or array is written. */
  find(parent: object, key: Key): Origin | undefined {
    const value: unknown = Reflect.get(parent, key);
    if (typeof value === 'object' && value !== null) return this.#containers.get(value);
    const container = this.#containers.get(parent);
    return this.#members.get(parent)?.get(String(key)) ?? (container && buildChildOrigin(container, key));
  }

  /** Records the place of a member that is not an object. */
  set(parent: object, key: Key, origin: Origin | undefined): void {
    if (!origin) return;
    const members = this.#members.get(parent) ?? new Map<string, Origin>();
    this.#members.set(parent, members.set(String(key), origin));
  }

  /**
   * Copies a value. Each part of the copy has the place of the original part. Counts each part that an action adds.
   * Throws a `RangeError` if the value is too large or too deep.
   */
  clone(value: unknown, isAdded: boolean, depth = 0): unknown {
    if (isAdded) this.count();
    if (typeof value !== 'object' || value === null) return value;
    if (depth > this.#mostDepth)
      throw new RangeError(`objects and arrays would be more than ${this.#mostDepth} levels deep`);
    const copy: object = Array.isArray(value) ? [] : {};
    for (const [key, member] of Object.entries(value)) setMember(copy, key, this.clone(member, isAdded, depth + 1));
    const [own, members] = [this.#containers.get(value), this.#members.get(value)];
    if (own) this.#containers.set(copy, own);
    if (members) this.#members.set(copy, new Map(members));
    return copy;
  }

  /**
   * Lists the parts of a value that are not written at their own pointer in the file. Returns the place where each is
   * written, by that pointer.
   */
  listMoved(value: unknown, file: string): Map<string, Origin> {
    const moved = new Map<string, Origin>();
    const walk = (parent: unknown, at: Origin, written: Origin): void => {
      if (!isObject(parent) && !Array.isArray(parent)) return;
      for (const key of Object.keys(parent)) {
        const [place, usual] = [buildChildOrigin(at, key), buildChildOrigin(written, key)];
        const actual = this.find(parent, key) ?? usual;
        if (actual.file !== usual.file || actual.pointer !== usual.pointer) moved.set(place.pointer, actual);
        walk(Reflect.get(parent, key), place, actual);
      }
    };
    walk(value, { file, pointer: '' }, { file, pointer: '' });
    return moved;
  }
}

/** Sets a member. Unlike an assignment, it also creates one that is named `__proto__`. */
export function setMember(parent: object, key: Key, value: unknown): void {
  Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}
