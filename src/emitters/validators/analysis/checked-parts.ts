import type { Anchors } from '../../../model/in-place.js';
import type { Schema } from '../../../model/schema.js';
import type { SchemaParts } from '../../../model/schema-parts.js';
import { hasParts, listSubschemas, type Subschema } from '../../../model/walk-schemas.js';

const none: readonly Subschema[] = [];

/** Lists the subschemas that checks or the filling of defaults use. All others are only documentation. */
export class CheckedParts {
  readonly #parts: SchemaParts;
  readonly #anchors: Anchors;

  /** `parts` usually contains every schema of the description. */
  constructor(parts: SchemaParts, anchors: Anchors) {
    this.#parts = parts;
    this.#anchors = anchors;
  }

  /** Returns the subschemas of a schema, always in the same order. */
  of(schema: Schema): readonly Subschema[] {
    // Most schemas have no parts, which is known without a lookup. Most others have only parts that are checked.
    if (schema.kind !== 'keywords' || !hasParts(schema)) return none;
    const all = this.#parts.get(schema) ?? listSubschemas(schema);
    const isChecked = ({ keyword }: Subschema): boolean =>
      keyword === 'mapping' || keyword === 'defaultMapping' ? isParent(schema) : keyword !== 'contentSchema';
    const checked = schema.discriminator || schema.contentSchema ? all.filter(isChecked) : all;
    const anchor = schema.dynamicRef?.anchor;
    if (anchor === undefined) return checked;
    const targets = this.#anchors.get(anchor) ?? [];
    return [
      ...checked,
      ...targets.map((target) => ({ keyword: '$dynamicRef', schema: target, inPlace: true }) as const),
    ];
  }
}

/** Returns whether other schemas are the children of a schema. */
export function isParent(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.discriminator?.inheritance !== undefined;
}
