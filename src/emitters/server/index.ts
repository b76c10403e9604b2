import { TsFile } from '../../typescript/ts-file.js';
import type { Emitter } from '../emitter.js';
import { buildErrorsModule } from './error-forms.js';
import { buildHandlersModule } from './handlers-module.js';
import { buildOperationModule } from './operation-module.js';
import { buildRouterModule } from './router.js';
import { buildSecurityModule } from './security.js';
import { buildServerModule } from './server-module.js';

/** Emits the server: a module per operation, the router, the handlers' types and those that answer 501, and an adapter. */
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
    const adapter = new TsFile('server/node');
    adapter.addReexport('runtime/node', ['listen', 'toNodeHandler']);
    adapter.addReexport('runtime/node', ['Listening', 'ListenOptions', 'NodeHandler'], 'type');
    return {
      modules: [
        server,
        adapter,
        errors.file,
        buildHandlersModule(input),
        buildRouterModule(input),
        buildSecurityModule(input),
        ...operations,
      ],
      files: [],
    };
  },
};
