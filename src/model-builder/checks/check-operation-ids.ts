import { buildChildOrigin, isSameOrigin } from '../../diagnostics/origin.js';
import type { Operation } from '../../model/operation.js';
import type { BuildContext } from '../context.js';
import type { OperationIndex } from '../operation-index.js';

/** Reports each `operationId` that an earlier operation already has. */
export function checkOperationIds(
  context: BuildContext,
  operations: readonly Operation[],
  index: OperationIndex,
): void {
  for (const { operationId, origin } of operations) {
    const first = operationId === undefined ? undefined : index.get(operationId);
    if (operationId === undefined || !first || isSameOrigin(first.origin, origin)) continue;
    context.report('repeated-operation-id', buildChildOrigin(origin, 'operationId'), { operationId });
  }
}
