import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { NotShown } from '../model/not-shown.js';

/** Which items may be open. */
interface ItemBudget {
  /** How many, in all (`all`) and by kind. */
  readonly maxItems?: { readonly [what: string]: number | undefined };
  /** Their ids; absent: all of them. */
  readonly agreedItems?: readonly string[];
}

/** Reports open items that exceed what was agreed. */
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
  for (const { id, origin } of others) diagnostics.report('item-not-agreed', origin, { id });
}
