import type { CallOptions, Client, Operation, Outcome, StatusKey } from './client-types.js';

/** The server returned another page than the requested one, so that the iteration would not end. */
export class PaginationError extends Error {
  override readonly name: string = 'PaginationError';
}

/** Iterates over a paginated operation, from the page in the arguments on. */
export type Paginate<Args, Item> = (
  client: Client,
  args: Args,
  options?: CallOptions,
) => AsyncGenerator<Item, void, void>;

/** Where the parameters and fields of a list are (`x-pagination`). */
export interface PageFields {
  /** The member of the arguments, and the number of the first page. */
  readonly page: readonly [argument: string, first: number];
  /** The member of the arguments for the number of items per page, and its default. */
  readonly limit?: readonly [argument: string, standard?: number];
  /** The members of the answer. */
  readonly items: string;
  readonly total?: string;
  readonly pageField?: string;
  readonly limitField?: string;
}

/** Creates the iterator over pages, which requests one after the other until there are no more items. */
export function definePages<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(operation: Operation<Args, Success, Failure>, fields: PageFields): Paginate<Args, Success['body']> {
  return async function* (client, args, options) {
    const [argument, first] = fields.page;
    const given = Object(args);
    const limit: unknown = fields.limit && (readField(given, fields.limit[0]) ?? fields.limit[1]);
    for (let page = Number(given[argument] ?? first); ; page += 1) {
      const body = await operation(client, { ...given, [argument]: page }, options);
      const items: unknown = readField(body, fields.items);
      const answered = readField(body, fields.pageField);
      if (typeof answered === 'number' && answered !== page) {
        throw new PaginationError(`${operation.id}: page ${page} was asked for, and page ${answered} came`);
      }
      const count = Array.isArray(items) ? items.length : 0;
      if (count === 0) return;
      yield body;
      const size = readField(body, fields.limitField) ?? limit;
      const total = readField(body, fields.total);
      if (typeof size !== 'number') continue;
      if (typeof total === 'number' ? (page - first + 1) * size >= total : count < size) return;
    }
  };
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
