import type { Api, Operation } from '../../model/api.js';
import {
  type Code,
  code,
  encodePropertyKey,
  encodeString,
  printArray,
  printFilled,
  printObject,
} from '../../typescript/code.js';
import { buildOperationDoc } from '../../typescript/doc-comment.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import {
  checkedWireNamesType,
  describeWireNames,
  hasGaps,
  notShownFunctions,
  notShownModule,
  printWireNames,
  wireNamesType,
} from '../types/contract.js';
import {
  findIdentifier,
  hasPrincipal,
  listHoles,
  nameHandlerTypes,
  platform,
  printPrincipal,
  serverModule,
} from './contract.js';
import type { ServerInput } from './declared-names.js';
import type { Router } from './router.js';
import { addSecurity, listUsedSchemes } from './security.js';

const runtimeTypes = [
  ...['Admission', 'ErrorPlace', 'HandlerContext', 'Invalid', 'Mistake', 'OperationCall', 'ResponseReport'],
  ...['Server', 'ServerRequest', 'ServerResponse', 'ServerSettings'],
] as const;
const runtimeValues = ['ForbiddenError', 'UnauthorizedError'] as const;

/** The exports of the barrel. They are reserved, so no operation has such a name. */
export const barrelNames: readonly string[] = [
  ...['Handlers', 'Security', 'ServerOptions', 'createServer', 'unimplemented'],
  ...notShownFunctions.map(({ name }) => name),
  ...runtimeTypes,
  ...runtimeValues,
];

/** Builds the barrel of the server, with `createServer` and its options. */
export function buildServerModule(router: Router, input: ServerInput): TsFile {
  const file = new TsFile(serverModule);
  if (listUsedSchemes(input).length > 0) addSecurity(file, input);
  addOptions(file, input);
  addCreateServer(file, router, input);
  addHandlers(file, input);
  for (const operation of input.api.operations) {
    const { received, reply, handler } = nameHandlerTypes(operation, input.names);
    file.addReexport(reply.module, [received, reply, handler].map(({ name }) => name).sort(compareText), 'type');
  }
  if (hasGaps(input.api))
    file.addReexport(
      notShownModule,
      notShownFunctions.map(({ name }) => name),
    );
  file.addReexport('runtime/server', runtimeTypes, 'type');
  file.addReexport('runtime/server', runtimeValues);
  return file;
}

// Without security there is no principal. Without unnamed parameters there are no wire names to pass.
function declarePrincipal({ api }: EmitInput): Code[] {
  return hasPrincipal(api.operations) ? [code`Principal`] : [];
}

function declareGiven(input: ServerInput, isInferred: boolean): Code[] {
  const name = isInferred ? 'const Given' : 'Given';
  return hasUnnamed(input) ? [code`${name} extends ${wireNamesType} = ${wireNamesType}`] : [];
}

function printVariables(...names: readonly (string | false)[]): string {
  const used = names.filter((name) => name !== false);
  return used.length === 0 ? '' : `<${used.join(', ')}>`;
}

function hasUnnamed({ api }: ServerInput): boolean {
  return api.gaps.some(({ kind }) => kind === 'parameter-name');
}

function addOptions(file: TsFile, input: ServerInput): void {
  const isGeneric = hasPrincipal(input.api.operations);
  const security = {
    key: 'security',
    readonly: true,
    doc: 'One function per security scheme, which returns the principal that a credential belongs to.',
    type: code`Security<Principal>`,
  };
  const wireNames = {
    key: 'wireNames',
    readonly: true,
    optional: true,
    doc: describeWireNames(input.wireNames),
    type: code`(Given & ${checkedWireNamesType}<Given>) | undefined`,
  };
  file.addInterface({
    name: 'ServerOptions',
    doc: 'The options of `createServer`.',
    typeParameters: [...declarePrincipal(input), ...declareGiven(input, false)],
    extends: [code`${importRuntimeType('server/settings', 'ServerSettings')}`],
    members: [
      ...(isGeneric ? [security] : []),
      ...(hasUnnamed(input) ? [wireNames] : []),
      {
        key: 'operationLimits',
        readonly: true,
        optional: true,
        doc: 'Limits of single operations, by the name of the handler. They replace those of `limits`.',
        type: code`{ readonly [Operation in keyof Handlers${isGeneric ? '<unknown>' : ''}]?: ${importRuntimeType('server/limits', 'OperationLimits')} | undefined } | undefined`,
      },
    ],
  });
}

function addCreateServer(file: TsFile, router: Router, input: ServerInput): void {
  const isGeneric = hasPrincipal(input.api.operations);
  const wireNames = printWireNames(input.wireNames);
  const bindings = wireNames ? code`...options, wireNames: ${wireNames}, handlers` : code`...options, handlers`;
  file.addFunction({
    name: 'createServer',
    doc: 'Creates a server with one handler per operation. An adapter (`node`, `fetch` or `fastify`) connects it to a platform.',
    // `Platform` precedes `Given`, so that it keeps its position when the description names the parameters.
    typeParameters: [...declarePrincipal(input), code`${platform} = unknown`, ...declareGiven(input, true)],
    parameters: [
      code`handlers: Handlers${printVariables(isGeneric && 'Principal', platform)}`,
      code`options: ServerOptions${printVariables(isGeneric && 'Principal', hasUnnamed(input) && 'Given')}${isGeneric ? '' : ' = {}'}`,
    ],
    returns: code`${importRuntimeType('server/message', 'Server')}<${platform}>`,
    body: [
      code`return ${importRuntimeValue('server/server', 'buildServer')}(${printPlan(router, input)}, { ${bindings} });`,
    ],
  });
}

// Lists the paths of all servers, with the default values of their variables.
function listBasePaths({ servers, operations }: Api): string[] {
  const all = [...servers, ...operations.flatMap((operation) => operation.servers)];
  const paths = all.map(({ url, variables }) => {
    const values = new Map(variables.map(({ name, default: value }) => [name, value]));
    return readPath(url.replace(/\{([^{}]*)\}/g, (variable, name) => values.get(name) ?? variable));
  });
  return [...new Set(paths)].filter((path) => path !== '');
}

function readPath(url: string): string {
  try {
    const path = new URL(url, 'http://localhost').pathname.replace(/\/+$/, '');
    return path.startsWith('/') && decodeURI(path) !== '' ? path : '';
  } catch {
    return '';
  }
}

function printPlan({ paths, errors }: Router, input: ServerInput): Code {
  const basePaths = listBasePaths(input.api);
  const security = printObject([
    ['schemes', 'schemes'],
    ['check', importRuntimeValue('server/security', 'checkSecurity')],
  ]);
  return printObject([
    ['paths', paths],
    ['basePaths', printFilled(basePaths.map(encodeString))],
    ['security', listUsedSchemes(input).length > 0 ? security : undefined],
    ['errors', errors],
    // A bundler writes the module into a separate file, which only servers with the option load.
    ['loadStrip', `() => import('./strip-replies.${input.importExtension}')`],
  ]);
}

/** Declares the type of all handlers, and the handlers that respond with 501. */
function addHandlers(file: TsFile, { api, names }: EmitInput): void {
  const keyOf = (operation: Operation): string => encodePropertyKey(findIdentifier(operation, names));
  const isGeneric = hasPrincipal(api.operations);
  file.addInterface({
    name: 'Handlers',
    doc: `One function per operation.${isGeneric ? ' `Principal` is what the security functions return.' : ''} \`Platform\` is the request that the adapter receives.`,
    // Without operations, nothing uses the type parameter, and the compiler reports those without an underscore.
    typeParameters: [
      ...(isGeneric ? [code`Principal`] : []),
      code`${api.operations.length === 0 ? '_' : ''}${platform} = unknown`,
    ],
    members: api.operations.map((operation) => {
      const { handler } = nameHandlerTypes(operation, names);
      const doc = buildOperationDoc(operation);
      const isOwn = printPrincipal(operation) !== 'undefined';
      return {
        key: keyOf(operation),
        type: code`${handler}${printVariables(isOwn && 'Principal', platform)}`,
        ...(doc !== undefined && { doc }),
      };
    }),
  });
  const rows = api.operations.map((operation) => {
    const holes = api.gaps.length > 0 ? listHoles(operation) : []; // The search reads all schemas of each operation, so it is skipped if there are no gaps.
    const gaps = printArray(holes.map(({ id }) => encodeString(id)));
    const refuse = importRuntimeValue('server/refusal', 'refuseToHandle');
    return [keyOf(operation), code`${refuse}(${encodeString(findIdentifier(operation, names))}, ${gaps})`] as const;
  });
  file.addConstant({
    name: 'unimplemented',
    doc: 'Handlers that respond with 501 and list what the documentation does not show, for operations without a handler yet.',
    type: isGeneric ? code`Handlers<unknown>` : code`Handlers`,
    value: printObject(rows),
  });
}
