import type { Conversions } from '../../conversions/conversions.js';
import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Api } from '../../model/api.js';
import type { SchemaParts } from '../../model/schema-parts.js';
import type { Names } from '../../naming/names.js';
import { SchemaDocs } from '../../typescript/doc-comment.js';
import { TypeResolver } from '../../typescript/type-resolver.js';
import type { Views } from '../../views/views.js';
import { type ConversionPrinter, createConversionPrinter } from './conversion-trees.js';
import { createItemPrinter, type ItemPrinter } from './item-places.js';

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
