import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Api } from '../model/api.js';

/** The items that may be open. */
interface ItemBudget {
  /** The most open items, in all (`all`) and by kind. */
  readonly maxItems?: { readonly [what: string]: number | undefined };
  /** The ids of the items that may be open; by default all. */
  readonly agreedItems?: readonly string[];
  /** Whether other descriptions share the list of agreed items. Then ids without an item are not reported. */
  readonly sharesAgreedItems?: boolean;
  /** The items that are open only where the filter omits them. */
  readonly omitted?: ReadonlySet<string>;
}

/** Reports open items beyond the agreed ones, and agreed items that are not open. */
export function checkBudget(
  api: Pick<Api, 'items' | 'resolved'>,
  { maxItems = {}, agreedItems, sharesAgreedItems = false, omitted = new Set() }: ItemBudget,
  diagnostics: Diagnostics,
): void {
  const { items } = api;
  for (const [counted, most = 0] of Object.entries(maxItems)) {
    const count = items.filter(({ kind }) => counted === 'all' || kind === counted).length;
    if (count > most) diagnostics.report('items-over-budget', undefined, { kind: counted, count, most });
  }
  const others = agreedItems === undefined ? [] : items.filter(({ id }) => !agreedItems.includes(id));
  for (const { id, entry } of others) diagnostics.report('item-not-agreed', entry, { id });
  const named = (agreedItems ?? []).filter((id) => !omitted.has(id));
  if (!sharesAgreedItems) reportNotOpen(api, named, diagnostics);
}

function reportNotOpen(
  { items, resolved }: Pick<Api, 'items' | 'resolved'>,
  agreed: readonly string[],
  diagnostics: Diagnostics,
): void {
  const open = items.map(({ id }) => id);
  const candidates = open.filter((id) => !agreed.includes(id));
  const others = agreed.filter((id) => !open.includes(id));
  const ids = others.filter((id) => resolved.some((one) => one.id === id));
  if (ids.length > 0) diagnostics.report('agreed-item-not-open', undefined, { variant: 'answered', ids });
  for (const id of others.filter((one) => !ids.includes(one))) {
    const finding = { variant: 'absent', id, likely: findNearestName(id, candidates) } as const;
    diagnostics.report('agreed-item-not-open', undefined, finding);
  }
}
