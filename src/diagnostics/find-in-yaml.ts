import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { normalizeReturns } from './line-index.js';
import type { PointerTree } from './pointer-tree.js';

/** Sets the offsets of all places of the tree that exist in a YAML text, as far as it can be parsed. */
export function findInYaml(text: string, root: PointerTree): void {
  const { contents } = parseDocument(normalizeReturns(text), {
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
  });
  const targets = findTargets(contents);
  root.offsets = { value: findStart(contents) };
  findMembers(contents, root, (node) => (isAlias(node) ? targets.get(node) : node));
}

// The parser returns only the name of an alias. It refers to the last anchor before it with that name.
function findTargets(contents: Node | null): Map<Alias, Node> {
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  visit(contents, {
    Node(_key, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target) targets.set(node, target);
      } else if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) {
        anchors.set(node.anchor, node);
      }
    },
  });
  return targets;
}

type Resolve = (node: unknown) => unknown;

function findMembers(node: unknown, tree: PointerTree, resolve: Resolve): void {
  if (tree.children.size === 0) return;
  const members = listMembers(resolve(node), resolve);
  for (const [token, child] of tree.children) {
    const member = members.get(token);
    if (member === undefined) continue;
    const { key, value } = member;
    child.offsets = { value: findStart(value ?? key), ...(key !== undefined && { key: findStart(key) }) };
    findMembers(value, child, resolve);
  }
}

interface Member {
  readonly key?: unknown;
  readonly value: unknown;
}

function listMembers(node: unknown, resolve: Resolve): Map<string, Member> {
  if (isSeq(node)) return new Map(node.items.map((value, index) => [String(index), { value }]));
  const members = new Map<string, Member>();
  if (!isMap(node)) return members;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    if (key.value !== '<<') members.set(String(key.value), { key, value });
    else
      for (const [name, member] of listMerged(resolve(value), resolve))
        if (!members.has(name)) members.set(name, member);
  }
  return members;
}

function listMerged(value: unknown, resolve: Resolve): Iterable<[string, Member]> {
  return isSeq(value)
    ? value.items.flatMap((item) => [...listMembers(resolve(item), resolve)])
    : listMembers(value, resolve);
}

function findStart(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
