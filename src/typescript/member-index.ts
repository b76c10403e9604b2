import type { Schema } from '../model/schema.js';
import { mergeMembers } from './intersect-nodes.js';
import { isSchema, type MemberNode, type ObjectNode, type Part, type TypeNode } from './type-node.js';

/** What the index asks about schemas. */
interface MemberSource {
  expand(schema: Schema): TypeNode;
  resolvePart(part: Part): TypeNode;
  readonly names: {
    readonly views: {
      isHidden(property: Schema, view: 'response' | 'request'): boolean;
      defaultOf(property: Schema): unknown;
    };
  };
}

/** What is known about the objects behind one name. */
interface Known {
  readonly node: TypeNode;
  /** Whether it is an object whose members are all listed by name, so that an interface can extend it. */
  readonly isPlain: boolean;
  readonly further: readonly string[];
  /** The members that say more about one of a base, merged with that. */
  readonly merged: ReadonlyMap<string, MemberNode>;
}

/** Finds the members of objects behind names; filled in the order in which types follow from each other. */
export class MemberIndex {
  readonly #known = new Map<Schema, Known>();
  /** How many named schemas say something about a member of this name. */
  readonly #counts = new Map<string, number>();
  #hasRepeated = false;

  /** Takes in a named schema; those it is made of come before. */
  add(schema: Schema, node: TypeNode, source: MemberSource): void {
    const parts = partsOf(node);
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
    return this.#known.get(schema)?.isPlain ?? false;
  }

  /** Returns the ids of the `fields` items of a named schema, those of its bases included. */
  furtherOf(schema: Schema): readonly string[] {
    return this.#known.get(schema)?.further ?? [];
  }

  /** Returns whether no more than one named schema says anything about members of a name. */
  isSaidOnce(name: string): boolean {
    return (this.#counts.get(name) ?? 0) < 2;
  }

  /** Finds what every value of a type has to hold under a name; `undefined` where nothing is said in any case. */
  findSure(node: TypeNode, name: string): MemberNode | undefined {
    return this.#find(node, name, false).reduce<MemberNode | undefined>(mergeMembers, undefined);
  }

  /** Finds what is said about a member anywhere in a type, in alternatives too. */
  findAny(node: TypeNode, name: string): MemberNode[] {
    return this.#find(node, name, true);
  }

  /** Lists the objects of which a type consists, alternatives included, each once. */
  listObjects(node: TypeNode): ObjectNode[] {
    const found = new Set<ObjectNode>();
    this.#visit(node, true, (each) => {
      if (each.kind === 'object') found.add(each);
      return true;
    });
    return [...found];
  }

  /** Finds the names about which several of the bases say different things. */
  findConflicts(bases: readonly TypeNode[]): ReadonlySet<string> {
    const conflicts = new Set<string>();
    if (bases.length < 2 || !this.#hasRepeated) return conflicts;
    const said = new Map<string, ObjectNode>();
    for (const object of this.listObjects({ kind: 'all', of: bases }))
      for (const name of object.members.keys()) {
        if (this.isSaidOnce(name)) continue;
        if (said.has(name)) conflicts.add(name);
        said.set(name, object);
      }
    return conflicts;
  }

  #find(node: TypeNode, name: string, inAlternatives: boolean): MemberNode[] {
    const found: MemberNode[] = [];
    this.#visit(node, inAlternatives, (each) => {
      if (each.kind === 'object') found.push(...list(each.members.get(name)));
      if (each.kind !== 'named') return true;
      const merged = this.#known.get(each.schema)?.merged.get(name);
      found.push(...list(merged));
      return merged === undefined && this.#counts.has(name);
    });
    return found;
  }

  // Calls `see` with each part of a type once; where it says so, goes on to what a name stands for.
  #visit(node: TypeNode, inAlternatives: boolean, see: (each: TypeNode) => boolean): void {
    const seen = new Set<Schema>();
    const waiting: TypeNode[] = [node];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.kind === 'named' && seen.has(next.schema)) continue;
      if (next.kind === 'named') seen.add(next.schema);
      const goesOn = see(next);
      if (next.kind === 'all' || (next.kind === 'union' && inAlternatives)) waiting.push(...[...next.of].reverse());
      const behind = next.kind === 'named' && goesOn ? this.#known.get(next.schema)?.node : undefined;
      if (behind) waiting.push(behind);
    }
  }

  #furtherOf(part: TypeNode): readonly string[] {
    if (part.kind === 'named') return this.furtherOf(part.schema);
    return part.kind === 'object' ? part.further : [];
  }

  // Kept with the schema, so that nobody has to go through all its bases again.
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
        const inherited = this.isSaidOnce(name) ? undefined : this.findSure(bases, name);
        if (inherited) merged.set(name, condense(mergeMembers(inherited, member), source));
      }
    return merged;
  }
}

// One type, and beside it only the schemas that decide whether the member is there.
function condense({ part, required }: MemberNode, source: MemberSource): MemberNode {
  const { views } = source.names;
  const decides = (each: Schema | TypeNode): boolean =>
    isSchema(each) &&
    (views.isHidden(each, 'request') || views.isHidden(each, 'response') || views.defaultOf(each) !== undefined);
  return { part: [source.resolvePart(part), ...part.filter(decides)], required };
}

function partsOf(node: TypeNode): readonly TypeNode[] {
  return node.kind === 'all' ? node.of : [node];
}

function isPlainObject(node: TypeNode): boolean {
  return node.kind === 'object' && node.patterns.length === 0 && (node.rest?.length ?? 0) === 0;
}

function list<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
