import type { Api } from '../model/api.js';
import type { Operation } from '../model/operation.js';
import type { Names, OperationNames } from '../naming/names.js';

/** The names of an operation in the generated server. */
export interface NamedOperation extends Pick<OperationNames, 'identifier' | 'type' | 'file'> {
  /** The method and path, such as `GET /pets/{id}`. They identify an operation whose name changes. */
  readonly key: string;
}

/** An operation of the description with its names. */
export type DescribedOperation = NamedOperation & { readonly operation: Operation };

/** An operation with a name that changed since the last run. */
export interface Renaming {
  readonly from: NamedOperation;
  readonly to: NamedOperation;
}

/** Lists the operations with their names, in the order of the description. */
export function listNamedOperations(api: Api, names: Names): DescribedOperation[] {
  return api.operations.map((operation) => {
    const named = names.operations.get(operation);
    if (!named) throw new Error(`the operation at ${operation.origin.pointer} has no name`);
    const { identifier, type, file } = named;
    return { key: `${operation.method} ${operation.path.template}`, identifier, type, file, operation };
  });
}

/**
 * Finds the earlier operation of each operation, and the operations that were removed. A path with other names of
 * parameters is still the same.
 */
export function compareOperations(
  before: readonly NamedOperation[],
  now: readonly NamedOperation[],
): { readonly same: ReadonlyMap<NamedOperation, NamedOperation>; readonly removed: readonly NamedOperation[] } {
  const same = new Map<NamedOperation, NamedOperation>();
  const rest = new Set(before);
  for (const keyOf of [({ key }: NamedOperation) => key, formatKeyWithoutNames]) {
    const known = groupBy([...rest], keyOf);
    const wanted = groupBy(
      now.filter((operation) => !same.has(operation)),
      keyOf,
    );
    for (const [key, [operation, ...more]] of wanted) {
      const [last, ...others] = known.get(key) ?? [];
      if (!operation || !last || more.length > 0 || others.length > 0) continue;
      same.set(operation, last);
      rest.delete(last);
    }
  }
  return { same, removed: [...rest] };
}

function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

function formatKeyWithoutNames({ key }: NamedOperation): string {
  return key.replace(/\{[^}]*\}/g, '{}');
}

/** Lists the types that the generated server exports for an operation, in a fixed order. */
export function listTypes({ type }: NamedOperation): readonly [received: string, reply: string, handler: string] {
  return [`${type}Received`, `${type}Reply`, `${type}Handler`];
}
