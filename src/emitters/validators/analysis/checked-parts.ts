import type { Schema } from '../../../model/schema.js';
import type { SchemaParts } from '../../../model/schema-parts.js';
import { hasParts, listSubschemas, type Subschema } from '../../../model/walk-schemas.js';

const none: readonly Subschema[] = [];

/** Lists the subschemas that checks or the filling of defaults use. All others are only documentation. */
export class CheckedParts {
  readonly #parts: SchemaParts;

  /** `parts` usually contains every schema of the description. */
  constructor(parts: SchemaParts) {
    this.#parts = parts;
  }

  /** Returns the subschemas of a schema, always in the same order. */
  of(schema: Schema): readonly Subschema[] {
    // Most schemas have no parts, which is known without a lookup. Most others have only parts that are checked.
    if (schema.kind !== 'keywords' || !hasParts(schema)) return none;
    const all = this.#parts.get(schema) ?? listSubschemas(schema);
    const isChecked = ({ keyword }: Subschema): boolean =>
      keyword === 'mapping' || keyword === 'defaultMapping' ? isParent(schema) : keyword !== 'contentSchema';
    return schema.discriminator || schema.contentSchema ? all.filter(isChecked) : all;
  }
}

/** Returns whether other schemas are the children of a schema. */
export function isParent(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.discriminator?.inheritance !== undefined;
}
