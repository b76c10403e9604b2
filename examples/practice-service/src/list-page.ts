import { areDates } from './date-bounds.js';

/** The part of a list to return. The first page is 1. */
export interface PageRequest {
  readonly pageNumber: number;
  readonly itemsPerPage: number;
}

/** The fields of each response with pages. */
export interface PageFields {
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}

/** The two queries of a list. */
export interface PageQueries<Row> {
  readonly count: () => Promise<{ readonly total: number }>;
  readonly read: (limit: number, offset: number) => Promise<Row[]>;
}

/** Counts the rows of a list and reads one page of them. */
export async function listPage<Row>(
  queries: PageQueries<Row>,
  { pageNumber, itemsPerPage }: PageRequest,
): Promise<{ readonly rows: readonly Row[]; readonly fields: PageFields }> {
  const { total } = await queries.count();
  const offset = (pageNumber - 1) * itemsPerPage;
  // The offset of a page far beyond the last one can be larger than the database can represent.
  const rows = offset < total && itemsPerPage > 0 ? await queries.read(itemsPerPage, offset) : [];
  return { rows, fields: { total, page: pageNumber, limit: itemsPerPage } };
}

/** Finds a mistake in the arguments of a list that the description does not forbid. */
export function findListMistake(args: {
  readonly itemsPerPage: number;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}): string | undefined {
  if (args.itemsPerPage < 1) return 'a page has at least one item';
  return areDates(args.fromDate, args.toDate) ? undefined : 'a date bound is not a date';
}
