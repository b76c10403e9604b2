import { TsFile } from '../typescript/ts-file.js';
import { folder, type Query } from './list-queries.js';
import { optionsModule } from './options-module.js';

/** Builds the module that exports all queries. */
export function buildBarrel(queries: readonly Query[]): TsFile {
  const file = new TsFile(`${folder}/index`);
  file.addReexport(optionsModule, ['InfiniteQueryOptions', 'QueryError', 'QueryOptions'], 'type');
  for (const { module, key, options, infinite, data, error } of queries) {
    const own = [key, options, ...(infinite ? [infinite.key, infinite.options] : [])];
    file.addReexport(module, own.sort());
    file.addReexport(module, [data, error], 'type');
  }
  return file;
}
