import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { partRows } from '../../model/schema-keywords.js';
import { listAppliedSubschemas, type Subschema } from '../../model/walk-schemas.js';
import type { BuildContext, Draft } from '../context.js';
import { hasMoreThan, mergeTarget } from './schema-parts.js';

type SchemaDraft = Draft<KeywordSchema>;

// Cutting a cycle produces new cycles only in descriptions that are written to do this. After this many passes, every
// remaining cycle is cut as a cycle without a reading.
const mostPasses = 20;

/**
 * Cuts the cycles in which a schema applies itself to the same value, so that the model has none. JSON Schema leaves
 * their meaning open (core, 9.4.1), so each cycle gets a reading. A schema that extends (`allOf`) another one and is
 * also one of its alternatives inherits everything except the alternatives. Any other alternative or keyword that leads
 * back adds nothing. A schema without other keywords has no reading. Returns the schemas, each after those that it
 * applies.
 */
export function removeCycles(context: BuildContext, schemas: readonly Schema[]): readonly Schema[] {
  for (let pass = 1; ; pass++) {
    const { order, cycles } = findCycles(schemas);
    if (cycles.length === 0) return order;
    for (const cycle of cycles) {
      // An earlier cut may have cut this cycle too.
      if (!cycle.every(({ schema, edge }) => listOf(schema, edge).includes(edge.schema))) continue;
      removeCycle(context, cycle, pass > mostPasses);
    }
  }
}

function removeCycle(context: BuildContext, cycle: readonly Step[], isPlain: boolean): void {
  const last = cycle.at(-1);
  if (!last) return;
  // If a cycle is too long to be listed, only its last step is known.
  const isWhole = last.edge.schema === cycle[0]?.schema;
  if (isWhole && !cycle.some(hasOtherKeywords)) {
    context.report('endless-schema', locateStep(last), {});
    removeEdge(last);
    return;
  }
  if (isPlain || !isWhole || !cycle.some(isAlternative)) {
    context.report('schema-leads-back', locateStep(last), { variant: 'nothing' });
    removeEdge(last);
    return;
  }
  const extension = findExtension(cycle);
  if (extension) {
    const { step, target } = extension;
    context.report('schema-leads-back', locateStep(step), { variant: 'extension' });
    mergeTarget(step.schema, target);
    return;
  }
  const alternative = cycle.findLast(isAlternative) ?? last;
  context.report('schema-leads-back', locateStep(alternative), { variant: 'alternative' });
  removeEdge(alternative);
}

function isAlternative({ edge }: Step): boolean {
  return edge.keyword === 'anyOf' || edge.keyword === 'oneOf';
}

// A list of one schema has the same effect as that schema.
function hasOtherKeywords({ schema, edge }: Step): boolean {
  return listOf(schema, edge).length > 1 || hasMoreThan(schema, edge.keyword);
}

function isPlainReference({ schema, edge }: Step): boolean {
  return edge.keyword === '$ref' && !hasMoreThan(schema, '$ref');
}

/** Finds the reference under `allOf` to a schema whose alternatives lead back. */
function findExtension(cycle: readonly Step[]): { step: Step; target: KeywordSchema } | undefined {
  const at = (index: number): Step | undefined => cycle[index % cycle.length];
  for (let index = 0; index < cycle.length; index++) {
    const step = at(index + 1);
    if (at(index)?.edge.keyword !== 'allOf' || !step || !isPlainReference(step)) continue;
    let next = index + 2;
    while (next < index + cycle.length && isReferenceAt(at(next))) next++;
    const target = at(next);
    if (target && isAlternative(target)) return { step, target: target.schema };
  }
  return undefined;
}

function isReferenceAt(step: Step | undefined): boolean {
  return step !== undefined && isPlainReference(step);
}

function locateStep({ schema, edge }: Step): ReturnType<typeof buildChildOrigin> {
  return buildChildOrigin(schema.origin, edge.keyword, ...(edge.key === undefined ? [] : [edge.key]));
}

function listOf(schema: KeywordSchema, { keyword }: Subschema): readonly Schema[] {
  return listAppliedSubschemas(schema).flatMap((part) => (part.keyword === keyword ? [part.schema] : []));
}

function removeEdge({ schema, edge }: Step): void {
  const draft: SchemaDraft = schema;
  const row = partRows.find(({ keyword }) => keyword === edge.keyword);
  if (row?.holds === 'schema[]') {
    const rest = schema[row.member]?.filter((one) => one !== edge.schema) ?? [];
    if (rest.length > 0) draft[row.member] = rest;
    else delete draft[row.member];
  } else if (row?.holds === 'schema{}') {
    draft[row.member] = schema[row.member]?.filter((part) => part.schema !== edge.schema) ?? [];
  } else if (row) {
    delete draft[row.member];
  }
}

/** A step of a cycle: a schema, and the keyword that applies the next schema to the same value. */
interface Step {
  readonly schema: KeywordSchema;
  readonly edge: Subschema;
}

/** The result of a walk along the keywords that apply schemas to the same value. */
interface Walk {
  /** Some of the cycles, at least one if there are any. The last step of each leads back to the first. */
  readonly cycles: readonly (readonly Step[])[];
  /** The schemas, each after those that it applies, unless they form a cycle. */
  readonly order: readonly Schema[];
}

interface Frame {
  readonly schema: Schema;
  readonly edges: readonly Subschema[];
  next: number;
}

// Long cycles that share their steps take quadratic time to list. Beyond this limit, only the last step of a cycle is
// listed.
const mostSteps = 1_000_000;

/** Walks all schemas depth-first, without recursion. `schemas` contains each schema to which they lead. */
function findCycles(schemas: readonly Schema[]): Walk {
  const { order, waiting } = findStarts(schemas);
  const cycles: Step[][] = [];
  const open = new Map<Schema, number>();
  const frames: Frame[] = [];
  let steps = 0;
  const enter = (schema: Schema): void => {
    const frame = waiting.get(schema);
    if (!frame) return;
    waiting.delete(schema);
    open.set(schema, frames.length);
    frames.push(frame);
  };
  for (const start of waiting.keys()) {
    enter(start);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const edge = frame.edges[frame.next++];
      if (!edge) {
        frames.pop();
        open.delete(frame.schema);
        order.push(frame.schema);
        continue;
      }
      const back = open.get(edge.schema);
      if (back === undefined) {
        enter(edge.schema);
        continue;
      }
      const from = steps > mostSteps ? frames.length - 1 : back;
      steps += frames.length - from;
      cycles.push(listSteps(frames.slice(from)));
    }
  }
  return { cycles, order };
}

// Most schemas apply no others. They come first, so the walk need not remember them. The others wait for it.
function findStarts(schemas: readonly Schema[]): { order: Schema[]; waiting: Map<Schema, Frame> } {
  const order: Schema[] = [];
  const waiting = new Map<Schema, Frame>();
  for (const schema of schemas) {
    const edges = listAppliedSubschemas(schema);
    if (edges.length === 0) order.push(schema);
    else waiting.set(schema, { schema, edges, next: 0 });
  }
  return { order, waiting };
}

function listSteps(frames: readonly Frame[]): Step[] {
  return frames.flatMap(({ schema, edges, next }) => {
    const edge = edges[next - 1];
    return schema.kind === 'keywords' && edge ? [{ schema, edge }] : [];
  });
}
