import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { NotShown } from '../model/not-shown.js';

/** The items that may be open. */
interface ItemBudget {
  /** The most open items, in all (`all`) and by kind. */
  readonly maxItems?: { readonly [what: string]: number | undefined };
  /** The ids of the items that may be open; by default all. */
  readonly agreedItems?: readonly string[];
}

/** Reports open items beyond the agreed ones. */
export function checkBudget(
  items: readonly NotShown[],
  { maxItems = {}, agreedItems }: ItemBudget,
  diagnostics: Diagnostics,
): void {
  for (const [counted, most = 0] of Object.entries(maxItems)) {
    const count = items.filter(({ kind }) => counted === 'all' || kind === counted).length;
    if (count > most) diagnostics.report('items-over-budget', undefined, { kind: counted, count, most });
  }
  const others = agreedItems === undefined ? [] : items.filter(({ id }) => !agreedItems.includes(id));
  for (const { id, entry } of others) diagnostics.report('item-not-agreed', entry, { id });
}
