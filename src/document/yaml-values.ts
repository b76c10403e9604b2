import { createRequire } from 'node:module';
import type { Node, Scalar, YAMLMap } from 'yaml';
import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { LineIndex } from '../diagnostics/line-index.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject } from '../model/element.js';
import type { Limits } from './limits.js';
import { isPlainNumber } from './number-text.js';
import type { ParsedText } from './read-json.js';

/** The number of values that the aliases of a description may still repeat. */
interface AliasBudget {
  left: number;
}

/** The state that the parsing of all files of a description shares. */
export interface Parsing {
  readonly limits: Limits;
  readonly budget: AliasBudget;
  readonly diagnostics: Diagnostics;
}

const load = createRequire(import.meta.url);

/** Loads the YAML parser. A run without YAML files does not load it. */
export function loadYaml(): typeof import('yaml') {
  return load('yaml');
}

/** The target of an anchor. It has no value while the anchored node is being read. */
interface Anchored {
  value?: unknown;
  readonly pointer: string;
  /** The index of its first number in the list of numbers, and of the first one after it. */
  readonly from: number;
  to: number;
}

/** Converts the nodes of one YAML document to values. No two places share an object. */
export class YamlValues {
  readonly #file: string;
  readonly #lines: LineIndex;
  readonly #parsing: Parsing;
  readonly #yaml = loadYaml();
  readonly #anchors = new Map<string, Anchored>();
  /** The path to the node that is being read. Its length is the depth. */
  readonly #path: (string | number)[] = [];
  /** The numbers that JavaScript writes in another way: their pointers and texts. */
  readonly #numbers: (readonly [pointer: string, text: string])[] = [];
  #failed = false;

  constructor(file: string, lines: LineIndex, parsing: Parsing) {
    this.#file = file;
    this.#lines = lines;
    this.#parsing = parsing;
  }

  /** Returns the value of a document, or `undefined` if an error was reported. */
  read(contents: Node | null): ParsedText {
    const value = this.#read(contents);
    return this.#failed ? undefined : { value, numbers: new Map(this.#numbers) };
  }

  #read(node: unknown): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    if (isAlias(node)) return this.#repeat(node.source, node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    if (node.anchor === undefined) return this.#readContent(node);
    const from = this.#numbers.length;
    const anchored: Anchored = { pointer: this.#here.pointer, from, to: from };
    this.#anchors.set(node.anchor, anchored);
    anchored.value = this.#readContent(node);
    anchored.to = this.#numbers.length;
    return anchored.value;
  }

  #readContent(node: unknown): unknown {
    const { isMap, isScalar, isSeq } = this.#yaml;
    if (isScalar(node)) return this.#readScalar(node);
    if (isMap(node)) return this.#readMap(node);
    return isSeq(node) ? node.items.map((item, index) => this.#readMember(index, item)) : null;
  }

  #readMember(key: string | number, node: unknown): unknown {
    this.#path.push(key);
    const value = this.#read(node);
    this.#path.pop();
    return value;
  }

  #readScalar(node: Scalar): unknown {
    const { value, source = '' } = node;
    if (typeof value !== 'number') return value;
    if (!Number.isFinite(value)) this.#report('number-not-held', { text: source, held: String(value) }, node);
    else if (!isPlainNumber(source)) this.#numbers.push([this.#here.pointer, source]);
    return value;
  }

  #readMap(node: YAMLMap): unknown {
    const members = new Map<string, unknown>();
    const own = new Set<string>();
    for (const { key, value } of node.items) {
      if (!this.#yaml.isScalar(key)) continue;
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        this.#merge(value, members);
        continue;
      }
      if (own.has(name)) this.#report('duplicate-key', { key: name }, key, name);
      own.add(name);
      members.set(name, this.#readMember(name, value));
    }
    return Object.fromEntries(members);
  }

  // The object's own member takes precedence over a merged one, and an earlier merged one over a later one (merge key
  // of YAML 1.1).
  #merge(node: unknown, members: Map<string, unknown>): void {
    const value = this.#read(node);
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isObject(source)) {
        this.#report('yaml-syntax', { variant: 'merge-key' }, node);
        return;
      }
      for (const [name, member] of Object.entries(source)) if (!members.has(name)) members.set(name, member);
    }
  }

  #repeat(name: string, alias: Node): unknown {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) this.#report('unknown-alias', { name }, alias);
    else if (!('value' in anchored)) this.#report('endless-alias', { name }, alias);
    const copy = this.#copy(anchored?.value, this.#path.length, alias);
    if (anchored && this.#parsing.budget.left >= 0) {
      const { pointer } = this.#here;
      for (const [place, text] of this.#numbers.slice(anchored.from, anchored.to))
        this.#numbers.push([pointer + place.slice(anchored.pointer.length), text]);
    }
    return copy;
  }

  get #here(): Origin {
    return buildChildOrigin({ file: this.#file, pointer: '' }, ...this.#path);
  }

  #copy(value: unknown, depth: number, alias: Node): unknown {
    if (--this.#parsing.budget.left < 0) {
      if (this.#parsing.budget.left === -1) this.#report('alias-limit', { limit: this.#parsing.limits.aliases }, alias);
      return null;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= this.#parsing.limits.depth) {
      this.#report('depth-limit', { limit: this.#parsing.limits.depth }, alias);
      this.#parsing.budget.left = -1;
      return null;
    }
    const copy = (member: unknown): unknown => this.#copy(member, depth + 1, alias);
    if (Array.isArray(value)) return value.map(copy);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
  }

  #report<C extends Code>(code: C, parameters: CodeTable[C], node: unknown, key?: string): void {
    this.#failed = true;
    const origin = key === undefined ? this.#here : buildChildOrigin(this.#here, key);
    const position = this.#lines.locate((this.#yaml.isNode(node) && node.range?.[0]) || 0);
    this.#parsing.diagnostics.report(code, origin, parameters, { ...(key !== undefined && { at: 'key' }), position });
  }
}
