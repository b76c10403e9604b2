import type { Operation } from '../../model/operation.js';
import { code } from '../../typescript/code.js';
import { buildOperationDoc } from '../../typescript/doc-comment.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import type { TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findIdentifier, hasPrincipal, listHoles, nameHandlerTypes, printPrincipal } from './contract.js';

/** Declares the type of all handlers, and the handlers that respond with 501. */
export function addHandlers(file: TsFile, { api, names }: EmitInput): void {
  const keyOf = (operation: Operation): string => encodePropertyKey(findIdentifier(operation, names));
  const isGeneric = hasPrincipal(api.operations);
  file.addInterface({
    name: 'Handlers',
    doc: `One function per operation.${isGeneric ? ' `Principal` is what the security functions return.' : ''}`,
    ...(isGeneric && { typeParameters: [code`Principal`] }),
    members: api.operations.map((operation) => {
      const { handler } = nameHandlerTypes(operation, names);
      const doc = buildOperationDoc(operation);
      const isOwn = printPrincipal(operation) !== 'undefined';
      return {
        key: keyOf(operation),
        type: isOwn ? code`${handler}<Principal>` : code`${handler}`,
        ...(doc !== undefined && { doc }),
      };
    }),
  });
  const rows = api.operations.map((operation) => {
    const holes = api.items.length > 0 ? listHoles(operation) : []; // The search reads all schemas of each operation, so it is skipped if there are no items.
    const items = printArray(holes.map(({ id }) => encodeString(id)));
    const refuse = importRuntimeValue('server-refusal', 'refuseToHandle');
    return [keyOf(operation), code`${refuse}(${encodeString(findIdentifier(operation, names))}, ${items})`] as const;
  });
  file.addConstant({
    name: 'unimplemented',
    doc: 'Handlers that respond with 501 and list what the documentation does not show, for operations without a handler yet.',
    type: isGeneric ? code`Handlers<unknown>` : code`Handlers`,
    value: printObject(rows),
  });
}
