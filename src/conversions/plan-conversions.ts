import { collectParts, findDecided, listApplied, type Position, skipReferences } from '../model/positions.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { withHolders } from '../model/walk-schemas.js';
import type { ConversionPlan, ConvertedFormat } from './conversions.js';

/** A plan to which parts can still be added. */
interface OpenPlan extends ConversionPlan {
  readonly formats: Set<ConvertedFormat>;
  readonly properties: Map<string, ConversionPlan | undefined>;
  readonly patterns: Map<string, ConversionPlan | undefined>;
  others?: ConversionPlan;
  readonly first: (ConversionPlan | undefined)[];
  items?: ConversionPlan;
  by?: string;
  readonly cases: Map<string, ConversionPlan | undefined>;
}

const mostSchemas = 64;

/** Plans how values are converted. Plans each position once. */
export class ConversionPlanner {
  readonly #formats: ReadonlyMap<Schema, ConvertedFormat>;
  readonly #ids = new Map<Schema, number>();
  readonly #plans = new Map<string, OpenPlan | undefined>();
  /** The plans by which something is converted. */
  readonly #converting = new Set<ConversionPlan>();

  constructor(formats: ReadonlyMap<Schema, ConvertedFormat>) {
    this.#formats = formats;
  }

  /** Lists each position of the schemas and of all parts of their values once. */
  listPositions(schemas: Iterable<Schema>): Iterable<Position> {
    const found = new Map([...schemas].map(buildRootPosition).map((position) => [this.#keyOf(position), position]));
    for (const position of found.values())
      for (const part of this.#listParts(position))
        if (!found.has(this.#keyOf(part))) found.set(this.#keyOf(part), part);
    return found.values();
  }

  #listParts(position: Position): Position[] {
    const decided = findDecided(position);
    if (decided) return [...this.#listCases(position, decided).values()];
    const { properties, patterns, others, first, items } = collectParts(listApplied(position));
    return [...properties.values(), ...patterns.values(), others, ...first, items].map(buildPosition);
  }

  #listCases(position: Position, decided: KeywordSchema): Map<string | undefined, Position> {
    const { mapping = [], defaultMapping } = decided.discriminator ?? {};
    const chosen = new Set([...position.chosen, decided]);
    const choose = (member: Schema | undefined): Position => {
      const { schemas } = buildPosition([...position.schemas, ...(member ? [member] : [])]);
      return { schemas, chosen };
    };
    const cases = new Map<string | undefined, Position>([[undefined, choose(defaultMapping)]]);
    for (const { value, schema } of mapping) cases.set(value, choose(schema));
    return cases;
  }

  /** Returns the plan of the values of a schema, or `undefined` if nothing in them is converted. */
  planOf(schema: Schema): ConversionPlan | undefined {
    return this.#planPosition(buildRootPosition(schema));
  }

  #planPosition(position: Position): ConversionPlan | undefined {
    const key = this.#keyOf(position);
    if (this.#plans.has(key)) return this.#plans.get(key);
    const open: [Position, OpenPlan][] = [];
    const all = new Map<string, OpenPlan>();
    const ask = (part: Position): OpenPlan | undefined => {
      const partKey = this.#keyOf(part);
      if (this.#plans.has(partKey)) return this.#plans.get(partKey);
      const known = all.get(partKey);
      if (known) return known;
      const plan = startPlan(part);
      all.set(partKey, plan);
      open.push([part, plan]);
      return plan;
    };
    ask(position);
    for (let next = open.pop(); next; next = open.pop()) this.#fill(...next, ask);
    this.#keepConverting([...all.values()]);
    for (const [partKey, plan] of all) this.#plans.set(partKey, this.#converting.has(plan) ? plan : undefined);
    return this.#plans.get(key);
  }

  #fill(position: Position, plan: OpenPlan, ask: (part: Position) => OpenPlan | undefined): void {
    const decided = findDecided(position);
    if (decided) {
      plan.by = decided.discriminator?.propertyName ?? '';
      for (const [value, part] of this.#listCases(position, decided)) {
        const found = ask(part);
        if (value !== undefined) plan.cases.set(value, found);
        else if (found) plan.others = found;
      }
      return;
    }
    const applied = listApplied(position);
    for (const schema of applied) {
      const format = this.#formats.get(schema);
      if (format) plan.formats.add(format);
    }
    const parts = collectParts(applied);
    const find = (schemas: readonly Schema[]): OpenPlan | undefined =>
      schemas.length === 0 ? undefined : ask(buildPosition(schemas));
    for (const [name, schemas] of parts.properties) plan.properties.set(name, find(schemas));
    for (const [pattern, schemas] of parts.patterns) plan.patterns.set(pattern, find(schemas));
    plan.first.push(...parts.first.map(find));
    const [others, items] = [find(parts.others), find(parts.items)];
    if (others) plan.others = others;
    if (items) plan.items = items;
  }

  #keepConverting(all: readonly OpenPlan[]): void {
    const converts = (plan: OpenPlan): boolean =>
      plan.formats.size > 0 || listParts(plan).some((part) => this.#converting.has(part));
    for (const plan of withHolders<ConversionPlan>(all.filter(converts), all, listParts)) this.#converting.add(plan);
    for (const plan of all) removeOthers(plan, this.#converting);
  }

  #keyOf({ schemas, chosen }: Position): string {
    const ids = (list: Iterable<Schema>): string =>
      [...list]
        .map((schema) => this.#idOf(schema))
        .sort()
        .join();
    return `${ids(schemas)} ${ids(chosen)}`;
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

function buildRootPosition(schema: Schema): Position {
  return { schemas: [skipReferences(schema)], chosen: new Set() };
}

function buildPosition(schemas: readonly Schema[]): Position {
  return { schemas: [...new Set(schemas.map(skipReferences))].slice(0, mostSchemas), chosen: new Set() };
}

function startPlan({ schemas }: Position): OpenPlan {
  const [only] = schemas;
  return {
    ...(only && schemas.length === 1 && { schema: only }),
    formats: new Set(),
    properties: new Map(),
    patterns: new Map(),
    first: [],
    cases: new Map(),
  };
}

/** Lists the plans of the parts of a plan. A plan that appears several times is listed several times. */
export function listParts(plan: ConversionPlan): ConversionPlan[] {
  const { properties, patterns, others, first, items, cases } = plan;
  const all = [...properties.values(), ...patterns.values(), others, ...first, items, ...cases.values()];
  return all.filter((part) => part !== undefined);
}

// Removes parts in which nothing is converted.
function removeOthers(plan: OpenPlan, kept: ReadonlySet<ConversionPlan>): void {
  const keep = (part: ConversionPlan | undefined): ConversionPlan | undefined =>
    part && kept.has(part) ? part : undefined;
  for (const map of [plan.properties, plan.patterns, plan.cases])
    for (const [key, part] of map) map.set(key, keep(part));
  plan.first.forEach((part, index) => {
    plan.first[index] = keep(part);
  });
  if (!keep(plan.others)) delete plan.others;
  if (!keep(plan.items)) delete plan.items;
}
