import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Api } from '../model/api.js';

/** Reports ids that belong to no open item. */
export function reportUnknownItems({ items, resolved }: Api, ids: readonly string[], diagnostics: Diagnostics): void {
  if (ids.length === 0) diagnostics.report('item-not-named', undefined, {});
  const known = items.map(({ id }) => id);
  for (const id of ids.filter((one) => !known.includes(one))) {
    const answered = resolved.find((one) => one.id === id);
    const finding = answered
      ? ({ variant: 'answered', id, answer: answered.answer } as const)
      : ({ variant: 'absent', id, likely: findNearestName(id, known) } as const);
    diagnostics.report('item-unknown', undefined, finding);
  }
}
