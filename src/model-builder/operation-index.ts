import type { Operation } from '../model/operation.js';

/** The first operation with each `operationId`. */
export type OperationIndex = ReadonlyMap<string, Operation>;

/** Indexes operations by their `operationId`. If several have the same id, the first counts. */
export function indexOperations(operations: readonly Operation[]): OperationIndex {
  const index = new Map<string, Operation>();
  for (const operation of operations) {
    const { operationId } = operation;
    if (operationId !== undefined && !index.has(operationId)) index.set(operationId, operation);
  }
  return index;
}
