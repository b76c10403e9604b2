/** What is done with the parts of a value. */
export interface TreeParts<Tree> {
  /** The trees of members. Patterns and `others` do not apply to these names. */
  readonly properties?: Readonly<Record<string, Tree | undefined>>;
  readonly patterns?: readonly (readonly [pattern: RegExp, tree: Tree | undefined])[];
  /** The tree of all other members; with `by`, that of values without a case. */
  readonly others?: Tree;
  /** The trees of the first items. */
  readonly first?: readonly (Tree | undefined)[];
  /** The tree of the items after these. */
  readonly items?: Tree;
  /** The property whose value chooses one of `cases`. */
  readonly by?: string;
  readonly cases?: Readonly<Record<string, Tree | undefined>>;
}

/** A tree can contain itself, so it may be a function. */
export type ValueTree<Node> = Node | (() => ValueTree<Node>);

/** Returns what is done with a value: calls functions, and follows the cases that properties choose. */
export function findNode<Node extends TreeParts<ValueTree<Node>> | string>(
  tree: ValueTree<Node> | undefined,
  value: unknown,
): Node | undefined {
  let node = tree;
  for (;;) {
    if (typeof node === 'function') node = node();
    else if (typeof node !== 'object' || node.by === undefined) return node;
    else {
      const { by, cases = {}, others }: TreeParts<ValueTree<Node>> = node;
      const said = Object(value)[by ?? ''];
      node = said != null && typeof said !== 'object' && Object.hasOwn(cases, said) ? cases[said] : others;
    }
  }
}

/** Lists what several trees do with a value, each once. */
export function listNodes<Node extends TreeParts<ValueTree<Node>>>(trees: Trees<Node>, value: unknown): Node[] {
  return [...new Set(trees.flatMap((tree) => findNode(tree, value) ?? []))];
}

/** Trees that apply to the same value. */
export type Trees<Node> = readonly (ValueTree<Node> | undefined)[];

/** Lists the trees of a member or an item. There are several if several patterns match a name. */
export function listInside<Tree>(
  { properties = {}, patterns = [], others, first = [], items }: TreeParts<Tree>,
  value: object,
  name: string,
): readonly (Tree | undefined)[] {
  if (Array.isArray(value)) return [Number(name) < first.length ? first[Number(name)] : items];
  if (Object.hasOwn(properties, name)) return [properties[name]];
  const found = patterns.filter(([pattern]) => pattern.test(name));
  return found.length > 0 ? found.map(([, tree]) => tree) : [others];
}
