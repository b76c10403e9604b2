import type { Schema } from '../../model/schema.js';
import type { ModuleWriter } from './module-writer.js';
import type { Places } from './places.js';
import type { PlannedFunction } from './write-function.js';

/** A schema, and the functions that check values against it and against the schemas that are equivalent to it. */
interface CheckedSchema {
  readonly schema: Schema;
  /** The module of its functions. Absent if the schema has no place. */
  readonly module: ModuleWriter | undefined;
  readonly planned: PlannedFunction[];
}

/** Finds the schemas whose functions check other schemas, once for each schema: other functions call them often. */
export class CheckedSchemas {
  readonly #places: Pick<Places, 'equivalent' | 'of'>;
  readonly #moduleOf: (name: string) => ModuleWriter;
  readonly #known = new Map<Schema, CheckedSchema>();
  readonly #targets = new Map<Schema, CheckedSchema>();

  constructor(places: Pick<Places, 'equivalent' | 'of'>, moduleOf: (name: string) => ModuleWriter) {
    this.#places = places;
    this.#moduleOf = moduleOf;
  }

  /** Returns the schema whose functions check `schema`, which usually is `schema` itself. */
  of(schema: Schema): CheckedSchema {
    const known = this.#known.get(schema);
    if (known) return known;
    const { of, equivalent } = this.#places;
    const target = equivalent(of.get(schema)?.schema ?? schema);
    const place = of.get(target);
    const checked = this.#targets.get(target) ?? {
      schema: target,
      module: place && this.#moduleOf(place.module),
      planned: [],
    };
    this.#targets.set(target, checked);
    this.#known.set(schema, checked);
    return checked;
  }
}
