import type { OperationPlan } from '../../../../wire/plan.js';

/** Formats the names and shapes that a call needs and that are not shown, one per line with the id of its item. */
export function formatGaps({ parameters, body, responses, successes }: OperationPlan): string[] {
  const unnamed = parameters.flatMap(({ parameter: { wireName, writtenName } }) =>
    wireName.shown ? [] : [`Not shown: the name of ${writtenName} (${wireName.item.id})`],
  );
  const shapes = (what: string, alternatives: NonNullable<typeof body>['alternatives']): string[] =>
    alternatives.flatMap(({ mediaType: { schema } }) =>
      schema?.kind === 'not-shown' ? [`Not shown: the shape of the ${what} (${schema.item.id})`] : [],
    );
  const answers = responses.filter(({ status }) => successes.includes(status));
  const all = [
    ...unnamed,
    ...shapes('body', body?.alternatives ?? []),
    ...answers.flatMap(({ alternatives }) => shapes('response', alternatives)),
  ];
  return [...new Set(all)].map((gap) => gap.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}
