import type { CallOptions, Client, Operation, Outcome, StatusKey } from './contract.js';

/** The error for a server that returned another page than the requested one, so that the iteration would not end. */
export class PaginationError extends Error {
  override readonly name: string = 'PaginationError';
}

/** Iterates over a paginated operation, starting at the page in the arguments. */
export type Paginate<Args, Item> = (
  client: Client,
  args: Args,
  options?: CallOptions,
) => AsyncGenerator<Item, void, void>;

/** Iterates over the pages of an operation, and has functions to compute single pages. */
export interface Pages<Args, Body> extends Paginate<Args, Body> {
  /** Returns the page number in the arguments. */
  readonly pageOf: (args: Args) => number;
  /** Returns the arguments for another page. */
  readonly withPage: (args: Args, page: number) => Args;
  /**
   * Returns the number of the next page from the response with the present page, or `undefined` after the last page.
   */
  readonly nextPage: (args: Args, page: number, body: Body) => number | undefined;
}

/** The places of the parameters and fields of a list (`x-pagination`). */
export interface PageFields {
  /** The member of the arguments, and the number of the first page. */
  readonly page: readonly [argument: string, first: number];
  /** The member of the arguments for the number of items per page, and its default. */
  readonly limit?: readonly [argument: string, standard?: number];
  /** The members of the response: the items, and the fields with the total, the page and the limit if there are any. */
  readonly items: string;
  readonly total?: string;
  readonly pageField?: string;
  readonly limitField?: string;
}

/** Creates the iterator over pages. It requests one page after the other until there are no more items. */
export function definePages<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(operation: Operation<Args, Success, Failure>, fields: PageFields): Pages<Args, Success['body']> {
  const [argument, first] = fields.page;
  const pageOf = (args: Args): number => Number(Object(args)[argument] ?? first);
  const withPage = (args: Args, page: number): Args => ({ ...Object(args), [argument]: page });
  const nextPage = (args: Args, page: number, body: Success['body']): number | undefined => {
    const received = readField(body, fields.pageField);
    if (typeof received === 'number' && received !== page) {
      throw new PaginationError(`${operation.id}: page ${received} arrived instead of page ${page}`);
    }
    return isLast(fields, Object(args), page, body) ? undefined : page + 1;
  };
  const iterate: Paginate<Args, Success['body']> = async function* (client, args, options) {
    let page: number | undefined = pageOf(args);
    while (page !== undefined) {
      const body: Success['body'] = await operation(client, withPage(args, page), options);
      page = nextPage(args, page, body);
      if (countItems(fields, body) > 0) yield body;
    }
  };
  return Object.assign(iterate, { pageOf, withPage, nextPage });
}

function countItems({ items }: PageFields, body: unknown): number {
  const list: unknown = readField(body, items);
  return Array.isArray(list) ? list.length : 0;
}

function isLast(fields: PageFields, given: object, page: number, body: unknown): boolean {
  const count = countItems(fields, body);
  if (count === 0) return true;
  const stated = fields.limit && (readField(given, fields.limit[0]) ?? fields.limit[1]);
  const size = readField(body, fields.limitField) ?? stated;
  const total = readField(body, fields.total);
  if (typeof size !== 'number') return false;
  return typeof total === 'number' ? (page - fields.page[1] + 1) * size >= total : count < size;
}

/** Creates the iterator over the items of all pages. */
export function defineItems<Args, Body, Item>(
  pages: Paginate<Args, Body>,
  itemsOf: (body: Body) => readonly Item[],
): Paginate<Args, Item> {
  return async function* (client, args, options) {
    for await (const body of pages(client, args, options)) yield* itemsOf(body);
  };
}

function readField(body: unknown, field: string | undefined): unknown {
  const value: unknown = field === undefined ? undefined : Object(body)[field];
  return typeof value === 'bigint' ? Number(value) : value;
}
