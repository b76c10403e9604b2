import type { Operation } from '../../model/operation.js';
import { code, typeReference } from '../../typescript/code.js';
import { docOfOperation } from '../../typescript/doc-comment.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { handlerTypes, hasPrincipal, holesOf, principalOf } from './contract.js';
import { printArray, printObject } from './print-literal.js';
import { runtimeValue } from './print-value.js';

/** The module of the handlers. */
export const handlersModule = 'server/handlers';

/** Builds the module with the type of all handlers, and those that answer 501. */
export function buildHandlersModule(input: EmitInput): TsFile {
  const { api, names } = input;
  const file = new TsFile(handlersModule);
  const keyOf = (operation: Operation): string =>
    encodePropertyKey(names.operations.get(operation)?.identifier ?? operation.path.template);
  const isGeneric = hasPrincipal(api.operations);
  file.addInterface({
    name: 'Handlers',
    doc: `One function per operation.${isGeneric ? ' `Principal` is what the security functions give.' : ''}`,
    ...(isGeneric && { typeParameters: [code`Principal`] }),
    members: api.operations.map((operation) => {
      const { handler } = handlerTypes(operation, names);
      const doc = docOfOperation(operation);
      const isOwn = principalOf(operation) !== 'undefined';
      return {
        key: keyOf(operation),
        type: isOwn ? code`${handler}<Principal>` : code`${handler}`,
        ...(doc !== undefined && { doc }),
      };
    }),
  });
  const type = typeReference(handlersModule, 'Handlers');
  const rows = api.operations.map((operation) => {
    const identifier = names.operations.get(operation)?.identifier ?? '';
    const items = printArray(holesOf(operation).map(({ id }) => encodeString(id)));
    const refuse = runtimeValue('server-route', 'refuseToHandle');
    return [keyOf(operation), code`${refuse}(${encodeString(identifier)}, ${items})`] as const;
  });
  file.addConstant({
    name: 'unimplemented',
    doc: 'Handlers that answer 501 and name what the documentation does not show; for those that are not written yet.',
    type: isGeneric ? code`${type}<unknown>` : code`${type}`,
    value: printObject(rows),
  });
  return file;
}
