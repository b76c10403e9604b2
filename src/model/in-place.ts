import type { Application } from './keyword-table.js';
import type { KeywordSchema, Schema } from './schema.js';
import { partRows } from './schema-keywords.js';
import { hasParts, indexRows, listParts, type PartRows } from './walk-schemas.js';

/** The keywords that count as applied in place, in addition to `$ref` and `allOf`. */
export interface InPlaceChoice {
  /** The members of `anyOf` and `oneOf`: of every schema, or of those for which the function returns `true`. */
  readonly alternatives?: boolean | ((schema: KeywordSchema) => boolean);
  /** `then`, `else` and `dependentSchemas`, which apply under a condition. */
  readonly branches?: boolean;
  /** `if` and `not`, which a valid value may fail. */
  readonly tests?: boolean;
  /** The most schemas to list. A walk ends when it finds one more. */
  readonly most?: number;
}

/** Every keyword that applies in place. */
export const everythingInPlace: InPlaceChoice = { alternatives: true, branches: true, tests: true };

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

/** The schemas with keywords that apply to one value, and what they say about the fields of an object. */
export class Described {
  readonly keywords: readonly KeywordSchema[];

  /** `choice` adds keywords to `$ref` and `allOf`, as in `listAppliedInPlace`. */
  constructor(roots: Iterable<Schema>, choice: InPlaceChoice = {}) {
    this.keywords = [...listAppliedInPlace(roots, choice)].filter((schema) => schema.kind === 'keywords');
  }

  /** The schemas of each property, by its name. */
  get properties(): Map<string, Schema[]> {
    return groupProperties(this.keywords);
  }

  /** The names that every object has. */
  get required(): Set<string> {
    return new Set(this.keywords.flatMap(({ required = [] }) => required));
  }

  /** Lists the schemas of one property. */
  schemasOf(name: string): Schema[] {
    return this.keywords.flatMap(({ properties = [] }) =>
      properties.flatMap((property) => (property.name === name ? [property.schema] : [])),
    );
  }
}

/** Groups the properties that schemas describe by their names. */
export function groupProperties(schemas: readonly KeywordSchema[]): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const { name, schema } of schemas.flatMap(({ properties = [] }) => properties)) {
    const known = found.get(name);
    if (known) known.push(schema);
    else found.set(name, [schema]);
  }
  return found;
}

function buildPartLister(choice: InPlaceChoice): (schema: KeywordSchema) => Schema[] {
  const { alternatives = false } = choice;
  const hasAlternatives = typeof alternatives === 'function' ? alternatives : () => alternatives;
  const withAlternatives = listRows(choice, true);
  const withoutAlternatives = listRows(choice, false);
  return (schema) => {
    const rows = hasAlternatives(schema) ? withAlternatives : withoutAlternatives;
    return listParts(schema, rows).map((part) => part.schema);
  };
}

// The rows for each choice of keywords. A choice is a number of three bits. The rows are computed once, because walks
// need them very often.
const rowsOfChoices = Array.from({ length: 8 }, (_, choice): PartRows => {
  const chosen: { readonly [A in Application]: boolean } = {
    always: true,
    alternative: (choice & 1) !== 0,
    branch: (choice & 2) !== 0,
    test: (choice & 4) !== 0,
    inside: false,
  };
  return indexRows(partRows.filter(({ applies }) => chosen[applies]));
});

function listRows({ branches, tests }: InPlaceChoice, hasAlternatives: boolean): PartRows {
  const choice = Number(hasAlternatives) + 2 * Number(!!branches) + 4 * Number(!!tests);
  return rowsOfChoices[choice] ?? indexRows([]);
}

/** The end of a chain of references. */
interface ReferenceEnd {
  /** The last schema of the chain. In a circle: the schema to which the chain returns. */
  readonly schema: Schema;
  /** The schemas before it, the first one first. In a circle, they include every schema of the circle. */
  readonly passed: readonly KeywordSchema[];
  /** Whether the chain leads back to a schema that it has passed. */
  readonly isCircle: boolean;
}

/**
 * Follows `$ref` from schema to schema to the end of the chain. Takes linear time. `next` can choose another path: it
 * returns the next schema, or `undefined` at the end of the chain.
 */
export function followReference(
  start: Schema,
  next: (schema: KeywordSchema) => Schema | undefined = ({ ref }) => ref,
): ReferenceEnd {
  const passed = new Set<KeywordSchema>();
  let schema = start;
  while (schema.kind === 'keywords') {
    if (passed.has(schema)) return { schema, passed: [...passed], isCircle: true };
    const target = next(schema);
    if (!target) break;
    passed.add(schema);
    schema = target;
  }
  return { schema, passed: [...passed], isCircle: false };
}
