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

/**
 * Converts the nodes of one YAML document to a value. No two places share an object. Returns `undefined` if an error was
 * reported.
 */
export function readYamlValue(contents: Node | null, file: string, lines: LineIndex, parsing: Parsing): ParsedText {
  const yaml = loadYaml();
  const anchors = new Map<string, Anchored>();
  /** The path to the node that is being read. Its length is the depth. */
  const path: (string | number)[] = [];
  /** The numbers that JavaScript writes in another way: their pointers and texts. */
  const numbers: (readonly [pointer: string, text: string])[] = [];
  let failed = false;

  const whole = read(contents);
  return failed ? undefined : { value: whole, numbers: new Map(numbers) };

  function read(node: unknown): unknown {
    const { isAlias, isMap, isScalar, isSeq } = yaml;
    if (isAlias(node)) return repeat(node.source, node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    if (node.anchor === undefined) return readContent(node);
    const from = numbers.length;
    const anchored: Anchored = { pointer: here().pointer, from, to: from };
    anchors.set(node.anchor, anchored);
    anchored.value = readContent(node);
    anchored.to = numbers.length;
    return anchored.value;
  }

  function readContent(node: unknown): unknown {
    const { isMap, isScalar, isSeq } = yaml;
    if (isScalar(node)) return readScalar(node);
    if (isMap(node)) return readMap(node);
    return isSeq(node) ? node.items.map((item, index) => readMember(index, item)) : null;
  }

  function readMember(key: string | number, node: unknown): unknown {
    path.push(key);
    const value = read(node);
    path.pop();
    return value;
  }

  function readScalar(node: Scalar): unknown {
    const { value, source = '' } = node;
    if (typeof value !== 'number') return value;
    if (!Number.isFinite(value)) report('number-not-held', { text: source, held: String(value) }, node);
    else if (!isPlainNumber(source)) numbers.push([here().pointer, source]);
    return value;
  }

  function readMap(node: YAMLMap): unknown {
    const members = new Map<string, unknown>();
    const own = new Set<string>();
    for (const { key, value } of node.items) {
      if (!yaml.isScalar(key)) continue;
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        merge(value, members);
        continue;
      }
      if (own.has(name)) report('duplicate-key', { key: name }, key, name);
      own.add(name);
      members.set(name, readMember(name, value));
    }
    return Object.fromEntries(members);
  }

  // The object's own member takes precedence over a merged one, and an earlier merged one over a later one (merge key
  // of YAML 1.1).
  function merge(node: unknown, members: Map<string, unknown>): void {
    const value = read(node);
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isObject(source)) {
        report('yaml-syntax', { variant: 'merge-key' }, node);
        return;
      }
      for (const [name, member] of Object.entries(source)) if (!members.has(name)) members.set(name, member);
    }
  }

  function repeat(name: string, alias: Node): unknown {
    const anchored = anchors.get(name);
    if (anchored === undefined) report('unknown-alias', { name }, alias);
    else if (!('value' in anchored)) report('endless-alias', { name }, alias);
    const repeated = copy(anchored?.value, path.length, alias);
    if (anchored && parsing.budget.left >= 0) {
      const { pointer } = here();
      for (const [place, text] of numbers.slice(anchored.from, anchored.to))
        numbers.push([pointer + place.slice(anchored.pointer.length), text]);
    }
    return repeated;
  }

  function here(): Origin {
    return buildChildOrigin({ file: file, pointer: '' }, ...path);
  }

  function copy(value: unknown, depth: number, alias: Node): unknown {
    if (--parsing.budget.left < 0) {
      if (parsing.budget.left === -1) report('alias-limit', { limit: parsing.limits.aliases }, alias);
      return null;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= parsing.limits.depth) {
      report('depth-limit', { limit: parsing.limits.depth }, alias);
      parsing.budget.left = -1;
      return null;
    }
    const inside = (member: unknown): unknown => copy(member, depth + 1, alias);
    if (Array.isArray(value)) return value.map(inside);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inside(member)]));
  }

  function report<C extends Code>(code: C, parameters: CodeTable[C], node: unknown, key?: string): void {
    failed = true;
    const origin = key === undefined ? here() : buildChildOrigin(here(), key);
    const position = lines.locate((yaml.isNode(node) && node.range?.[0]) || 0);
    parsing.diagnostics.report(code, origin, parameters, { ...(key !== undefined && { at: 'key' }), position });
  }
}
