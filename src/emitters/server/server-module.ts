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
  notShownFunctions,
  notShownModule,
  printWireNames,
  wireNamesType,
} from '../types/contract.js';
import { findIdentifier, hasPrincipal, listHoles, nameHandlerTypes, printPrincipal, serverModule } from './contract.js';
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
  // Without items, their functions are not exported.
  if (input.api.items.length > 0 || input.api.resolved.length > 0)
    file.addReexport(
      notShownModule,
      notShownFunctions.map(({ name }) => name),
    );
  file.addReexport('runtime/server', runtimeTypes, 'type');
  file.addReexport('runtime/server', runtimeValues);
  return file;
}

/** The type parameters of the server. */
interface Variables {
  readonly declared: readonly Code[];
  readonly used: string;
}

// Without security there is no principal. Without unnamed parameters there are no wire names to pass.
function nameVariables(input: ServerInput, isInferred: boolean): Variables {
  const principal = hasPrincipal(input.api.operations) ? [code`Principal`] : [];
  const given = hasUnnamed(input)
    ? [code`${isInferred ? 'const ' : ''}Given extends ${wireNamesType} = ${wireNamesType}`]
    : [];
  const used = [...principal.map(() => 'Principal'), ...given.map(() => 'Given')].join(', ');
  return { declared: [...principal, ...given], used: used === '' ? '' : `<${used}>` };
}

function hasUnnamed({ api }: ServerInput): boolean {
  return api.items.some(({ kind }) => kind === 'parameter-name');
}

function addOptions(file: TsFile, input: ServerInput): void {
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
    typeParameters: nameVariables(input, false).declared,
    extends: [code`${importRuntimeType('server/settings', 'ServerSettings')}`],
    members: [...(hasPrincipal(input.api.operations) ? [security] : []), ...(hasUnnamed(input) ? [wireNames] : [])],
  });
}

function addCreateServer(file: TsFile, router: Router, input: ServerInput): void {
  const isGeneric = hasPrincipal(input.api.operations);
  const { declared, used } = nameVariables(input, true);
  const wireNames = printWireNames(input.wireNames);
  const bindings = wireNames ? code`...options, wireNames: ${wireNames}, handlers` : code`...options, handlers`;
  file.addFunction({
    name: 'createServer',
    doc: 'Creates a server with one handler per operation. An adapter (`node`, `fetch` or `fastify`) connects it to a platform.',
    typeParameters: declared,
    parameters: [
      code`handlers: Handlers${isGeneric ? '<Principal>' : ''}`,
      code`options: ServerOptions${used}${isGeneric ? '' : ' = {}'}`,
    ],
    returns: code`${importRuntimeType('server/message', 'Server')}`,
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
    const refuse = importRuntimeValue('server/refusal', 'refuseToHandle');
    return [keyOf(operation), code`${refuse}(${encodeString(findIdentifier(operation, names))}, ${items})`] as const;
  });
  file.addConstant({
    name: 'unimplemented',
    doc: 'Handlers that respond with 501 and list what the documentation does not show, for operations without a handler yet.',
    type: isGeneric ? code`Handlers<unknown>` : code`Handlers`,
    value: printObject(rows),
  });
}
