import type { Application } from './keyword-table.js';
import type { KeywordSchema, Schema } from './schema.js';
import { partRows } from './schema-keywords.js';
import { hasParts, indexRows, listParts, type PartRows } from './walk-schemas.js';

/** The schemas that declare each `$dynamicAnchor`, by its name. */
export type Anchors = ReadonlyMap<string, readonly Schema[]>;

/** The keywords that count as applied in place, in addition to `$ref` and `allOf`. */
export interface InPlaceChoice {
  /** The members of `anyOf` and `oneOf`: of every schema, or of those for which the function returns `true`. */
  readonly alternatives?: boolean | ((schema: KeywordSchema) => boolean);
  /** `then`, `else` and `dependentSchemas`, which apply under a condition. */
  readonly branches?: boolean;
  /** `if` and `not`, which a valid value may fail. */
  readonly tests?: boolean;
  /** The initial target of `$dynamicRef`. With anchors: every schema to which it may lead. */
  readonly dynamic?: boolean | Anchors;
  /** The most schemas to list. A walk ends when it finds one more. */
  readonly most?: number;
}

/** Every keyword that applies in place. `$dynamicRef` counts as a reference to its initial target. */
export const everythingInPlace: InPlaceChoice = { alternatives: true, branches: true, tests: true, dynamic: true };

/** Lists the schemas that a schema applies directly to its own value, in the order of the table of keywords. */
export function listPartsInPlace(schema: Schema, choice: InPlaceChoice = {}): readonly Schema[] {
  return schema.kind === 'keywords' && hasParts(schema) ? buildPartLister(choice)(schema) : [];
}

/**
 * Lists the schemas that apply to one value: the roots, and what they apply in place, directly or not. Lists each once,
 * depth first, in the order of the table of keywords. Takes linear time, also for circles.
 */
export function listAppliedInPlace(roots: Iterable<Schema>, choice: InPlaceChoice = {}): Set<Schema> {
  const listInPlace = buildPartLister(choice);
  const { most = Number.POSITIVE_INFINITY } = choice;
  const found = new Set<Schema>();
  const waiting = [...roots].reverse();
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (found.has(schema)) continue;
    found.add(schema);
    if (found.size > most) break;
    if (schema.kind === 'keywords') for (const part of listInPlace(schema).reverse()) waiting.push(part);
  }
  return found;
}

function buildPartLister(choice: InPlaceChoice): (schema: KeywordSchema) => Schema[] {
  const { alternatives = false, dynamic = false } = choice;
  const hasAlternatives = typeof alternatives === 'function' ? alternatives : () => alternatives;
  const withAlternatives = listRows(choice, true);
  const withoutAlternatives = listRows(choice, false);
  return (schema) => {
    const rows = hasAlternatives(schema) ? withAlternatives : withoutAlternatives;
    const parts = listParts(schema, rows).map((part) => part.schema);
    const anchor = schema.dynamicRef?.anchor;
    return typeof dynamic === 'object' && anchor !== undefined ? [...parts, ...(dynamic.get(anchor) ?? [])] : parts;
  };
}

// The rows for each choice of keywords. A choice is a number of four bits. The rows are computed once, because walks
// need them very often.
const rowsOfChoices = Array.from({ length: 16 }, (_, choice): PartRows => {
  const chosen: { readonly [A in Application]: boolean } = {
    always: true,
    alternative: (choice & 1) !== 0,
    branch: (choice & 2) !== 0,
    test: (choice & 4) !== 0,
    inside: false,
  };
  const isDynamic = (choice & 8) !== 0;
  return indexRows(
    partRows.filter(({ keyword, applies }) => chosen[applies] && (keyword !== '$dynamicRef' || isDynamic)),
  );
});

function listRows({ branches, tests, dynamic }: InPlaceChoice, hasAlternatives: boolean): PartRows {
  const choice = Number(hasAlternatives) + 2 * Number(!!branches) + 4 * Number(!!tests) + 8 * Number(!!dynamic);
  return rowsOfChoices[choice] ?? indexRows([]);
}
