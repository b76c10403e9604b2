import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import { messageSchemas, reachSchemas } from '../../model/walk-schemas.js';
import { code, typeReference } from '../../typescript/code.js';
import { docOfOperation } from '../../typescript/doc-comment.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { handlerTypes } from './handler-types.js';
import { printArray } from './print-literal.js';
import { runtimeValue } from './print-value.js';
import { principalOf } from './security.js';

/** The module of the handlers. */
export const handlersModule = 'server/handlers';

/** Tells whether some operation asks who calls, so that handlers depend on what a principal is. */
export function hasPrincipal({ api }: EmitInput): boolean {
  return api.operations.some((operation) => principalOf(operation) !== 'undefined');
}

/** Builds the module with the type of all handlers, and those that answer 501. */
export function buildHandlersModule(input: EmitInput): TsFile {
  const { api, names } = input;
  const file = new TsFile(handlersModule);
  const keyOf = (operation: Operation): string =>
    encodePropertyKey(names.operations.get(operation)?.identifier ?? operation.path.template);
  const isGeneric = hasPrincipal(input);
  file.addInterface({
    name: 'Handlers',
    doc: `One function per operation.${isGeneric ? ' `Principal` is what the security functions give.' : ''}`,
    ...(isGeneric && { typeParameters: [code`Principal`] }),
    members: api.operations.map((operation) => {
      const { handler } = handlerTypes(operation, input);
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
    return code`\n  ${keyOf(operation)}: ${runtimeValue('server-route', 'refuseToHandle')}(${encodeString(identifier)}, ${items}),`;
  });
  file.addConstant({
    name: 'unimplemented',
    doc: 'Handlers that answer 501 and name what the documentation does not show; for those that are not written yet.',
    type: isGeneric ? code`${type}<unknown>` : code`${type}`,
    value: code`{${rows}\n}`,
  });
  return file;
}

/**
 * Lists the items that a handler's author has to know more about: those of the operation, its parameters, bodies and
 * responses, and of the schemas in them whose shape is not shown.
 */
export function holesOf(operation: Operation): NotShown[] {
  const found = new Set<NotShown>(operation.notShown);
  const { parameters, requestBody, responses } = operation;
  const contents = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  for (const element of [...parameters, ...(requestBody ? [requestBody] : []), ...responses, ...contents]) {
    for (const item of element.notShown) found.add(item);
  }
  for (const schema of reachSchemas(messageSchemas(operation).map((used) => used.schema))) {
    if (schema.kind === 'not-shown') found.add(schema.item);
  }
  return [...found].filter(({ kind }) => isHole(kind));
}

// What a handler can be written without is left to the reference.
function isHole(kind: NotShown['kind']): boolean {
  return kind === 'shape' || kind === 'parameters' || kind === 'parameter-name' || kind === 'errors';
}
