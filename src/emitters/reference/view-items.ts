import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import type { View } from '../../text/templates.js';
import {
  groupByKind,
  groupByOperation,
  itemsOf,
  itemsOfAll,
  itemsOfEvery,
  kindTexts,
  labelOperation,
} from '../not-shown/contract.js';

/** Gives what the template of a call-out prints. */
export function viewItem({ id, kind, question, source, known, guess }: NotShown): View {
  return { id, kind, question, source, known, guess, answer: kindTexts[kind].answer };
}

/** Gives what is listed at an operation: its items but for those that stand on it, and how many touch every operation. */
export function viewOperationItems(api: Api, operation: Operation): View {
  const every = new Set(itemsOfEvery(api));
  const own = itemsOf(api, operation).filter((item) => !every.has(item) && !operation.notShown.includes(item));
  return { items: own.map(viewItem), every: every.size, isOne: every.size === 1 };
}

/** Gives what the index prints: the items by kind and by operation. */
export function viewIndex(api: Api): View {
  return {
    title: api.info.title,
    count: api.items.length,
    isOne: api.items.length === 1,
    general: itemsOfAll(api).map(viewItem),
    every: itemsOfEvery(api).map(viewItem),
    kinds: groupByKind(api).map(({ of, items }) => ({
      kind: of,
      asks: kindTexts[of].asks,
      count: items.length,
      items: items.map(viewItem),
    })),
    operations: groupByOperation(api).map(({ of, items }) => ({
      name: of.summary ?? labelOperation(of),
      method: of.method,
      path: of.path.template,
      count: items.length,
      items: items.map(viewItem),
    })),
  };
}
