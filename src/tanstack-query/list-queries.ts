import type { Operation } from '../model/api.js';
import { UniqueNames } from '../model/unique-names.js';
import { nameIterators } from '../naming/derived-names.js';
import type { Names, OperationNames } from '../naming/names.js';
import type { OperationPlan } from '../wire/plan.js';

/** An operation that TanStack Query can call, and the names of what is emitted for it. */
export interface Query {
  readonly plan: OperationPlan;
  readonly own: OperationNames;
  /** The path of its module, without extension. */
  readonly module: string;
  readonly key: string;
  readonly options: string;
  /** The names of the infinite query. Present if the operation is paginated (`x-pagination`). */
  readonly infinite?: { readonly key: string; readonly options: string; readonly pages: string };
  /** The types of its data and of its errors. */
  readonly data: string;
  readonly error: string;
}

/** The folder of the output. */
export const folder = 'tanstack-query';

/**
 * Lists the operations that only read (RFC 9110, section 9.2.1). Omits those whose response is a stream, because a
 * cache cannot keep a stream.
 */
export function listQueries(plans: ReadonlyMap<Operation, OperationPlan>, { operations }: Names): readonly Query[] {
  const queries = [...plans.values()].flatMap((plan) => {
    const own = operations.get(plan.operation);
    return own && /^(GET|HEAD|QUERY)$/.test(plan.operation.method) && !isStreamed(plan) ? [{ plan, own }] : [];
  });
  // A paginated operation `list` and an operation `listInfinite` would have the same names.
  const names = new UniqueNames(queries.map(({ own }) => own.identifier));
  return queries.map(({ plan, own }) => ({
    plan,
    own,
    module: `${folder}/${own.file}`,
    ...nameQuery(own.identifier),
    ...(plan.operation.pagination?.page && {
      infinite: { ...nameQuery(names.take(`${own.identifier}Infinite`)), pages: nameIterators(own.identifier)[0] },
    }),
    data: `${own.type}QueryData`,
    error: `${own.type}QueryError`,
  }));
}

function isStreamed({ responses, successes }: OperationPlan): boolean {
  return responses.some(
    ({ status, alternatives }) => successes.includes(status) && alternatives.some(({ items }) => items),
  );
}

function nameQuery(identifier: string): { readonly key: string; readonly options: string } {
  return { key: `${identifier}QueryKey`, options: `${identifier}QueryOptions` };
}
