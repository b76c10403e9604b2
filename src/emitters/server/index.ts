import { code, encodePropertyKey, type LiteralMember, printObject } from '../../typescript/code.js';
import { collectRepeated } from '../../typescript/share-repeated.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { EmitInput, LoadedEmitter } from '../emitter.js';
import { type Checker, printResponseRow } from '../message-checks.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { findValidator } from '../validators/contract.js';
import { adapters, nameHandlerTypes } from './contract.js';
import { createReservedPrinter, createWriteOnlyPrinter } from './declared-names.js';
import { addHandlerTypes } from './handler-types.js';
import { buildRouterModule } from './router.js';
import { reportUndeclared } from './security.js';
import { barrelNames, buildServerModule } from './server-module.js';
import { buildStripModule, stripReplies } from './strip-replies.js';

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
      const file = new TsFile(module);
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

function buildAdapterModule({ name, runtime = name, values, types }: (typeof adapters)[number]): TsFile {
  const file = new TsFile(`server/${name}`);
  file.addReexport(`runtime/${runtime}`, values);
  file.addReexport(`runtime/${runtime}`, types, 'type');
  return file;
}

/**
 * Builds the module that checks replies against the description. It is a separate module, so that only programs that
 * use it load the validators.
 */
function buildReplyChecksModule(input: EmitInput): TsFile {
  const file = new TsFile('server/check-replies');
  const checker: Checker = {
    input,
    validate: (schema) => code`${findValidator(input, schema, 'response', { own: true })}`,
    read: (conversion) => code`${importRuntimeValue('server/convert', 'readReply')}(${conversion.code})`,
    // A handler returns other multipart content as bytes.
    hasItems: ({ held }) => held.server.kind === 'items',
    readPart: (read) => code`${importRuntimeValue('validate/message-checks', 'readPartBody')}(${read ?? ''})`,
  };
  const operations = input.api.operations.map((operation) => {
    const identifier = input.names.operations.get(operation)?.identifier ?? '';
    const responses = input.plans.get(operation)?.responses ?? [];
    return { identifier, rows: responses.map((each) => printResponseRow(each, checker)) };
  });
  const share = collectRepeated(
    file,
    operations.flatMap(({ rows }) => rows.map(([, row]) => row)),
  );
  const checks = operations.map(({ identifier, rows }): LiteralMember => {
    return [encodePropertyKey(identifier), printObject(rows.map(([status, { value }]) => [status, share(value)]))];
  });
  file.addConstant({
    name: 'checkReplies',
    doc: 'The option `checkReplies` of `createServer`. A reply that does not match the description becomes a 500, and `onError` receives the error. Members that the description does not declare are sent, and `onError` receives their places.',
    type: code`${importRuntimeType('server/check-replies', 'CheckReply')}`,
    value: code`${importRuntimeValue('server/check-replies', 'checkRepliesBy')}(${printObject(checks)}, ${stripReplies})`,
  });
  return file;
}
