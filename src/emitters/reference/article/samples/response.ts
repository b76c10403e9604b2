import type { MediaPlan, OperationPlan } from '../../../../wire/plan.js';

/** Returns whether every success of an operation has JSON as its body. */
export function hasJsonResponse(plan: OperationPlan): boolean {
  const media = listMedia(plan);
  const all = plan.responses.filter(({ status }) => plan.successes.includes(status));
  return (
    media.length > 0 &&
    all.every((one) => one.alternatives.length > 0) &&
    media.every(({ format }) => format === 'json')
  );
}

/** Returns whether a success of an operation arrives item by item. */
export function hasStreamedResponse(plan: OperationPlan): boolean {
  return listMedia(plan).some(({ items }) => items !== undefined);
}

function listMedia({ responses, successes, operation }: OperationPlan): readonly MediaPlan[] {
  if (operation.method === 'HEAD') return [];
  return responses.filter(({ status }) => successes.includes(status)).flatMap(({ alternatives }) => alternatives);
}
