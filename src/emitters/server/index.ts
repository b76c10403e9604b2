import { TsFile } from '../../typescript/ts-file.js';
import type { LoadedEmitter } from '../emitter.js';
import { KeptParts } from '../kept-parts.js';
import { adapters, nameHandlerTypes } from './contract.js';
import { listReservedHolders } from './declared-names.js';
import { addHandlerTypes } from './handler-types.js';
import { buildReplyChecksModule } from './reply-checks.js';
import { buildRouterModule } from './router.js';
import { reportUndeclared } from './security.js';
import type { ServerInput } from './server-input.js';
import { barrelNames, buildServerModule } from './server-module.js';
import { listWriteOnlyHolders } from './write-only.js';

const keptModules = new KeptParts<TsFile>();
const keptWholes = new KeptParts<Wholes>();

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
    ...['index', 'server', 'router', 'handlers', 'security', 'errors', 'check-replies'],
    ...adapters.map(({ name }) => name),
  ],
  emit(given) {
    const input = { ...given, reserved: listReservedHolders(given), writeOnly: listWriteOnlyHolders(given) };
    reportUndeclared(input);
    const operations = input.api.operations.flatMap((operation) => {
      const plan = input.plans.get(operation);
      if (!plan) return [];
      const { module } = nameHandlerTypes(operation, input.names).handler;
      const build = (): TsFile => {
        const file = new TsFile(module, operation.origin);
        addHandlerTypes(file, plan, input);
        input.onModule?.(file);
        return file;
      };
      return [keptModules.keep(input, module, (reads) => reads.ofOperation(operation), build)];
    });
    const { router, server, replies } = keptWholes.keep(
      input,
      'server',
      (reads) => reads.ofOperations(),
      () => buildWholes(input),
    );
    return {
      modules: [server, ...adapters.map(buildAdapterModule), replies, router, ...operations],
      files: [],
    };
  },
};

/** The modules about all operations. */
interface Wholes {
  readonly router: TsFile;
  readonly server: TsFile;
  readonly replies: TsFile;
}

function buildWholes(input: ServerInput): Wholes {
  const router = buildRouterModule(input);
  return { router: router.file, server: buildServerModule(router, input), replies: buildReplyChecksModule(input) };
}

function buildAdapterModule({ name, values, types }: (typeof adapters)[number]): TsFile {
  const file = new TsFile(`server/${name}`);
  file.addReexport(`runtime/${name}`, values);
  file.addReexport(`runtime/${name}`, types, 'type');
  return file;
}
