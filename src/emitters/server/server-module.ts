import { type Code, code, typeReference, valueReference } from '../../typescript/code.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { checkedWireNamesType, notShownFunctions, notShownModule, wireNamesType } from '../types/contract.js';
import { handlerTypes, hasPrincipal, serverModule } from './contract.js';
import type { ErrorFormsOf } from './error-forms.js';
import { handlersModule } from './handlers-module.js';
import { printObject } from './print-literal.js';
import { runtimeType, runtimeValue } from './print-value.js';
import { routerModule } from './router.js';
import { securityModule, usedSchemes } from './security.js';

/** Builds the barrel of the server, with `createServer`. */
export function buildServerModule(errors: ErrorFormsOf, input: EmitInput): TsFile {
  const file = new TsFile(serverModule);
  addOptions(file, input);
  addCreateServer(file, errors, input);
  file.addReexport(handlersModule, ['unimplemented']);
  file.addReexport(handlersModule, ['Handlers'], 'type');
  if (hasPrincipal(input.api.operations)) file.addReexport(securityModule, ['Security'], 'type');
  for (const operation of input.api.operations) {
    const { received, reply, handler } = handlerTypes(operation, input.names);
    file.addReexport(reply.module, [received, reply, handler].map(({ name }) => name).sort(compareText), 'type');
  }
  file.addReexport(
    notShownModule,
    notShownFunctions.map(({ name }) => name),
  );
  file.addReexport('runtime/server-settings', ['Answered', 'ErrorPlace', 'OperationCall', 'ServerSettings'], 'type');
  file.addReexport('runtime/server-message', ['Server', 'ServerRequest', 'ServerResponse'], 'type');
  file.addReexport('runtime/server-refusal', ['Invalid', 'Mistake'], 'type');
  file.addReexport('runtime/server-route', ['HandlerContext'], 'type');
  file.addReexport('runtime/server-route', ['ForbiddenError']);

  return file;
}

/** What the types of the server depend on beside the operations. */
interface Variables {
  readonly declared: readonly Code[];
  readonly used: string;
}

// A description without security, or without unnamed parameters, has nothing to be told about them.
function variablesOf(input: EmitInput, isInferred: boolean): Variables {
  const principal = hasPrincipal(input.api.operations) ? [code`Principal`] : [];
  const given = hasUnnamed(input)
    ? [code`${isInferred ? 'const ' : ''}Given extends ${wireNamesType} = ${wireNamesType}`]
    : [];
  const used = [...principal.map(() => 'Principal'), ...given.map(() => 'Given')].join(', ');
  return { declared: [...principal, ...given], used: used === '' ? '' : `<${used}>` };
}

function hasUnnamed({ api }: EmitInput): boolean {
  return api.items.some(({ kind }) => kind === 'parameter-name');
}

function addOptions(file: TsFile, input: EmitInput): void {
  const security = {
    key: 'security',
    readonly: true,
    doc: 'One function per security scheme, which tells whose a credential is.',
    type: code`${typeReference(securityModule, 'Security')}<Principal>`,
  };
  const wireNames = {
    key: 'wireNames',
    readonly: true,
    optional: true,
    doc: 'The wire names that you know, by the id of the item that asks for each.',
    type: code`(Given & ${checkedWireNamesType}<Given>) | undefined`,
  };
  file.addInterface({
    name: 'ServerOptions',
    doc: 'What a server may, or must, be told.',
    typeParameters: variablesOf(input, false).declared,
    extends: [code`${runtimeType('server-settings', 'ServerSettings')}`],
    members: [...(hasPrincipal(input.api.operations) ? [security] : []), ...(hasUnnamed(input) ? [wireNames] : [])],
  });
}

function addCreateServer(file: TsFile, errors: ErrorFormsOf, input: EmitInput): void {
  const isGeneric = hasPrincipal(input.api.operations);
  const { declared, used } = variablesOf(input, true);
  const handlers = typeReference(handlersModule, 'Handlers');
  file.addFunction({
    name: 'createServer',
    doc: 'Makes a server of one handler per operation; it needs no framework, and answers what an adapter hands it.',
    typeParameters: declared,
    parameters: [
      code`handlers: ${handlers}${isGeneric ? '<Principal>' : ''}`,
      code`options: ServerOptions${used}${isGeneric ? '' : ' = {}'}`,
    ],
    returns: code`${runtimeType('server-message', 'Server')}`,
    body: [
      code`return ${runtimeValue('server', 'buildServer')}(${printPlan(errors, input)}, { ...options, handlers });`,
    ],
  });
}

function printPlan(errors: ErrorFormsOf, input: EmitInput): Code {
  const security = printObject([
    ['schemes', valueReference(securityModule, 'schemes')],
    ['check', runtimeValue('server-security', 'checkSecurity')],
  ]);
  return printObject([
    ['paths', valueReference(routerModule, 'paths')],
    ['security', usedSchemes(input).length > 0 ? security : undefined],
    ['errors', errors(undefined)],
  ]);
}
