import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listAppliedSubschemas, type Subschema } from '../../model/walk-schemas.js';

/** A step of a cycle: a schema, and the keyword that applies the next schema to the same value. */
export interface Step {
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
export function findCycles(schemas: readonly Schema[]): Walk {
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
