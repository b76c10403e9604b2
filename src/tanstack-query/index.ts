import { TsFile } from '../typescript/ts-file.js';
import { defineEmitter, type OwnEmitter } from '../user-modules/define-emitter.js';
import {
  buildOptionsModule,
  buildQueryModule,
  folder,
  listQueries,
  optionsModule,
  type Query,
} from './query-module.js';

type Fields = {
  readonly library: { readonly type: 'text'; readonly default: string };
  readonly key: { readonly type: 'text' };
};

/** Emits options for TanStack Query: a module for each operation that reads, with keys and types of errors. */
const emitter: OwnEmitter<Fields> = defineEmitter({
  model: 1,
  kind: 'tanstack-query',
  description: 'options and keys for TanStack Query, one module per operation that reads data',
  needs: ['client'],
  options: {
    library: { type: 'text', default: '@tanstack/react-query' },
    key: { type: 'text' },
  },
  emit: ({ plans, names, options }) => {
    const queries = listQueries(plans, names);
    const modules = queries.map((query) => buildQueryModule(query, options.key));
    return [buildOptionsModule(options.library), buildBarrel(queries), ...modules];
  },
});

export default emitter;

/** Builds the module that exports all queries. */
function buildBarrel(queries: readonly Query[]): TsFile {
  const file = new TsFile(`${folder}/index`);
  file.addReexport(optionsModule, ['InfiniteQueryOptions', 'QueryError', 'QueryOptions'], 'type');
  for (const { module, key, options, infinite, data, error } of queries) {
    const own = [key, options, ...(infinite ? [infinite.key, infinite.options] : [])];
    file.addReexport(module, own.sort());
    file.addReexport(module, [data, error], 'type');
  }
  return file;
}
