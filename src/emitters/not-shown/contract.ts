import type { Api } from '../../model/api.js';
import { listOperations } from '../../model/list-operations.js';
import { type ItemKind, itemKinds, type NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';

/** Texts for people: what each kind of item asks for, and how to answer it in the description. */
export const kindTexts: { readonly [K in ItemKind]: { readonly asks: string; readonly answer: string } } = {
  shape: { asks: 'the shape of a body or schema', answer: 'a schema in its place' },
  fields: { asks: 'further fields of an object', answer: 'properties, or a closed object' },
  presence: { asks: 'which fields are always there or may be null', answer: 'required and null where they apply' },
  values: { asks: 'further values', answer: 'a closed enum' },
  'parameter-name': { asks: 'the name of a parameter', answer: 'its name in place of the placeholder' },
  parameters: { asks: 'further parameters', answer: 'parameters, or the removal of the item' },
  unit: { asks: 'unit, precision or scale of a value', answer: 'the unit in the text' },
  transitions: { asks: 'what leads from one status to another', answer: 'the transitions, as x-transitions' },
  'status-code': { asks: 'the status code of a success', answer: 'the code in place of the range' },
  errors: { asks: 'which error comes in which case', answer: 'the responses' },
  header: { asks: 'a header', answer: 'the header' },
  behaviour: { asks: 'what happens in a case', answer: 'the rule in the text' },
  policy: { asks: 'a limit, a lifetime or a promise', answer: 'the rule in the text' },
  events: { asks: 'webhooks and callbacks', answer: 'webhooks or callbacks' },
};

/** What a team notes about an item: a label, a text and, for an address, the link. */
interface ItemFact {
  readonly label: string;
  readonly text: string;
  readonly address?: string;
}

/** Lists owner, issue, date and extensions of an item for people. The value of an extension that is no text is JSON. */
export function listItemFacts({ owner, issue, since, extensions }: NotShown): readonly ItemFact[] {
  return [
    ...(owner === undefined ? [] : [{ label: 'Owner', text: owner }]),
    ...(issue === undefined ? [] : [{ label: 'Issue', text: issue, address: issue }]),
    ...(since === undefined ? [] : [{ label: 'Open since', text: since }]),
    ...Object.entries(extensions).map(([label, value]) => ({
      label,
      text: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ];
}

/** Items of one kind, or of one operation. */
interface ItemGroup<T> {
  readonly of: T;
  readonly items: readonly NotShown[];
}

/** Groups the open items by kind; omits kinds without items. */
export function groupByKind(api: Api): readonly ItemGroup<ItemKind>[] {
  return itemKinds
    .map((of) => ({ of, items: api.items.filter(({ kind }) => kind === of) }))
    .filter(({ items }) => items.length > 0);
}

/**
 * Groups the open items by operation in the order of the description. Omits operations without items, and items that
 * affect every operation.
 */
export function groupByOperation(api: Api): readonly ItemGroup<Operation>[] {
  const everywhere = new Set(listCommonItems(api));
  return listOperations(api)
    .map((of) => ({ of, items: listOperationItems(api, of).filter((item) => !everywhere.has(item)) }))
    .filter(({ items }) => items.length > 0);
}

/** Returns the open items that affect an operation, including those that affect all operations. */
export function listOperationItems(api: Api, operation: Operation): readonly NotShown[] {
  if (api.items.length === 0) return api.items;
  const label = formatOperation(operation);
  return api.items.filter(({ operations }) => operations.includes(label));
}

/** Returns the open items that affect every operation, if there are several operations. */
export function listCommonItems(api: Api): readonly NotShown[] {
  const labels = listOperations(api).map(formatOperation);
  if (labels.length < 2) return [];
  return api.items.filter(({ operations }) => labels.every((label) => operations.includes(label)));
}

/** Returns the open items that belong to the API as a whole. */
export function listAllItems(api: Api): readonly NotShown[] {
  return api.items.filter(({ operations }) => operations.length === 0);
}

/** Returns the label of an operation in items: its `operationId`, otherwise `METHOD /path`. */
export function formatOperation({ operationId, method, path }: Operation): string {
  return operationId ?? `${method} ${path.template}`;
}
