import { formatOrigin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import { listOperations } from '../../model/list-operations.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import type { View } from '../../text/templates.js';
import {
  formatOperation,
  groupByKind,
  groupByOperation,
  kindTexts,
  listAllItems,
  listCommonItems,
  listItemFacts,
  listOperationItems,
} from '../not-shown/contract.js';
import { buildOperationAnchor } from './article/anchors.js';

/** Returns the view of a call-out. */
export function viewItem(item: NotShown): View {
  const { id, kind, question, source, known, guess } = item;
  return { id, kind, question, source, known, guess, facts: listItemFacts(item), answer: kindTexts[kind].answer };
}

/** Returns the items listed at an operation, except those with a call-out there. Items of every operation are separate. */
export function viewOperationItems(api: Api, operation: Operation): View {
  const every = new Set(listCommonItems(api));
  const others = listOperationItems(api, operation).filter((item) => !operation.notShown.includes(item));
  return {
    count: others.length,
    hasMore: operation.notShown.length > 0,
    items: others.filter((item) => !every.has(item)).map(viewItem),
    every: others.filter((item) => every.has(item)).map(viewItem),
  };
}

/** Returns the view of the index: the items by kind and by operation. */
export function viewIndex(api: Api): View {
  const every = listCommonItems(api);
  const operations = new Map(listOperations(api).map((of) => [formatOperation(of), of]));
  const viewEntry = (item: NotShown): View => ({
    ...viewItem(item),
    pointer: formatOrigin(item.origin),
    touchesEvery: every.includes(item),
    touches: item.operations.flatMap((label) => {
      const operation = operations.get(label);
      return operation ? [{ name: nameOperation(operation), anchor: buildOperationAnchor(operation) }] : [];
    }),
  });
  return {
    title: api.info.title,
    count: api.items.length,
    isOne: api.items.length === 1,
    hasItems: api.items.length + api.resolved.length > 0,
    general: listAllItems(api).map(viewItem),
    every: every.map(viewItem),
    kinds: groupByKind(api).map(({ of, items }) => ({
      kind: of,
      ...kindTexts[of],
      count: items.length,
      items: items.map(viewEntry),
    })),
    operations: groupByOperation(api).map(({ of, items }) => ({
      name: nameOperation(of),
      anchor: buildOperationAnchor(of),
      method: of.method,
      path: of.path.template,
      count: items.length,
      items: items.map(viewItem),
    })),
  };
}

/** Returns the name of an operation for people. */
export function nameOperation(operation: Operation): string {
  return operation.summary ?? formatOperation(operation);
}
