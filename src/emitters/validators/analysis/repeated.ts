import { buildChildOrigin } from '../../../diagnostics/origin.js';
import { matchesPattern } from '../../../model/compile-pattern.js';
import { Described } from '../../../model/in-place.js';
import type { Schema } from '../../../model/schema.js';
import { hasParts, listAppliedSubschemas } from '../../../model/walk-schemas.js';
import { findChoice, isAcceptingAll } from './kinds.js';

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
  if (schema.kind !== 'keywords' || !hasParts(schema)) return [];
  const { properties = [], patternProperties = [], prefixItems = [] } = schema;
  const names = new Set(properties.map(({ name }) => name));
  const patterns = patternProperties.map(({ pattern, schema: part }) => ({
    matches: (key: string | number) =>
      matchesPattern(pattern, String(key), buildChildOrigin(schema.origin, 'patternProperties', pattern)),
    part,
  }));
  const isOther = (key: string | number): boolean =>
    !names.has(String(key)) && !patterns.some(({ matches }) => matches(key));
  const isAny = (): boolean => true;
  const step = (to: Step['to'], part: Schema | undefined, leadsTo: Step['leadsTo'] = isAny): Step[] =>
    part ? [{ to, leadsTo, schema: part }] : [];
  const steps = [
    ...properties.map(({ name, schema: part }): Step => ({ to: 'fields', key: name, schema: part })),
    ...patterns.flatMap(({ matches, part }) => step('fields', part, matches)),
    ...step('fields', schema.additionalProperties, isOther),
    ...step('fields', schema.unevaluatedProperties),
    ...step('names', schema.propertyNames),
    ...prefixItems.map((part, key): Step => ({ to: 'items', key, schema: part })),
    ...step('items', schema.items, (key) => Number(key) >= prefixItems.length),
    ...step('items', schema.contains),
    ...step('items', schema.unevaluatedItems),
  ];
  return steps.filter(({ schema: part }) => !isAcceptingAll(part));
}

/** Lists the schemas that a guard checks against the same value because of the schema's own keywords. */
export function listBranches(schema: Schema): Branch[] {
  if (schema.kind !== 'keywords' || !hasParts(schema)) return [];
  const { propertyName, inheritance } = schema.discriminator ?? {};
  if (inheritance) {
    // A value of a parent schema is checked against the child that it names.
    const { base, children } = inheritance;
    const isRequired = new Described([schema]).required.has(propertyName ?? '');
    const isBaseChecked = children.some(({ isExtending }) => !isExtending);
    return [
      ...children.map(({ schema: child, values }) => ({
        schema: child,
        ...(values && isRequired && { group: 'children' }),
      })),
      ...(isBaseChecked ? [{ schema: base }] : []),
    ];
  }
  const findGroup = (keyword: string): string | undefined => {
    if (keyword === 'then' || keyword === 'else') return 'if';
    const members = keyword === 'anyOf' ? schema.anyOf : keyword === 'oneOf' ? schema.oneOf : undefined;
    return members && findChoice(members, propertyName) ? keyword : undefined;
  };
  const groups = new Map<string, string | undefined>();
  return listAppliedSubschemas(schema).flatMap(({ keyword, schema: part }): Branch[] => {
    if (isAcceptingAll(part)) return [];
    if (!groups.has(keyword)) groups.set(keyword, findGroup(keyword));
    const group = groups.get(keyword);
    return [{ schema: part, ...(group !== undefined && { group }) }];
  });
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
  /** Returns the schema whose functions check a schema. */
  readonly targetOf: (schema: Schema) => Schema;
  /** Returns whether a value can be checked against a schema again inside itself. */
  readonly isRecursive: (schema: Schema) => boolean;
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

/**
 * Finds the schemas whose guards must cache their results. A guard can check the same value against the same schema
 * twice, for example in a union whose members have a property in common. If the schema is recursive, or itself repeats
 * a check, the number of checks multiplies with each level of the value or of the schema.
 */
export function findRepeated(schemas: Iterable<Schema>, { targetOf, isRecursive }: RepeatedInput): ReadonlySet<Schema> {
  let work = 0;
  const stepsOf = remember((schema) =>
    listSteps(schema).map((step): Step => ({ ...step, schema: targetOf(step.schema) })),
  );
  const branchesOf = remember((schema) =>
    listBranches(schema).map((branch): Branch => ({ ...branch, schema: targetOf(branch.schema) })),
  );
  // Returns whether the check of a schema looks at more than the value itself.
  const isHeavy = (schema: Schema): boolean => stepsOf(schema).length > 0 || branchesOf(schema).length > 0;
  // Returns the schema and all other schemas that apply to the same value.
  const appliedTo = remember((schema): ReadonlySet<Schema> => {
    const applied = new Set([schema]);
    for (const part of applied) for (const branch of branchesOf(part)) applied.add(branch.schema);
    work += applied.size;
    return applied;
  });

  const forks = new Map<Schema, Node>();
  const pairs = new Map<Schema, Map<Schema, Node>>();
  const waiting: { readonly pair: readonly [Schema, Schema]; readonly node: Node }[] = [];
  const repeated = new Set<Schema>();

  const addRepeated = (schema: Schema, node: Node): void => {
    if (!isHeavy(schema)) return;
    repeated.add(schema);
    node.checksTwice = true;
  };
  const addPair = (one: Schema, other: Schema, holder: Node): void => {
    const known = pairs.get(one)?.get(other) ?? pairs.get(other)?.get(one);
    if (known) {
      known.holders.push(holder);
      return;
    }
    const node: Node = { holders: [holder], checksTwice: false };
    pairs.set(one, (pairs.get(one) ?? new Map()).set(other, node));
    waiting.push({ pair: [one, other], node });
  };
  // Finds the checks that two alternatives share, and the parts of the value that both check.
  const compare = (alternatives: readonly Alternative[], node: Node): void => {
    const first = new Map<Schema, Alternative>();
    const steps: AlternativeStep[] = [];
    for (const alternative of alternatives) {
      if (alternative.step) steps.push({ alternative, ...alternative.step });
      for (const schema of alternative.schemas) {
        work++;
        const other = first.get(schema);
        if (!other) first.set(schema, alternative);
        else if (!isExclusive(other, alternative)) addRepeated(schema, node);
        for (const step of stepsOf(schema)) if (isHeavy(step.schema)) steps.push({ alternative, ...step });
      }
    }
    work += steps.length;
    for (const group of listStepsToSamePart(steps))
      for (const [index, one] of group.entries())
        for (const other of group.slice(index + 1)) {
          if (work++ > mostWork) return;
          if (one.alternative === other.alternative || isExclusive(one.alternative, other.alternative)) continue;
          if (!canMeet(one, other)) continue;
          if (one.schema === other.schema) addRepeated(one.schema, node);
          else addPair(one.schema, other.schema, node);
        }
  };

  const all = new Set(schemas);
  for (const schema of all) {
    const branches = branchesOf(schema);
    const again = branches.length > 0 ? listEvaluatedAgain(schema, appliedTo(schema)).map(targetOf) : [];
    const steps = stepsOf(schema).filter((step) => isHeavy(step.schema));
    if (branches.length + again.length + steps.length < 2) continue;
    const node: Node = { holders: [], checksTwice: false };
    forks.set(schema, node);
    const alternatives: Alternative[] = [
      ...steps.map((step) => ({ schemas: [], step })),
      ...branches.map((branch) => ({ schemas: appliedTo(branch.schema), group: branch.group })),
      ...again.map((part) => ({ schemas: appliedTo(part) })),
    ];
    compare(alternatives, node);
  }
  for (let next = waiting.pop(); next && work < mostWork; next = waiting.pop())
    compare(
      next.pair.map((schema) => ({ schemas: appliedTo(schema) })),
      next.node,
    );
  // Without the search, every schema that could repeat a check counts.
  if (work >= mostWork) return new Set([...all].filter((each) => isRecursive(each) || branchesOf(each).length > 1));

  // A node that leads to a node with a repeated check also has a repeated check.
  const nodes = [...forks.values(), ...[...pairs.values()].flatMap((row) => [...row.values()])];
  const asking = new Set(nodes.filter((node) => node.checksTwice));
  for (const node of asking) {
    node.checksTwice = true;
    for (const holder of node.holders) asking.add(holder);
  }
  // There is no need to search below a node that is checked once.
  const selected = new Set<Schema>();
  for (const schema of repeated) {
    if (!isHeavy(schema)) continue;
    if (forks.get(schema)?.checksTwice || isRecursive(schema)) selected.add(schema);
    else for (const part of [...branchesOf(schema), ...stepsOf(schema)]) repeated.add(part.schema);
  }
  return selected;
}

function remember<Answer>(find: (schema: Schema) => Answer): (schema: Schema) => Answer {
  const known = new Map<Schema, Answer>();
  return (schema) => {
    const answer = known.get(schema) ?? find(schema);
    known.set(schema, answer);
    return answer;
  };
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
    const same = byKey.get(key);
    if (same) same.push(step);
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
