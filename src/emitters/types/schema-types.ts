import type { Conversions } from '../../conversions/conversions.js';
import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import { formatOrigin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import type { SchemaParts } from '../../model/schema-parts.js';
import type { Names, SchemaNames } from '../../naming/names.js';
import { formatCode } from '../../typescript/code.js';
import { SchemaDocs } from '../../typescript/doc-comment.js';
import { TypeResolver } from '../../typescript/type-resolver.js';
import type { Views } from '../../views/views.js';
import { findPlaces, type KnownPlaces, printItemPlaces } from './item-places.js';
import { type NamedPlans, namePlans, printConversion } from './print-conversion.js';

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
  #itemPlaces: KnownPlaces | undefined;
  #namedConversions: NamedPlans | undefined;

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

  /** The places of items in the values of schemas. */
  get itemPlaces(): KnownPlaces {
    this.#itemPlaces ??= findPlaces(this);
    return this.#itemPlaces;
  }

  /** The conversions that are constants of the output. */
  get namedConversions(): NamedPlans {
    this.#namedConversions ??= namePlans(this.api, this.names, this.conversions);
    return this.#namedConversions;
  }
}

/**
 * Returns a function that describes what decides the code for a schema and is not a member of the schema or of the
 * schemas to which it leads: names, and how the rest of the description uses it.
 */
export function describeTypes(types: SchemaTypes): (schema: Schema) => string {
  const { names, views, conversions, itemPlaces, namedConversions } = types;
  const { sentDefaults } = views;
  return (schema) => {
    const flags = formatFlags([
      views.differs(schema, 'request'),
      views.differs(schema, 'received'),
      views.isSent(schema),
      views.isHidden(schema, 'response'),
      views.isHidden(schema, 'received'),
      sentDefaults.isFilled(schema),
      sentDefaults.hasDefaults(schema),
    ]);
    const value = views.defaultOf(schema);
    const named = names.schemas.get(schema);
    const conversion = conversions.planOf(schema);
    const places = printItemPlaces(schema, itemPlaces);
    let text = flags;
    if (value !== undefined) text += JSON.stringify(value);
    if (conversion) text += formatCode(printConversion(conversion, namedConversions));
    if (places) text += formatCode(places);
    return named ? `${text}${describeNames(schema, named)} ` : text;
  };
}

/** Writes a 1 for each flag that is true, and a 0 for each other one. */
export function formatFlags(flags: readonly unknown[]): string {
  let text = '';
  for (const flag of flags) text += flag === true ? '1' : '0';
  return text;
}

/** Joins texts. Writes `=` for a text that equals the one before it. */
export function joinTexts(texts: readonly string[]): string {
  let joined = '';
  let last: string | undefined;
  for (const text of texts) {
    joined += text === last ? ' =' : ` ${text}`;
    last = text;
  }
  return joined;
}

function describeNames(schema: Schema, { module, types, declarations, schema: target }: SchemaNames): string {
  const declared = declarations.flatMap(({ name, view }) => [view, name]);
  const origin = target === schema ? '' : formatOrigin(target.origin);
  return `${module} ${origin}${joinTexts([types.response, types.request, types.received])}${joinTexts(declared)}`;
}
