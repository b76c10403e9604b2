import type { MediaPlan, OperationPlan } from '../../../../wire/plan.js';

/** Returns whether every success of an operation has JSON as its body. */
export function hasJsonAnswer(plan: OperationPlan): boolean {
  const answers = listAnswers(plan);
  const all = plan.responses.filter(({ status }) => plan.successes.includes(status));
  return (
    answers.length > 0 &&
    all.every((one) => one.alternatives.length > 0) &&
    answers.every(({ format }) => format === 'json')
  );
}

/** Returns whether a success of an operation arrives item by item. */
export function hasStreamedAnswer(plan: OperationPlan): boolean {
  return listAnswers(plan).some(({ items }) => items !== undefined);
}

function listAnswers({ responses, successes, operation }: OperationPlan): readonly MediaPlan[] {
  if (operation.method === 'HEAD') return [];
  return responses.filter(({ status }) => successes.includes(status)).flatMap(({ alternatives }) => alternatives);
}
