import type { Api } from '../model/api.js';
import type { Operation } from '../model/operation.js';

/** Lists every operation: those of `paths`, the webhooks, then the callbacks of each, and theirs. */
export function listOperations(api: Api): Operation[] {
  const operations = new Set([...api.operations, ...api.webhooks]);
  for (const operation of operations)
    for (const callback of operation.callbacks) for (const called of callback.operations) operations.add(called);
  return [...operations];
}
