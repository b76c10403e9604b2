import type { Api } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import type { SchemaParts } from '../model/schema-parts.js';
import { UniqueNames } from '../model/unique-names.js';
import { listParts, type ValueTree } from '../model/value-tree.js';
import { listMessageSchemas } from '../model/walk-schemas.js';
import { toUncapitalized } from '../naming/identifiers.js';
import type { Names } from '../naming/names.js';
import { joinCamel, splitWords } from '../naming/words.js';
import {
  type Code,
  code,
  encodePropertyKey,
  encodeString,
  importValue,
  type LiteralMember,
  printArray,
  printFilled,
  printObject,
  type Reference,
} from '../typescript/code.js';
import { encodePattern } from '../typescript/encode-pattern.js';
import { TsFile } from '../typescript/ts-file.js';

/** The schemas of a description, and their names. */
export interface Described {
  readonly api: Api;
  readonly names: Names;
  /** All schemas of the description, including those inside others, with their parts. */
  readonly parts: SchemaParts;
}

/** The trees of one kind, and how they are printed. */
interface PrintedTrees<Own> {
  readonly module: string;
  /** The schemas whose trees the module itself prints. Without them, any module prints trees. */
  readonly roots?: readonly Schema[];
  /** The end of the names of constants, such as `Conversion`. */
  readonly suffix: string;
  /** The type of a tree in the runtime. */
  readonly type: Reference;
  /** Describes a constant by the name of the value's type. */
  readonly describe: (type: string | undefined) => string;
  /** Returns the tree of the values of a schema, or `undefined` if nothing is done with them. */
  readonly treeOf: (schema: Schema) => ValueTree<Own> | undefined;
  /** Lists the members about the value itself. `listed` are the names that `properties` of the tree contains. */
  readonly listOwn: (
    tree: ValueTree<Own>,
    print: (part: ValueTree<Own> | undefined) => Code,
    listed: ReadonlySet<string>,
  ) => readonly LiteralMember[];
  /** Prints a tree without parts in a shorter form. */
  readonly printLeaf?: (own: Own) => Code | undefined;
}

/**
 * Prints trees for the runtime. Trees of named schemas and trees that several others contain are constants of a module,
 * so the others are printed inline and end.
 */
export class TreePrinter<Own> {
  readonly #trees: PrintedTrees<Own>;
  readonly #names: Names;
  readonly #named = new Map<ValueTree<Own>, string>();

  constructor(trees: PrintedTrees<Own>, described: Described) {
    this.#trees = trees;
    this.#names = described.names;
    const uses = new Map<ValueTree<Own>, number>();
    const count = (tree: ValueTree<Own> | undefined): void => {
      if (tree) uses.set(tree, (uses.get(tree) ?? 0) + 1);
    };
    for (const schema of trees.roots ?? listRoots(described)) count(trees.treeOf(schema));
    // The name of the first property that has a tree.
    const properties = new Map<ValueTree<Own>, string>();
    // The loop also visits the trees that it adds.
    for (const tree of uses.keys()) {
      for (const part of listParts(tree)) count(part);
      for (const [name, part] of tree.properties) if (part && !properties.has(part)) properties.set(part, name);
    }
    const shared = [...uses].filter(([tree, times]) => !this.#printLeaf(tree) && !(trees.roots && times < 2));
    for (const [tree] of shared) {
      const type = this.#typeOf(tree);
      if (type !== undefined) this.#named.set(tree, `${toUncapitalized(type)}${trees.suffix}`);
    }
    const unique = new UniqueNames(this.#named.values());
    for (const [tree, times] of shared) {
      if (this.#named.has(tree) || times < 2) continue;
      const name = `${joinCamel(splitWords(properties.get(tree) ?? ''))}${trees.suffix}`;
      this.#named.set(tree, unique.take(/^[a-z]/.test(name) ? name : toUncapitalized(trees.suffix)));
    }
  }

  /** Prints the tree of a schema: the name of its constant if it has one. Returns `undefined` if there is no tree. */
  print(schema: Schema): Code | undefined {
    const tree = this.#trees.treeOf(schema);
    if (!tree) return undefined;
    const name = this.#named.get(tree);
    return name === undefined ? this.#printInline(tree) : this.#refer(name);
  }

  /** Builds the module of the constants. It is empty if there are none. */
  buildModule(): TsFile {
    const { module, roots, describe, type } = this.#trees;
    const isLocal = roots !== undefined;
    const file = new TsFile(module);
    for (const [tree, name] of this.#named)
      file.addConstant({
        name,
        local: isLocal,
        ...(!isLocal && { doc: describe(this.#typeOf(tree)) }),
        type: code`${type}`,
        value: this.#printInline(tree),
      });
    return file;
  }

  #refer(name: string): Code {
    const { module, roots } = this.#trees;
    return roots ? code`${name}` : code`${importValue(module, name)}`;
  }

  #typeOf({ schema }: ValueTree<Own>): string | undefined {
    return schema && this.#names.schemas.get(schema)?.types.response;
  }

  #printLeaf(tree: ValueTree<Own>): Code | undefined {
    const { own, by } = tree;
    return own !== undefined && by === undefined && listParts(tree).length === 0
      ? this.#trees.printLeaf?.(own)
      : undefined;
  }

  #printInline(tree: ValueTree<Own>): Code {
    const leaf = this.#printLeaf(tree);
    if (leaf) return leaf;
    const { properties, patterns, others, first, items, by, cases } = tree;
    const print = (part: ValueTree<Own> | undefined): Code => this.#printPart(part);
    // Members without a tree are listed only where the trees of other names could apply to them.
    const hasOthers = others !== undefined || [...patterns.values()].some((part) => part);
    const listed = [...properties].filter(([, part]) => part || hasOthers);
    const rows = (parts: readonly (readonly [string, ValueTree<Own> | undefined])[]): Code | undefined =>
      parts.length === 0 ? undefined : printObject(parts.map(([name, part]) => [encodePropertyKey(name), print(part)]));
    const patternRows = [...patterns].map(([pattern, part]) =>
      printArray([encodePattern(pattern).expression, print(part)]),
    );
    return printObject([
      ...this.#trees.listOwn(tree, print, new Set(listed.map(([name]) => name))),
      ['properties', rows(listed)],
      ['patterns', hasOthers ? printFilled(patternRows) : undefined],
      ['others', others && print(others)],
      ['first', first.some((part) => part) ? printArray(first.map(print)) : undefined],
      ['items', items && print(items)],
      ['by', by === undefined ? undefined : encodeString(by)],
      ['cases', by === undefined ? undefined : rows([...cases])],
    ]);
  }

  #printPart(part: ValueTree<Own> | undefined): Code {
    if (!part) return code`undefined`;
    const name = this.#named.get(part);
    return name === undefined ? this.#printInline(part) : code`() => ${this.#refer(name)}`;
  }
}

// Lists the schemas with a name, those of messages and of the JSON in texts, and those to which others refer. Every circle
// of trees leads through one of them.
function listRoots({ api, names, parts }: Described): Set<Schema> {
  const messages = api.operations.flatMap(listMessageSchemas).map(({ schema }) => schema);
  const targets = [...parts.keys()].flatMap((schema) =>
    schema.kind === 'keywords' ? [schema.ref, schema.contentSchema].filter((target) => target !== undefined) : [],
  );
  return new Set([...names.schemas.keys(), ...messages, ...targets]);
}
