import { defineEmitter, type OwnEmitter } from '../own-emitters/define-emitter.js';
import { buildBarrel } from './barrel.js';
import { listQueries } from './list-queries.js';
import { buildOptionsModule } from './options-module.js';
import { buildQueryModule } from './query-module.js';

/** The options of this emitter. */
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
