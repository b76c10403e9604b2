import type { MediaPlan, OperationPlan } from '../../../../wire/plan.js';

/** Returns whether every success of an operation has JSON as its body. */
export function hasJsonResponse(plan: OperationPlan): boolean {
  return hasResponsesOf(plan, 'json');
}

/** Returns whether every success of an operation is binary data. */
export function hasBinaryResponse(plan: OperationPlan): boolean {
  return hasResponsesOf(plan, 'bytes');
}

function hasResponsesOf(plan: OperationPlan, wanted: MediaPlan['format']): boolean {
  const media = listMedia(plan);
  const all = plan.responses.filter(({ status }) => plan.successes.includes(status));
  return (
    media.length > 0 &&
    all.every((one) => one.alternatives.length > 0) &&
    media.every(({ format }) => format === wanted)
  );
}

/** How the successes of an operation arrive: item by item, as a whole, or in one of both ways. */
type Arrival = 'items' | 'whole' | 'either';

/** Returns how the successes of an operation arrive. */
export function getArrival(plan: OperationPlan): Arrival {
  const media = listMedia(plan);
  const streamed = media.filter(({ items }) => items !== undefined).length;
  if (streamed === 0) return 'whole';
  return streamed === media.length ? 'items' : 'either';
}

function listMedia({ responses, successes, operation }: OperationPlan): readonly MediaPlan[] {
  if (operation.method === 'HEAD') return [];
  return responses.filter(({ status }) => successes.includes(status)).flatMap(({ alternatives }) => alternatives);
}
