import type { Api } from './api.js';
import type { Operation } from './operation.js';

/** Lists every operation once: those of `paths`, then the webhooks, then the callbacks of all of these. */
export function listOperations({ operations, webhooks }: Pick<Api, 'operations' | 'webhooks'>): Operation[] {
  const found = new Set([...operations, ...webhooks]);
  for (const operation of found)
    for (const callback of operation.callbacks) for (const called of callback.operations) found.add(called);
  return [...found];
}
