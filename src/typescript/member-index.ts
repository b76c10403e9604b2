import type { Schema } from '../model/schema.js';
import { mergeMembers } from './intersect-nodes.js';
import { isSchema, type MemberNode, type ObjectNode, type Part, type TypeNode } from './type-node.js';

/** The facts about a schema that the index needs. */
interface MemberSource {
  expand(schema: Schema): TypeNode;
  resolvePart(part: Part): TypeNode;
  readonly views: {
    isHidden(property: Schema, view: 'response' | 'request'): boolean;
    defaultOf(property: Schema): unknown;
  };
}

/** The index entry for the objects of one named schema. */
interface Known {
  readonly node: TypeNode;
  /** Whether an interface can extend its type, because the type lists all members of an object by name. */
  readonly isPlain: boolean;
  readonly further: readonly string[];
  /** The members that it shares with a base, merged with those of the base. */
  readonly merged: ReadonlyMap<string, MemberNode>;
}

/**
 * Finds the members of the objects of named schemas. A schema is added after the schemas of which its type consists.
 */
export class MemberIndex {
  readonly #complete: (schema: Schema) => void;
  readonly #known = new Map<Schema, Known>();
  /** The number of named schemas that describe a member of each name. */
  readonly #counts = new Map<string, number>();
  #hasRepeated = false;

  /** `complete` adds a named schema that is needed. */
  constructor(complete: (schema: Schema) => void) {
    this.#complete = complete;
  }

  /** Adds a named schema. The schemas of which its type consists must have been added before. */
  add(schema: Schema, node: TypeNode, source: MemberSource): void {
    const parts = node.kind === 'all' ? node.of : [node];
    const own = parts.filter((part) => part.kind === 'object');
    for (const name of new Set(own.flatMap(({ members }) => [...members.keys()]))) {
      this.#hasRepeated ||= this.#counts.has(name);
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
    this.#known.set(schema, {
      node,
      isPlain: parts.every((part) => (part.kind === 'named' ? this.isPlain(part.schema) : isPlainObject(part))),
      further: [...new Set(parts.flatMap((part) => this.#furtherOf(part)))],
      merged: this.#mergeOverlaps(parts, own, source),
    });
  }

  /** Returns whether an interface can extend the type of a named schema. */
  isPlain(schema: Schema): boolean {
    return this.#find(schema)?.isPlain ?? false;
  }

  /** Returns the ids of the `fields` gaps of a named schema and of its bases. */
  furtherOf(schema: Schema): readonly string[] {
    return this.#find(schema)?.further ?? [];
  }

  /** Returns whether at most one named schema describes members of a name. */
  isDescribedOnce(name: string): boolean {
    return (this.#counts.get(name) ?? 0) < 2;
  }

  /** Finds the member that applies to every value of a type. Returns `undefined` if any alternative lacks it. */
  findSure(node: TypeNode, name: string): MemberNode | undefined {
    return this.#findMembers(node, name, false).reduce<MemberNode | undefined>(mergeMembers, undefined);
  }

  /** Finds all descriptions of a member in a type, including those in alternatives. */
  findAny(node: TypeNode, name: string): MemberNode[] {
    return this.#findMembers(node, name, true);
  }

  /** Lists the objects of which a type consists, including those in alternatives, each once. */
  listObjects(node: TypeNode): ObjectNode[] {
    const found = new Set<ObjectNode>();
    this.#visit(node, true, (each) => {
      if (each.kind === 'object') found.add(each);
      return true;
    });
    return [...found];
  }

  /** Finds the names of the members that several bases describe differently. */
  findConflicts(bases: readonly TypeNode[]): ReadonlySet<string> {
    const conflicts = new Set<string>();
    if (bases.length < 2 || !this.#hasRepeated) return conflicts;
    const seen = new Set<string>();
    for (const object of this.listObjects({ kind: 'all', of: bases }))
      for (const name of object.members.keys()) {
        if (this.isDescribedOnce(name)) continue;
        if (seen.has(name)) conflicts.add(name);
        seen.add(name);
      }
    return conflicts;
  }

  #find(schema: Schema): Known | undefined {
    const known = this.#known.get(schema);
    if (known) return known;
    this.#complete(schema);
    return this.#known.get(schema);
  }

  #findMembers(node: TypeNode, name: string, inAlternatives: boolean): MemberNode[] {
    const found: MemberNode[] = [];
    this.#visit(node, inAlternatives, (each) => {
      if (each.kind === 'object') found.push(...list(each.members.get(name)));
      if (each.kind !== 'named') return true;
      const merged = this.#find(each.schema)?.merged.get(name);
      found.push(...list(merged));
      return merged === undefined && this.#counts.has(name);
    });
    return found;
  }

  // Calls `see` with each part of a type once. If it returns true for a name, continues with the type of the name.
  #visit(node: TypeNode, inAlternatives: boolean, see: (each: TypeNode) => boolean): void {
    const seen = new Set<Schema>();
    const waiting: TypeNode[] = [node];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.kind === 'named' && seen.has(next.schema)) continue;
      if (next.kind === 'named') seen.add(next.schema);
      const continues = see(next);
      if (next.kind === 'all' || (next.kind === 'union' && inAlternatives)) waiting.push(...[...next.of].reverse());
      const behind = next.kind === 'named' && continues ? this.#find(next.schema)?.node : undefined;
      if (behind) waiting.push(behind);
    }
  }

  #furtherOf(part: TypeNode): readonly string[] {
    if (part.kind === 'named') return this.furtherOf(part.schema);
    return part.kind === 'object' ? part.further : [];
  }

  // The index stores these members, so that no search visits all bases again.
  #mergeOverlaps(
    parts: readonly TypeNode[],
    own: readonly ObjectNode[],
    source: MemberSource,
  ): ReadonlyMap<string, MemberNode> {
    const merged = new Map<string, MemberNode>();
    const bases: TypeNode = { kind: 'all', of: parts.filter((part) => part.kind === 'named') };
    if (bases.of.length === 0) return merged;
    for (const { members } of own)
      for (const [name, member] of members) {
        const inherited = this.isDescribedOnce(name) ? undefined : this.findSure(bases, name);
        if (inherited) merged.set(name, shortenMember(mergeMembers(inherited, member), source));
      }
    return merged;
  }
}

// Replaces the schemas of a member by one type. The schemas that decide whether a view has the member are kept.
function shortenMember({ part, required }: MemberNode, source: MemberSource): MemberNode {
  const { views } = source;
  const decides = (each: Schema | TypeNode): boolean =>
    isSchema(each) &&
    (views.isHidden(each, 'request') || views.isHidden(each, 'response') || views.defaultOf(each) !== undefined);
  return { part: [source.resolvePart(part), ...part.filter(decides)], required };
}

function isPlainObject(node: TypeNode): boolean {
  return node.kind === 'object' && node.patterns.length === 0 && (node.rest?.length ?? 0) === 0;
}

function list<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
