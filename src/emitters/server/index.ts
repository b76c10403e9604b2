import { TsFile } from '../../typescript/ts-file.js';
import type { Emitter } from '../emitter.js';
import { buildErrorsModule } from './error-forms.js';
import { buildHandlersModule } from './handlers-module.js';
import { buildOperationModule } from './operation-module.js';
import { buildReplyChecksModule } from './reply-checks.js';
import { buildRouterModule } from './router.js';
import { buildSecurityModule, usedSchemes } from './security.js';
import { buildServerModule } from './server-module.js';

/** Emits the server: a module per operation, the router, the handlers' types and those that answer 501, and the adapters. */
export const emitServer: Emitter = {
  kind: 'server',
  needs: ['types', 'validators'],
  emit(input) {
    const errors = buildErrorsModule(input);
    const operations = input.api.operations.flatMap((operation) => {
      const plan = input.plans.get(operation);
      return plan ? [buildOperationModule(plan, errors.formsOf, input)] : [];
    });
    const server = buildServerModule(errors.formsOf, input);
    return {
      modules: [
        server,
        ...adapters.map(buildAdapterModule),
        errors.file,
        buildHandlersModule(input),
        buildReplyChecksModule(input),
        buildRouterModule(input),
        ...(usedSchemes(input).length > 0 ? [buildSecurityModule(input)] : []),
        ...operations,
      ],
      files: [],
    };
  },
};

/** What each adapter exports, by its name. */
const adapters = [
  { name: 'node', values: ['listen', 'toNodeHandler'], types: ['Listening', 'ListenOptions', 'NodeHandler'] },
  { name: 'fetch', values: ['toFetchHandler'], types: ['FetchHandler'] },
  { name: 'fastify', values: ['toFastifyPlugin'], types: ['FastifyPlugin'] },
];

function buildAdapterModule({ name, values, types }: (typeof adapters)[number]): TsFile {
  const file = new TsFile(`server/${name}`);
  file.addReexport(`runtime/${name}`, values);
  file.addReexport(`runtime/${name}`, types, 'type');
  return file;
}
