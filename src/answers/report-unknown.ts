import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Api } from '../model/api.js';

/** The items of a description. */
interface KnownItems extends Pick<Api, 'items' | 'resolved'> {
  /** The items that are open only where the filter omits them. */
  readonly omitted?: ReadonlySet<string>;
}

/** Reports ids that belong to no open item. */
export function reportUnknownItems(
  { items, resolved, omitted }: KnownItems,
  ids: readonly string[],
  diagnostics: Diagnostics,
): void {
  if (ids.length === 0) diagnostics.report('item-not-named', undefined, {});
  const known = items.map(({ id }) => id);
  for (const id of ids.filter((one) => !known.includes(one))) {
    const answered = resolved.find((one) => one.id === id);
    const finding = answered
      ? ({ variant: 'answered', id, answer: answered.answer } as const)
      : omitted?.has(id)
        ? ({ variant: 'omitted', id } as const)
        : ({ variant: 'absent', id, likely: findNearestName(id, known) } as const);
    diagnostics.report('item-unknown', undefined, finding);
  }
}
