import { TsFile } from '../../typescript/ts-file.js';
import type { LoadedEmitter } from '../emitter.js';
import { adapters, nameHandlerTypes } from './contract.js';
import { createReservedPrinter } from './declared-names.js';
import { addHandlerTypes } from './handler-types.js';
import { buildReplyChecksModule } from './reply-checks.js';
import { buildRouterModule } from './router.js';
import { reportUndeclared } from './security.js';
import { barrelNames, buildServerModule } from './server-module.js';
import { buildStripModule } from './strip-replies.js';
import { createWriteOnlyPrinter } from './write-only.js';

/**
 * Emits the server: a module per operation with the types of its handler, the router, the handlers that respond with
 * 501, and the adapters.
 */
export const emitServer: LoadedEmitter = {
  reservedNames: ['Handlers'],
  // The index that `scaffold` writes also exports `handlers`.
  reservedOperationNames: [
    'handlers',
    ...barrelNames,
    ...adapters.flatMap(({ values, types }) => [...values, ...types]),
  ],
  reservedFiles: [
    ...['index', 'server', 'router', 'handlers', 'security', 'errors', 'check-replies', 'strip-replies'],
    ...['reserved-names', 'write-only'],
    ...adapters.map(({ name }) => name),
  ],
  emit(given) {
    const input = { ...given, reserved: createReservedPrinter(given), writeOnly: createWriteOnlyPrinter(given) };
    reportUndeclared(input);
    const operations = input.api.operations.flatMap((operation) => {
      const plan = input.plans.get(operation);
      if (!plan) return [];
      const { module } = nameHandlerTypes(operation, input.names).handler;
      const file = new TsFile(module, operation.origin);
      addHandlerTypes(file, plan, input);
      input.onModule?.(file);
      return [file];
    });
    const router = buildRouterModule(input);
    const server = buildServerModule(router, input);
    const replies = buildReplyChecksModule(input);
    const strip = buildStripModule(input);
    const names = [input.reserved, input.writeOnly].map((places) => places.buildModule());
    return {
      modules: [
        server,
        ...adapters.map(buildAdapterModule),
        replies,
        strip,
        ...names.filter(({ isEmpty }) => !isEmpty),
        router.file,
        ...operations,
      ],
      files: [],
    };
  },
};

function buildAdapterModule({ name, values, types }: (typeof adapters)[number]): TsFile {
  const file = new TsFile(`server/${name}`);
  file.addReexport(`runtime/${name}`, values);
  file.addReexport(`runtime/${name}`, types, 'type');
  return file;
}
