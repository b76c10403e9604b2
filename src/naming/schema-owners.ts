import { isSameOrigin, type Origin } from '../diagnostics/origin.js';
import type { Operation } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import type { SchemaParts } from '../model/schema-parts.js';
import type { Subschema } from '../model/walk-schemas.js';
import { listMessageRoots, type MessageRoot } from './message-roots.js';
import { nameCopy, nameOrigin } from './name-origin.js';
import { compareOrigin, type Thing } from './name-space.js';
import type { OperationNames } from './names.js';

/** A schema that is neither inside another schema nor a component schema. */
export interface Owner {
  readonly schema: Schema;
  readonly thing: Thing;
  readonly origin: Origin;
  /** The words of its name. For a schema inside an operation, they follow the name of the operation. */
  readonly text: string;
  /** The operation that contains it. */
  readonly operation?: OperationNames;
}

/** The owners inside operations, and the owners that operations share or only refer to. */
interface Owners {
  readonly own: readonly Owner[];
  readonly shared: readonly Owner[];
}

/** Lists the owners of every schema outside the component schemas, in the order of their origins. */
export function listOwners(
  all: SchemaParts,
  components: Iterable<Schema>,
  operations: ReadonlyMap<Operation, OperationNames>,
): Owners {
  const inside = new Set<Schema>();
  for (const component of components) collectInside(component, all, inside);
  const take = (owners: readonly Owner[]): Owner[] =>
    owners.filter(({ schema }) => !inside.has(schema) && collectInside(schema, all, inside));
  const roots = [...operations]
    .flatMap(([operation, names]) => listMessageRoots(operation).map((root) => findOwner(root, operation, names)))
    .sort(compareOwners);
  const own = take(roots.filter((owner) => owner.operation));
  const shared = take(roots.filter((owner) => !owner.operation));
  const rest = [...all.keys()].filter((schema) => !inside.has(schema)).map(listReferred);
  return { own, shared: [...shared, ...take(rest.sort(compareOwners))] };
}

const references: ReadonlySet<string> = new Set(['$ref', 'mapping', 'defaultMapping']);

/** Returns whether a subschema is written inside its schema. The schema refers to all others. */
export function isInside({ keyword }: Subschema): boolean {
  return !references.has(keyword);
}

function collectInside(root: Schema, all: SchemaParts, inside: Set<Schema>): true {
  const waiting = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (inside.has(schema)) continue;
    inside.add(schema);
    for (const part of all.get(schema) ?? []) {
      if (!isInside(part)) continue;
      // Most schemas have no parts.
      if (all.get(part.schema)?.length) waiting.push(part.schema);
      else inside.add(part.schema);
    }
  }
  return true;
}

function findOwner({ schema, levels }: MessageRoot, { origin }: Operation, operation: OperationNames): Owner {
  const level = levels.find((each) => isAncestor(each.origin, schema.origin));
  if (!level) return listReferred(schema);
  if (isSameOrigin(level.origin, origin)) return { schema, thing: 'Operation', origin, text: level.suffix, operation };
  const text = `${nameOrigin(level.origin)} ${level.suffix}`.trim();
  return { schema, thing: level.thing, origin: level.origin, text };
}

function listReferred(schema: Schema): Owner {
  const { bound, origin } = schema;
  const text = bound ? nameCopy(nameOrigin(origin), bound) : nameOrigin(origin);
  return { schema, thing: 'Schema', origin, text };
}

function isAncestor(outer: Origin, inner: Origin): boolean {
  if (outer.file !== inner.file || !inner.pointer.startsWith(outer.pointer)) return false;
  const { length } = outer.pointer;
  return inner.pointer.length === length || inner.pointer[length] === '/';
}

// An owner that contains another one comes first: its pointer is a prefix of the other pointer.
function compareOwners(a: Owner, b: Owner): number {
  return compareOrigin(a.schema.origin, b.schema.origin);
}
