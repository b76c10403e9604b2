import type { Api } from '../model/api.js';
import { type ItemKind, itemKinds, type NotShown } from '../model/element.js';

/** Selects items. By default, all of them. */
export interface ItemSelection {
  readonly kind?: ItemKind;
  /** The operation in the form that items have: an `operationId`, or `METHOD /path`. */
  readonly operation?: string;
  readonly owner?: string;
}

/** Lists the selected open items in the order of the description. */
export function chooseItems({ items }: Api, { kind, operation, owner }: ItemSelection): readonly NotShown[] {
  return items.filter(
    (item) =>
      (kind === undefined || item.kind === kind) &&
      (operation === undefined || item.operations.includes(operation)) &&
      (owner === undefined || item.owner === owner),
  );
}

/** The values of `--by`. The first one is the default. */
export const itemGroupings = ['kind', 'operation', 'owner'] as const;

/** The property by which items are grouped. */
export type ItemGrouping = (typeof itemGroupings)[number];

/** A group of items with its heading. */
interface ItemGroup {
  readonly name: string;
  readonly items: readonly NotShown[];
}

/**
 * Groups items by kind, in the order of the kinds; by owner; or by operation. An item that affects several operations
 * is in the group of each. `everywhere` lists the items that affect every operation. They are in a separate group.
 */
export function groupItems(
  items: readonly NotShown[],
  by: ItemGrouping,
  everywhere: readonly NotShown[],
): readonly ItemGroup[] {
  const groups = new Map<string, NotShown[]>(by === 'kind' ? itemKinds.map((kind) => [kind, []]) : []);
  for (const item of items) {
    for (const name of nameGroups(item, by, everywhere.includes(item)))
      groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].flatMap(([name, list]) => (list.length === 0 ? [] : [{ name, items: list }]));
}

function nameGroups(item: NotShown, by: ItemGrouping, isEverywhere: boolean): readonly string[] {
  if (by === 'kind') return [item.kind];
  if (by === 'owner') return [item.owner ?? 'no owner'];
  if (isEverywhere) return ['every operation'];
  return item.operations.length === 0 ? ['the API as a whole'] : item.operations;
}
