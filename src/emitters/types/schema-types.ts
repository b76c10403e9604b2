import type { Conversions } from '../../conversions/conversions.js';
import type { Api } from '../../model/api.js';
import type { Names } from '../../naming/names.js';
import { type ResolverInput, TypeResolver } from '../../typescript/type-resolver.js';
import type { Views } from '../../views/views.js';
import { findPlaces, type KnownPlaces } from './item-places.js';
import { type NamedPlans, namePlans } from './print-conversion.js';

/**
 * The types of all schemas in all views, one object per run. Parts that only some kinds of artifacts need are computed
 * on demand.
 */
export class SchemaTypes {
  readonly api: Api;
  readonly names: Names;
  /** The properties that each view of a schema has. */
  readonly views: Views;
  /** The values whose type in code differs from JSON. */
  readonly conversions: Conversions;
  #resolver: TypeResolver | undefined;
  #itemPlaces: KnownPlaces | undefined;
  #namedConversions: NamedPlans | undefined;

  constructor({ api, names, views, conversions }: ResolverInput & { readonly api: Api }) {
    this.api = api;
    this.names = names;
    this.views = views;
    this.conversions = conversions;
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
