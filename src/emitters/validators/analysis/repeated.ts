import { buildChildOrigin } from '../../../diagnostics/origin.js';
import { matchesPattern } from '../../../model/compile-pattern.js';
import { listObjectParts } from '../../../model/find-dispatch.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { hasParts, listAppliedSubschemas, type Subschema } from '../../../model/walk-schemas.js';
import type { CheckedParts } from './facts.js';
import { type Acceptance, isAcceptingAll } from './kinds.js';

/** A step from a value to one of its parts, and the schema that a guard checks there. */
interface Step {
  /** The name of a field or the index of an item; absent for a step to several parts. */
  readonly key?: string | number;
  /** Returns whether the step leads to a part; absent for a step with a key. */
  readonly leadsTo?: (key: string | number) => boolean;
  readonly to: 'fields' | 'names' | 'items';
  readonly schema: Schema;
}

/** A schema that a guard checks against the same value. */
interface Branch {
  readonly schema: Schema;
  /** The group of the branch. A guard checks at most one branch of a group. */
  readonly group?: string;
}

/** Lists the steps of the schema's own keywords. */
export function listSteps(schema: Schema): Step[] {
  return schema.kind === 'keywords' && hasParts(schema)
    ? [...listFieldSteps(schema), ...listItemSteps(schema)].filter((step) => !isAcceptingAll(step.schema))
    : [];
}

/** Returns whether a schema can have several steps and branches. Only a parent has more of them than parts. */
export function canFork(schema: Schema, parts: readonly Subschema[]): boolean {
  return parts.length > 1 || (schema.kind === 'keywords' && schema.discriminator !== undefined);
}

/** Returns whether a schema has steps without a key that lead to schemas with parts. */
export function hasOpenSteps(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const { patternProperties = [], additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const { items, contains, unevaluatedItems } = schema;
  const single = [additionalProperties, unevaluatedProperties, propertyNames, items, contains, unevaluatedItems];
  return single.some((part) => part && hasParts(part)) || patternProperties.some((part) => hasParts(part.schema));
}

function listFieldSteps(schema: KeywordSchema): Step[] {
  const { properties = [], patternProperties = [], additionalProperties, unevaluatedProperties } = schema;
  const names = new Set(properties.map(({ name }) => name));
  const patterns = patternProperties.map(({ pattern, schema: part }) => ({
    matches: (key: string | number) =>
      matchesPattern(pattern, String(key), buildChildOrigin(schema.origin, 'patternProperties', pattern)),
    part,
  }));
  const isListed = (key: string | number): boolean =>
    names.has(String(key)) || patterns.some(({ matches }) => matches(key));
  const toField = (part: Schema | undefined, leadsTo: (key: string | number) => boolean): Step[] =>
    part ? [{ to: 'fields', leadsTo, schema: part }] : [];
  return [
    ...properties.map(({ name, schema: part }): Step => ({ to: 'fields', key: name, schema: part })),
    ...patterns.flatMap(({ matches, part }) => toField(part, matches)),
    ...toField(additionalProperties, (key) => !isListed(key)),
    ...toField(unevaluatedProperties, () => true),
    ...(schema.propertyNames ? [{ to: 'names', leadsTo: () => true, schema: schema.propertyNames } as const] : []),
  ];
}

function listItemSteps({ prefixItems = [], items, contains, unevaluatedItems }: KeywordSchema): Step[] {
  const toItems = (part: Schema | undefined, from: number): Step[] =>
    part ? [{ to: 'items', leadsTo: (key) => Number(key) >= from, schema: part }] : [];
  return [
    ...prefixItems.map((part, key): Step => ({ to: 'items', key, schema: part })),
    ...toItems(items, prefixItems.length),
    ...toItems(contains, 0),
    ...toItems(unevaluatedItems, 0),
  ];
}

/** Lists the schemas that a guard checks against the same value because of the schema's own keywords. */
export function listBranches(schema: Schema, acceptance: Acceptance): Branch[] {
  if (schema.kind !== 'keywords' || !hasParts(schema)) return [];
  const { inheritance } = schema.discriminator ?? {};
  if (inheritance) return listChildren(schema, inheritance);
  const applied = listAppliedSubschemas(schema);
  if (applied.length === 0) return [];
  const group = (members: readonly Schema[] | undefined, keyword: string): string | undefined =>
    members && acceptance.findChoice(members, schema.discriminator?.propertyName) ? keyword : undefined;
  const groups: { readonly [keyword: string]: string | undefined } = {
    anyOf: group(schema.anyOf, 'anyOf'),
    oneOf: group(schema.oneOf, 'oneOf'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: 'if',
    else: 'if',
  };
  return applied
    .filter(({ schema: part }) => !isAcceptingAll(part))
    .map(({ keyword, schema: part }): Branch => {
      const exclusive = groups[keyword];
      return exclusive === undefined ? { schema: part } : { schema: part, group: exclusive };
    });
}

// A value of a parent schema is checked against the child that it names.
function listChildren(
  schema: KeywordSchema,
  { base, children }: NonNullable<NonNullable<KeywordSchema['discriminator']>['inheritance']>,
): Branch[] {
  const property = schema.discriminator?.propertyName;
  const isRequired = listObjectParts(schema).some(({ required = [] }) => required.some((name) => name === property));
  return [
    ...children.map(
      (child): Branch =>
        child.values && isRequired ? { schema: child.schema, group: 'children' } : { schema: child.schema },
    ),
    ...(children.every(({ isExtending }) => isExtending) ? [] : [{ schema: base }]),
  ];
}

/**
 * Lists the schemas that a guard checks again for the same value to find the properties and items that they evaluate
 * (core, 11).
 */
export function listEvaluatedAgain(schema: Schema, applied: Iterable<Schema>): Schema[] {
  if (schema.kind !== 'keywords' || !(schema.unevaluatedProperties || schema.unevaluatedItems)) return [];
  return [...applied].flatMap((part) =>
    part.kind === 'keywords'
      ? [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.if ? [part.if, part.if] : [])]
      : [],
  );
}

/** The input of the search for repeated checks. */
interface RepeatedInput {
  readonly checked: CheckedParts;
  readonly acceptance: Acceptance;
  /** Returns the schema whose functions check a schema. */
  readonly targetOf: (schema: Schema) => Schema;
  /** Returns whether a value can be checked against a schema again inside itself. */
  readonly isRecursive: (schema: Schema) => boolean;
}

/**
 * Finds the schemas whose guards must cache their results. A guard can check the same value against the same schema
 * twice, for example in a union whose members have a property in common. If the schema is recursive, or itself repeats
 * a check, the number of checks multiplies with each level of the value or of the schema.
 */
export function findRepeated(schemas: Iterable<Schema>, input: RepeatedInput): ReadonlySet<Schema> {
  return new Search(input).run(schemas);
}

/** An alternative: a set of schemas against which a guard checks a value. */
interface Alternative {
  readonly schemas: Iterable<Schema>;
  /** A step of a schema to another one with parts. Every other such step of the same schema is another alternative. */
  readonly step?: Step;
  readonly group?: string | undefined;
}

interface AlternativeStep extends Step {
  readonly alternative: Alternative;
}

/** A schema, or two different schemas that are checked against the same value. */
interface Node {
  /** The nodes that can repeat a check if this node does. */
  readonly holders: Node[];
  checksTwice: boolean;
}

// A hostile description can contain very many pairs.
const mostWork = 1_000_000;

class Search {
  readonly #input: RepeatedInput;
  readonly #forks = new Map<Schema, Node>();
  readonly #pairs = new Map<Schema, Map<Schema, Node>>();
  readonly #waiting: { readonly pair: readonly [Schema, Schema]; readonly node: Node }[] = [];
  readonly #repeated = new Set<Schema>();
  readonly #steps = new Map<Schema, readonly Step[]>();
  readonly #branches = new Map<Schema, readonly Branch[]>();
  readonly #applied = new Map<Schema, ReadonlySet<Schema>>();
  #work = 0;

  constructor(input: RepeatedInput) {
    this.#input = input;
  }

  run(schemas: Iterable<Schema>): ReadonlySet<Schema> {
    // A schema without parts has no steps and no branches. Most schemas have none.
    const all = new Set<Schema>();
    for (const schema of schemas) if (hasParts(schema)) all.add(schema);
    for (const schema of all) this.#addFork(schema);
    for (let next = this.#waiting.pop(); next && this.#work < mostWork; next = this.#waiting.pop()) {
      const alternatives = next.pair.map((schema): Alternative => ({ schemas: this.#appliedTo(schema) }));
      this.#compare(alternatives, next.node);
    }
    if (this.#work >= mostWork) return this.#withoutSearch(all);
    this.#spread();
    return this.#select();
  }

  #addFork(schema: Schema): void {
    if (!canFork(schema, this.#input.checked.of(schema))) return;
    const branches = this.#branchesOf(schema);
    // Steps with different keys lead to different parts. Most schemas have no others.
    if (branches.length === 0 && !hasOpenSteps(schema)) return;
    const applied = this.#appliedTo(schema);
    const again = listEvaluatedAgain(schema, applied).map((part) => this.#input.targetOf(part));
    const steps = this.#stepsOf(schema).filter((step) => this.#isHeavy(step.schema));
    if (branches.length + again.length + steps.length < 2) return;
    const node: Node = { holders: [], checksTwice: false };
    this.#forks.set(schema, node);
    this.#compare(
      [
        ...steps.map((step): Alternative => ({ schemas: [], step })),
        ...branches.map((branch): Alternative => ({ schemas: this.#appliedTo(branch.schema), group: branch.group })),
        ...again.map((part): Alternative => ({ schemas: this.#appliedTo(part) })),
      ],
      node,
    );
  }

  // Finds the checks that two alternatives share, and the parts of the value that both check.
  #compare(alternatives: readonly Alternative[], node: Node): void {
    const first = new Map<Schema, Alternative>();
    const steps: AlternativeStep[] = [];
    for (const alternative of alternatives) {
      if (alternative.step) steps.push({ alternative, ...alternative.step });
      for (const schema of alternative.schemas) {
        this.#work++;
        const other = first.get(schema);
        if (!other) first.set(schema, alternative);
        else if (!isExclusive(other, alternative)) this.#addRepeated(schema, node);
        for (const step of this.#stepsOf(schema)) if (this.#isHeavy(step.schema)) steps.push({ alternative, ...step });
      }
    }
    this.#work += steps.length;
    for (const group of listStepsToSamePart(steps)) this.#compareSteps(group, node);
  }

  #compareSteps(steps: readonly AlternativeStep[], node: Node): void {
    for (const [index, one] of steps.entries())
      for (const other of steps.slice(index + 1)) {
        if (this.#work++ > mostWork) return;
        if (
          one.alternative === other.alternative ||
          isExclusive(one.alternative, other.alternative) ||
          !canMeet(one, other)
        )
          continue;
        if (one.schema === other.schema) this.#addRepeated(one.schema, node);
        else this.#addPair(one.schema, other.schema, node);
      }
  }

  #addPair(one: Schema, other: Schema, holder: Node): void {
    const known = this.#pairs.get(one)?.get(other) ?? this.#pairs.get(other)?.get(one);
    if (known) {
      known.holders.push(holder);
      return;
    }
    const node: Node = { holders: [holder], checksTwice: false };
    const pairs = this.#pairs.get(one) ?? new Map<Schema, Node>();
    this.#pairs.set(one, pairs.set(other, node));
    this.#waiting.push({ pair: [one, other], node });
  }

  #addRepeated(schema: Schema, node: Node): void {
    if (!this.#isHeavy(schema)) return;
    this.#repeated.add(schema);
    node.checksTwice = true;
  }

  // A node that leads to a node with a repeated check also has a repeated check.
  #spread(): void {
    const nodes = [...this.#forks.values(), ...[...this.#pairs.values()].flatMap((pairs) => [...pairs.values()])];
    const asking = new Set(nodes.filter((node) => node.checksTwice));
    for (const node of asking) {
      node.checksTwice = true;
      for (const holder of node.holders) asking.add(holder);
    }
  }

  // There is no need to search below a node that is checked once.
  #select(): ReadonlySet<Schema> {
    const selected = new Set<Schema>();
    for (const schema of this.#repeated) {
      if (!this.#isHeavy(schema)) continue;
      if (this.#forks.get(schema)?.checksTwice || this.#input.isRecursive(schema)) selected.add(schema);
      else for (const part of this.#partsOf(schema)) this.#repeated.add(part);
    }
    return selected;
  }

  #withoutSearch(schemas: Iterable<Schema>): ReadonlySet<Schema> {
    return new Set(
      [...schemas].filter((schema) => this.#input.isRecursive(schema) || this.#branchesOf(schema).length > 1),
    );
  }

  #stepsOf(schema: Schema): readonly Step[] {
    if (!hasParts(schema)) return [];
    const known = this.#steps.get(schema);
    if (known) return known;
    const steps = listSteps(schema).map((step) => ({ ...step, schema: this.#input.targetOf(step.schema) }));
    this.#steps.set(schema, steps);
    return steps;
  }

  #branchesOf(schema: Schema): readonly Branch[] {
    if (!hasParts(schema)) return [];
    const known = this.#branches.get(schema);
    if (known) return known;
    const branches = listBranches(schema, this.#input.acceptance).map((branch) => ({
      ...branch,
      schema: this.#input.targetOf(branch.schema),
    }));
    this.#branches.set(schema, branches);
    return branches;
  }

  #partsOf(schema: Schema): Schema[] {
    return [...this.#branchesOf(schema), ...this.#stepsOf(schema)].map((part) => part.schema);
  }

  // Returns whether the check of a schema looks at more than the value itself.
  #isHeavy(schema: Schema): boolean {
    return this.#stepsOf(schema).length > 0 || this.#branchesOf(schema).length > 0;
  }

  // Returns the schema and all other schemas that apply to the same value.
  #appliedTo(schema: Schema): ReadonlySet<Schema> {
    const known = this.#applied.get(schema);
    if (known) return known;
    const applied = new Set([schema]);
    for (const part of applied) for (const branch of this.#branchesOf(part)) applied.add(branch.schema);
    this.#work += applied.size;
    this.#applied.set(schema, applied);
    return applied;
  }
}

function isExclusive(one: Alternative, other: Alternative): boolean {
  return one.group !== undefined && one.group === other.group;
}

// Groups the steps that may lead to the same part: a group has the steps with one key, and every step without a key.
function listStepsToSamePart(steps: readonly AlternativeStep[]): AlternativeStep[][] {
  const byKey = new Map<string, AlternativeStep[]>();
  const open = steps.filter((step) => step.key === undefined);
  for (const step of steps) {
    if (step.key === undefined) continue;
    const key = `${step.to} ${step.key}`;
    const known = byKey.get(key);
    if (known) known.push(step);
    else byKey.set(key, [step]);
  }
  return [open, ...[...byKey.values()].map((group) => [...group, ...open])];
}

function canMeet(one: Step, other: Step): boolean {
  if (one.to !== other.to) return false;
  if (one.key !== undefined) return isStepTo(other, one.key);
  return other.key === undefined || isStepTo(one, other.key);
}

function isStepTo(step: Step, key: string | number): boolean {
  return step.key === key || step.leadsTo?.(key) === true;
}
