import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Api } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import type { SchemaParts } from '../../model/schema-parts.js';
import { TreePlanner } from '../../model/value-tree.js';
import type { Names } from '../../naming/names.js';
import { type Code, type CodePart, encodeString, printArray } from '../../typescript/code.js';
import { SchemaDocs } from '../../typescript/doc-comment.js';
import { TypeResolver } from '../../typescript/type-resolver.js';
import type { Conversions } from '../../views/conversions.js';
import type { Views } from '../../views/views.js';
import { importRuntimeType } from '../runtime-references.js';
import { type Described, TreePrinter } from '../value-trees.js';
import { type ConversionPrinter, createConversionPrinter } from './conversion-trees.js';
import { type FieldsInput, findKnownFields } from './known-fields.js';

/**
 * The types of all schemas in all views, one object per run. Parts that only some kinds of artifacts need are computed
 * on demand.
 */
export class SchemaTypes {
  readonly api: Api;
  /** All schemas of the description, including those inside others, with their parts. */
  readonly parts: SchemaParts;
  readonly names: Names;
  /** The properties that each view of a schema has. */
  readonly views: Views;
  /** The values whose type in code differs from JSON. */
  readonly conversions: Conversions;
  /** The doc comments of schemas and parameters. */
  readonly docs: SchemaDocs;
  readonly diagnostics: Diagnostics;
  #resolver: TypeResolver | undefined;
  #itemPrinter: ItemPrinter | undefined;
  #conversionPrinter: ConversionPrinter | undefined;

  constructor({
    api,
    parts,
    names,
    views,
    conversions,
    diagnostics,
  }: Pick<SchemaTypes, 'api' | 'parts' | 'names' | 'views' | 'conversions' | 'diagnostics'>) {
    this.api = api;
    this.parts = parts;
    this.names = names;
    this.views = views;
    this.conversions = conversions;
    this.diagnostics = diagnostics;
    this.docs = new SchemaDocs(conversions);
  }

  get resolver(): TypeResolver {
    this.#resolver ??= new TypeResolver(this);
    return this.#resolver;
  }

  /** The printer of the places of items. */
  get itemPrinter(): ItemPrinter {
    this.#itemPrinter ??= createItemPrinter(this);
    return this.#itemPrinter;
  }

  /** The printer of conversions. */
  get conversionPrinter(): ConversionPrinter {
    this.#conversionPrinter ??= createConversionPrinter(this, this.conversions);
    return this.#conversionPrinter;
  }
}

/** The items about one value, by id: those that ask for its shape, and those that ask for further fields. */
interface OwnItems {
  readonly shapes: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

/** The printer of the places of items in values. */
type ItemPrinter = TreePrinter<OwnItems>;

/** Creates the printer of the places of items. */
function createItemPrinter(input: FieldsInput & Described): ItemPrinter {
  const planner = new TreePlanner<OwnItems>({ readOwn });
  const known = findKnownFields(input);
  return new TreePrinter<OwnItems>(
    {
      // Most descriptions have no items and need no search.
      treeOf: (schema) => (input.api.items.length > 0 ? planner.treeOf(schema) : undefined),
      module: 'types/item-places',
      suffix: 'Places',
      type: importRuntimeType('values/report-items', 'ItemPlaces'),
      describe: (type) => `Where values of ${type === undefined ? 'this schema' : `\`${type}\``} contain items.`,
      listOwn: ({ own }) => [
        ['shapes', printList([...(own?.shapes ?? [])].map(encodeString))],
        ['fields', printList([...(own?.fields ?? [])].map((id) => printFields(id, known.get(id))))],
      ],
    },
    input,
  );
}

function readOwn(described: ReadonlySet<Schema>): OwnItems | undefined {
  const shapes = new Set<string>();
  const fields = new Set<string>();
  for (const schema of described) {
    if (schema.kind === 'not-shown') shapes.add(schema.item.id);
    else for (const { id, kind } of schema.notShown) if (kind === 'fields') fields.add(id);
  }
  return shapes.size + fields.size > 0 ? { shapes, fields } : undefined;
}

function printFields(item: string, known: readonly string[] = []): Code {
  return printArray([encodeString(item), printArray(known.map(encodeString))]);
}

function printList(items: readonly CodePart[]): Code | undefined {
  return items.length > 0 ? printArray(items) : undefined;
}
