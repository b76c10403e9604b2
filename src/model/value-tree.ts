import { listAppliedInPlace } from './in-place.js';
import { collectParts, findDecided, type Position, skipReferences } from './positions.js';
import type { KeywordSchema, Schema } from './schema.js';
import { withHolders } from './walk-schemas.js';

/** What is done with a value (`own`) and with its parts. A tree may contain itself. */
export interface ValueTree<Own> {
  /** The schema of the value, if there is only one. */
  readonly schema?: Schema;
  readonly own?: Own;
  readonly properties: ReadonlyMap<string, ValueTree<Own> | undefined>;
  readonly patterns: ReadonlyMap<string, ValueTree<Own> | undefined>;
  /** The tree of all other members. If `by` is present: the tree of values to which none of `cases` applies. */
  readonly others?: ValueTree<Own>;
  readonly first: readonly (ValueTree<Own> | undefined)[];
  readonly items?: ValueTree<Own>;
  /** The name of the property whose value selects one of `cases`. */
  readonly by?: string;
  readonly cases: ReadonlyMap<string, ValueTree<Own> | undefined>;
  /** The unions whose alternatives are kept apart. */
  readonly unions: readonly ReadonlyMap<Schema, ValueTree<Own> | undefined>[];
}

/** What the trees of one kind contain. */
interface TreeRules<Own> {
  /** Returns what is done with a value, if anything. `described` are the schemas that describe it. */
  readonly readOwn: (described: ReadonlySet<Schema>, schemas: readonly Schema[]) => Own | undefined;
  /**
   * Lists the schemas that describe a value of the given ones. By default, these are all that apply, and a
   * discriminator chooses among the alternatives of a union.
   */
  readonly listDescribing?: (schemas: readonly Schema[]) => ReadonlySet<Schema>;
  /** Lists the unions of a schema whose alternatives are kept apart. */
  readonly listUnions?: (schema: KeywordSchema) => readonly (readonly Schema[])[];
  /** Returns whether something is done with a value itself; by default, if it has an `own`. */
  readonly isUseful?: (own: Own | undefined, isAlternative: boolean) => boolean;
  /** The most schemas that are considered at one place. */
  readonly mostSchemas?: number;
}

/** A tree to which parts can still be added. */
interface OpenTree<Own> extends ValueTree<Own> {
  own?: Own;
  readonly properties: Map<string, ValueTree<Own> | undefined>;
  readonly patterns: Map<string, ValueTree<Own> | undefined>;
  others?: ValueTree<Own>;
  readonly first: (ValueTree<Own> | undefined)[];
  items?: ValueTree<Own>;
  by?: string;
  readonly cases: Map<string, ValueTree<Own> | undefined>;
  readonly unions: Map<Schema, ValueTree<Own> | undefined>[];
}

/** Returns the tree of a position, or only takes note of the position. */
type Ask<Own> = (position: Position) => ValueTree<Own> | undefined;

/**
 * Plans the trees of values. Values that the same schemas describe share one tree, which limits the number of trees
 * even for recursive schemas.
 */
export class TreePlanner<Own> {
  readonly #rules: TreeRules<Own>;
  readonly #ids = new Map<Schema, number>();
  readonly #trees = new Map<string, OpenTree<Own> | undefined>();

  constructor(rules: TreeRules<Own>) {
    this.#rules = rules;
  }

  /** Lists each position of the schemas and of all parts of their values once. */
  listPositions(schemas: Iterable<Schema>): Iterable<Position> {
    const found = new Map<string, Position>();
    const add = (position: Position): undefined => {
      const key = this.#keyOf(position);
      if (!found.has(key)) found.set(key, position);
    };
    for (const schema of schemas) add(this.#buildPosition([schema]));
    // The loop also visits the positions that it adds.
    for (const position of found.values()) this.#fill(position, startTree(position), add);
    return found.values();
  }

  /** Returns the tree of the values of a schema, or `undefined` if nothing is done with them. */
  treeOf(schema: Schema): ValueTree<Own> | undefined {
    this.plan([schema]);
    return this.findPlanned(schema);
  }

  /** Returns the tree of the values of a schema if it is planned and something is done with them. */
  findPlanned(schema: Schema): ValueTree<Own> | undefined {
    return this.#trees.get(this.#keyOf(this.#buildPosition([schema])));
  }

  /** Plans the trees of all schemas at once. */
  plan(schemas: Iterable<Schema>): void {
    const open: [Position, OpenTree<Own>][] = [];
    const planned = new Map<string, OpenTree<Own>>();
    const ask = (position: Position): OpenTree<Own> | undefined => {
      const key = this.#keyOf(position);
      if (this.#trees.has(key)) return this.#trees.get(key);
      const tree = planned.get(key) ?? startTree(position);
      if (!planned.has(key)) open.push([position, tree]);
      planned.set(key, tree);
      return tree;
    };
    for (const schema of schemas) ask(this.#buildPosition([schema]));
    for (let next = open.pop(); next; next = open.pop()) this.#fill(...next, ask);
    this.#keepUseful(planned);
  }

  #fill(position: Position, tree: OpenTree<Own>, ask: Ask<Own>): void {
    const { listDescribing, listUnions = () => [], readOwn } = this.#rules;
    const decided = listDescribing ? undefined : findDecided(position);
    if (decided?.discriminator) {
      const { propertyName, mapping, defaultMapping } = decided.discriminator;
      const chosen = new Set([...position.chosen, decided]);
      const choose = (member: readonly Schema[]): ValueTree<Own> | undefined =>
        ask({ ...this.#buildPosition([...position.schemas, ...member]), chosen });
      tree.by = propertyName;
      const others = choose(defaultMapping ? [defaultMapping] : []);
      if (others) tree.others = others;
      for (const { value, schema } of mapping) tree.cases.set(value, choose([schema]));
      return;
    }
    const find = (schemas: readonly Schema[]): ValueTree<Own> | undefined =>
      schemas.length === 0 ? undefined : ask(this.#buildPosition(schemas));
    const described = listDescribing?.(position.schemas) ?? listApplying(position);
    const keywords = [...described].filter((schema) => schema.kind === 'keywords');
    const parts = collectParts(keywords);
    const [own, others, items] = [readOwn(described, position.schemas), find(parts.others), find(parts.items)];
    if (own !== undefined) tree.own = own;
    if (others) tree.others = others;
    if (items) tree.items = items;
    for (const [name, schemas] of parts.properties) tree.properties.set(name, find(schemas));
    for (const [pattern, schemas] of parts.patterns) tree.patterns.set(pattern, find(schemas));
    tree.first.push(...parts.first.map(find));
    for (const union of keywords.flatMap(listUnions))
      tree.unions.push(new Map(union.map((member) => [member, find([member])])));
  }

  // Removes the trees in which nothing is done. Those of earlier calls are removed already.
  #keepUseful(planned: ReadonlyMap<string, OpenTree<Own>>): void {
    const { isUseful = (own) => own !== undefined } = this.#rules;
    const all = new Set<ValueTree<Own>>(planned.values());
    const alternatives = new Set([...all].flatMap(({ unions }) => unions.flatMap((union) => [...union.values()])));
    const useful = [...all].filter(
      (tree) => isUseful(tree.own, alternatives.has(tree)) || listParts(tree).some((part) => !all.has(part)),
    );
    const kept = withHolders(useful, all, listParts);
    const keep = (part: ValueTree<Own> | undefined): ValueTree<Own> | undefined =>
      part && all.has(part) && !kept.has(part) ? undefined : part;
    for (const [key, tree] of planned) {
      this.#trees.set(key, kept.has(tree) ? tree : undefined);
      for (const parts of [tree.properties, tree.patterns, tree.cases]) keepParts(parts, keep);
      for (const union of tree.unions) keepParts(union, keep);
      tree.first.forEach((part, index) => {
        tree.first[index] = keep(part);
      });
      if (!keep(tree.others)) delete tree.others;
      if (!keep(tree.items)) delete tree.items;
    }
  }

  #buildPosition(schemas: readonly Schema[]): Position {
    const all = [...new Set(schemas.map(skipReferences))];
    return { schemas: all.slice(0, this.#rules.mostSchemas), chosen: new Set() };
  }

  #keyOf({ schemas, chosen }: Position): string {
    const ids = (list: Iterable<Schema>): string =>
      [...list]
        .map((schema) => this.#idOf(schema))
        .sort()
        .join();
    return `${ids(schemas)} ${ids(chosen)}`;
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

function listApplying({ schemas, chosen }: Position): ReadonlySet<Schema> {
  return listAppliedInPlace(schemas, { alternatives: (schema) => !chosen.has(schema), branches: true });
}

function startTree<Own>({ schemas, chosen }: Position): OpenTree<Own> {
  const [only] = schemas;
  const maps = { properties: new Map(), patterns: new Map(), cases: new Map() };
  return { ...(only && schemas.length === 1 && chosen.size === 0 && { schema: only }), ...maps, first: [], unions: [] };
}

function keepParts<Key, Part>(parts: Map<Key, Part>, keep: (part: Part) => Part): void {
  for (const [key, part] of parts) parts.set(key, keep(part));
}

/** Lists the trees of the parts of a value. A tree that appears several times is listed several times. */
export function listParts<Own>(tree: ValueTree<Own>): ValueTree<Own>[] {
  const { properties, patterns, others, first, items, cases, unions } = tree;
  const maps = [properties, patterns, cases, ...unions].flatMap((map) => [...map.values()]);
  return [...maps, others, ...first, items].filter((part) => part !== undefined);
}
