import { code, importFromPackage, importType, type Reference } from '../typescript/code.js';
import { TsFile } from '../typescript/ts-file.js';
import { folder } from './list-queries.js';

/** The module with the types that all queries share. */
export const optionsModule: string = `${folder}/options`;

/** Builds the types of options. Options are plain objects, so each adapter of TanStack Query 5 accepts them. */
export function buildOptionsModule(library: string): TsFile {
  const file = new TsFile(optionsModule);
  addError(file);
  const from = (name: string): Reference => importFromPackage(importType(library, name));
  const [dataTag, queryFunction, queryKey] = [from('DataTag'), from('QueryFunction'), from('QueryKey')];
  const typeParameters = [code`Data`, code`Failure`, code`Key extends ${queryKey}`];
  const throwOnError = {
    key: 'throwOnError',
    optional: true,
    type: code`(error: Failure) => boolean`,
    doc: 'Never set at run time; it has the type of errors for the compiler.',
  };
  file.addInterface({
    name: 'QueryOptions',
    doc: 'Options for `useQuery`, `useSuspenseQuery`, `fetchQuery` …',
    typeParameters,
    members: [
      { key: 'queryKey', type: code`${dataTag}<Key, Data, Failure>` },
      { key: 'queryFn', type: code`${queryFunction}<Data, Key>` },
      throwOnError,
    ],
  });
  file.addInterface({
    name: 'InfiniteQueryOptions',
    doc: 'Options for `useInfiniteQuery`, `fetchInfiniteQuery` …; a page parameter is the number of a page.',
    typeParameters,
    members: [
      { key: 'queryKey', type: code`${dataTag}<Key, ${from('InfiniteData')}<Data, number>, Failure>` },
      { key: 'queryFn', type: code`${queryFunction}<Data, Key, number>` },
      { key: 'initialPageParam', type: code`number` },
      { key: 'getNextPageParam', type: code`(last: Data, pages: Data[], page: number) => number | undefined` },
      throwOnError,
    ],
  });
  return file;
}

function addError(file: TsFile): void {
  file.addTypeAlias({
    name: 'QueryError',
    doc: 'What a query throws: an unsuccessful response with a typed `outcome`, or another error without `outcome`.',
    typeParameters: [code`Failure`],
    type: code`(${importType('runtime/client', 'ApiError')} & { readonly outcome: Failure }) | (Error & { readonly outcome?: undefined })`,
  });
}
