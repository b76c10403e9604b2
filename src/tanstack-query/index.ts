import { TsFile } from '../typescript/ts-file.js';
import { defineEmitter, type OwnEmitter } from '../user-modules/define-emitter.js';
import {
  buildMutationModule,
  buildOptionsModule,
  buildQueryModule,
  folder,
  listMutations,
  listQueries,
  type Mutation,
  optionsModule,
  type Query,
} from './query-module.js';

type Fields = {
  readonly library: { readonly type: 'text'; readonly default: string };
  readonly key: { readonly type: 'text' };
};

/** Emits options for TanStack Query: a module for each operation, with types of errors, and keys if it reads. */
const emitter: OwnEmitter<Fields> = defineEmitter({
  model: 1,
  kind: 'tanstack-query',
  description: 'options and keys for TanStack Query, one module per operation',
  needs: ['client'],
  options: {
    library: { type: 'text', default: '@tanstack/react-query' },
    key: { type: 'text' },
  },
  emit: ({ plans, names, options }) => {
    const queries = listQueries(plans, names);
    const mutations = listMutations(plans, names);
    return [
      buildOptionsModule(options.library),
      buildBarrel(queries, mutations),
      ...queries.map((query) => buildQueryModule(query, options.key)),
      ...mutations.map((mutation) => buildMutationModule(mutation, options.key)),
    ];
  },
});

export default emitter;

/** Builds the module that exports all queries and mutations. */
function buildBarrel(queries: readonly Query[], mutations: readonly Mutation[]): TsFile {
  const file = new TsFile(`${folder}/index`);
  file.addReexport(optionsModule, ['InfiniteQueryOptions', 'MutationOptions', 'QueryError', 'QueryOptions'], 'type');
  for (const { module, key, options, infinite, data, error } of queries) {
    const own = [key, options, ...(infinite ? [infinite.key, infinite.options] : [])];
    file.addReexport(module, own.sort());
    file.addReexport(module, [data, error], 'type');
  }
  for (const { module, options, data, error } of mutations) {
    file.addReexport(module, [options]);
    file.addReexport(module, [data, error], 'type');
  }
  return file;
}
