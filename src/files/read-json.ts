import type { Position } from '../diagnostics/diagnostic.js';
import { LineIndex } from '../diagnostics/line-index.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { encodePointerToken, splitPointer } from '../diagnostics/origin.js';
import { buildPointerTree, findInJson, findOffsets } from '../diagnostics/pointer-tree.js';
import { RepeatedNames, scanJson } from '../diagnostics/scan-json.js';
import { formatThrown } from '../diagnostics/show-text.js';
import { isObject } from '../model/element.js';
import { isSafePath } from './folder.js';

/** The content of a JSON file, or the first mistake in it. */
export type JsonReading<T> = { readonly value: T } | { readonly mistake: JsonFileMistake };

/** A mistake in a JSON file. Line and column begin at 1. */
interface JsonFileMistake extends Position {
  /** What is wrong, as a sentence without its full stop. */
  readonly what: string;
}

/**
 * Parses a JSON text (RFC 8259) and reads its root with `read`. The first value that `read` does not expect is the
 * mistake.
 */
export function readJson<T>(text: string, read: (root: JsonNode) => T): JsonReading<T> {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return { value: read(new JsonNode(parse(content), { text: content })) };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const offset = error.offset ?? findOffset(content, error.pointer);
    return { mistake: { ...new LineIndex(content).locate(offset), what: error.message } };
  }
}

/** A mistake in a value: the JSON pointer of its place, and what is wrong as a sentence without its full stop. */
interface ValueMistake {
  readonly pointer: string;
  readonly what: string;
}

/** Reads a value that a program passed, such as the default export of a module, with `read`. */
export function readValue<T>(
  value: unknown,
  read: (root: JsonNode) => T,
): { readonly value: T } | { readonly mistake: ValueMistake } {
  try {
    return { value: read(new JsonNode(value)) };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { mistake: { pointer: error.pointer, what: error.message } };
  }
}

/** Returns the position of the member at a JSON pointer of a JSON text. */
export function locateInJson(text: string, pointer: string): Position {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  return new LineIndex(content).locate(findOffset(content, pointer));
}

/** Formats the place of a mistake: `path:line:column`. */
export function formatPlace(path: string, { line, column }: Position): string {
  return `${path}:${line}:${column}`;
}

class Mistake extends Error {
  readonly pointer: string;
  readonly offset: number | undefined;

  constructor(what: string, pointer: string, offset?: number) {
    super(what);
    this.pointer = pointer;
    this.offset = offset;
  }
}

/** Where a value is: in an object or an array, or it is the root of a file with a text. */
interface JsonPlace {
  readonly parent?: JsonNode;
  readonly key?: string | number;
  /** The text of the file. It is absent for a value that a program passed. */
  readonly text?: string | undefined;
}

/**
 * A value of a JSON file. If a value is not what a method expects, the method ends the reading with a mistake at its
 * place.
 */
export class JsonNode {
  readonly #value: unknown;
  readonly #place: JsonPlace;

  constructor(value: unknown, place: JsonPlace = {}) {
    this.#value = value;
    this.#place = place;
  }

  /** Reads a required member of an object. */
  get(name: string): JsonNode {
    const found = this.find(name);
    if (found === undefined) this.refuse(`${this.#shown()} lacks '${name}', which is required`);
    return found;
  }

  /** Reads an optional member of an object. */
  find(name: string): JsonNode | undefined {
    const object = this.#object();
    return this.convert(() => Object.hasOwn(object, name)) ? this.#child(name, () => object[name]) : undefined;
  }

  /**
   * Lists the members of an object in the order of `Object.entries`: names that are whole numbers first, then the
   * others as in the file.
   */
  members(): [string, JsonNode][] {
    const object = this.#object();
    return this.convert(() => Object.keys(object)).map((name) => [name, this.#child(name, () => object[name])]);
  }

  /** Lists the members of an object whose names are paths of files below a folder, with `/` as separator. */
  files(): [string, JsonNode][] {
    const files = this.members();
    for (const [path, node] of files) if (!isSafePath(path)) node.refuse(`'${path}' is not a path below the folder`);
    return files;
  }

  items(): JsonNode[] {
    const list = this.#value;
    if (!Array.isArray(list)) this.refuse(`${this.#shown()} must be a list`);
    return Array.from(list.keys(), (index) => this.#child(index, () => list[index]));
  }

  /** Returns the value as it is. */
  value(): unknown {
    return this.#value;
  }

  text(): string {
    if (typeof this.#value !== 'string') this.refuse(`${this.#shown()} must be a string`);
    return this.#value;
  }

  /** Reads a text that is not empty, such as a path. No name has the character U+0000. */
  name(): string {
    const text = this.text();
    if (text === '') this.refuse(`${this.#shown()} cannot be empty`);
    if (text.includes('\0')) this.refuse(`${this.#shown()} cannot contain U+0000`);
    return text;
  }

  /** Reads the path of a file below a folder, with `/` as separator. */
  file(): string {
    const path = this.text();
    if (!isSafePath(path)) this.refuse(`'${path}' is not a path below the folder`);
    return path;
  }

  /** Reads a count: an integer of at least 0. */
  count(): number {
    if (!Number.isSafeInteger(this.#value) || Number(this.#value) < 0) {
      this.refuse(`${this.#shown()} must be a non-negative integer`);
    }
    return Number(this.#value);
  }

  boolean(): boolean {
    if (typeof this.#value !== 'boolean') this.refuse(`${this.#shown()} must be true or false`);
    return this.#value;
  }

  /** Reads a text that must be one of `choices`. */
  choice<T extends string>(choices: readonly T[]): T {
    const found = choices.find((choice) => choice === this.#value);
    if (found === undefined) {
      const likely = typeof this.#value === 'string' ? findNearestName(this.#value, choices) : undefined;
      const known = likely === undefined ? `it must be one of: ${choices.join(', ')}` : `did you mean '${likely}'?`;
      this.refuse(`${this.#shown()} cannot be ${JSON.stringify(this.#value)}; ${known}`);
    }
    return found;
  }

  /** Checks that an object has no other members than `names`. */
  only(names: readonly string[]): void {
    for (const [name, node] of this.members()) {
      if (names.includes(name)) continue;
      const likely = findNearestName(name, names);
      const known = likely === undefined ? `it must be one of: ${names.join(', ')}` : `did you mean '${likely}'?`;
      node.refuse(`'${name}' is unknown; ${known}`);
    }
  }

  /** Checks that no object in this value has a name twice. `JSON.parse` would keep the last one without an error. */
  unique(): this {
    const text = this.#place.text ?? '';
    const [own, names] = [splitPointer(this.#pointer), new RepeatedNames()];
    scanJson(text, {
      value: (path, offset, keyOffset) => {
        if (own.some((key, level) => level < path.length && key !== String(path[level]))) return 'skip';
        if (!names.add(path, text[offset] === '{', keyOffset !== undefined)) return undefined;
        const pointer = path.map((key) => `/${encodePointerToken(key)}`).join('');
        throw new Mistake(`the object has the key '${path.at(-1)}' twice`, pointer, keyOffset);
      },
    });
    return this;
  }

  /**
   * Converts the value. The conversion can run code of the user, such as getters. If it throws, that is a mistake at
   * this value.
   */
  convert<T>(convert: (value: unknown) => T): T {
    try {
      return convert(this.#value);
    } catch (error) {
      return this.refuse(`${this.#shown()} cannot be read: ${formatThrown(error)}`);
    }
  }

  /** Ends the reading with a mistake at this value. */
  refuse(what: string): never {
    throw new Mistake(what, this.#pointer);
  }

  // A value that a program passed can have getters, which can throw.
  #child(key: string | number, read: () => unknown): JsonNode {
    const place = { parent: this, key, text: this.#place.text };
    if (place.text !== undefined) return new JsonNode(read(), place);
    return new JsonNode(new JsonNode(undefined, place).convert(read), place);
  }

  // Few values have a mistake, so only these need their pointers.
  get #pointer(): string {
    const { parent, key = '' } = this.#place;
    return parent ? `${parent.#pointer}/${encodePointerToken(key)}` : '';
  }

  #object(): { readonly [name: string]: unknown } {
    if (isObject(this.#value)) return this.#value;
    const isFunction = typeof this.#value === 'function';
    return this.refuse(
      `${this.#shown()} must be an object${isFunction ? '; it is a function, so export what it returns' : ''}`,
    );
  }

  #shown(): string {
    return this.#pointer === '' ? 'the file' : `'${this.#pointer.slice(1)}'`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const mistake = scanJson(text, { value: () => undefined });
    throw new Mistake(mistake?.what ?? 'it is not JSON', '', mistake?.offset ?? 0);
  }
}

function findOffset(text: string, pointer: string): number {
  const tree = buildPointerTree([pointer]);
  findInJson(text, tree);
  const found = findOffsets(tree, pointer);
  return found?.key ?? found?.value ?? 0;
}
