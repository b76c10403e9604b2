import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { type Member, TsFile } from '../../typescript/ts-file.js';
import type { EmitInput, LoadedEmitter } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import {
  type ConversionCode,
  checkedWireNamesType,
  describeWireNames,
  findConversion,
  printWireNames,
  wireNamesType,
} from '../types/contract.js';
import { barrelNames, buildBarrel, clientModule } from './barrel.js';
import { buildCheckCallsModule } from './check-calls.js';
import { DefaultFillers } from './fill-defaults.js';
import { buildOperation } from './operation.js';
import { reportReductions } from './report-reductions.js';
import { printAuthType } from './security.js';
import { addServerUrl, describeServers, printServersType } from './server.js';
import { buildWebhooksModule } from './webhooks.js';

/** Emits the client: a module per operation, one that creates clients, and a barrel. */
export const emitClient: LoadedEmitter = {
  // Programs often import these names together with types and validators of the same name.
  reservedNames: ['ApiError', 'isFailure'],
  reservedOperationNames: barrelNames,
  reservedFiles: ['index', 'client', 'check-calls', 'webhooks', 'schemas'],
  emit(input, kinds) {
    const plans = [...input.plans.values()];
    const fillers = new DefaultFillers(input.types, input.diagnostics);
    const converter = (schema: Schema | undefined): ConversionCode | undefined => findConversion(schema, input);
    const client = { types: input.types, fillers, roots: input.api.servers, converter };
    const operations = plans.flatMap((plan) => {
      const own = input.names.operations.get(plan.operation);
      if (!own) return [];
      const file = buildOperation(plan, own, client);
      input.onModule?.(file);
      return [file];
    });
    reportReductions(plans, input.api.servers, input.diagnostics);
    const modules = [
      buildClient(input),
      ...operations,
      ...(fillers.file.isEmpty ? [] : [fillers.file]),
      ...(kinds.has('validators') ? [buildCheckCallsModule(input)] : []),
      ...(kinds.has('validators') && input.api.webhooks.length > 0 ? [buildWebhooksModule(input)] : []),
    ];
    return { modules: [buildBarrel(operations, plans, input.api.servers), ...modules], files: [] };
  },
};

function buildClient(input: EmitInput): TsFile {
  const { api, names } = input;
  const file = new TsFile(clientModule);
  file.addTypeAlias({
    name: 'Auth',
    doc: 'A credential per security scheme.',
    type: printAuthType(api.securitySchemes, names),
  });
  file.addInterface({
    name: 'ClientOptions',
    doc: 'The options of `createClient`.',
    typeParameters: [code`Given extends ${wireNamesType}`],
    extends: [code`${importRuntimeType('client-types', 'BaseOptions')}`],
    members: [
      {
        key: 'auth',
        readonly: true,
        optional: true,
        type: code`Auth | undefined`,
        doc: 'A credential per security scheme: a value, or a function that is called before each request.',
      },
      {
        key: 'wireNames',
        readonly: true,
        optional: true,
        type: code`(Given & ${checkedWireNamesType}<Given>) | undefined`,
        doc: describeWireNames(input.wireNames),
      },
      ...listServersMember(api),
    ],
  });
  file.addConstant({
    name: 'createClient',
    doc: `Creates a client. Throws an error if \`baseUrl\` is not \`https\`, except on this machine, at the origin of the page, or with \`allowHttp\`.${describeServers(api.servers)}`,
    type: code`<const Given extends ${wireNamesType}>(options: ClientOptions<Given>) => ${importRuntimeType('client-types', 'Client')}`,
    value: printMakeClient(input),
  });
  if (api.servers.length > 0) addServerUrl(file, api.servers);
  return file;
}

function printMakeClient({ wireNames: configured }: EmitInput): Code {
  const make = importRuntimeValue('client', 'makeClient');
  const wireNames = printWireNames(configured);
  return wireNames ? code`(options) => ${make}({ ...options, wireNames: ${wireNames} })` : code`${make}`;
}

function listServersMember({ operations, servers }: EmitInput['api']): readonly Member[] {
  const type = printServersType(operations, servers);
  if (!type) return [];
  const doc =
    'The addresses of servers that only some operations have, or the values of their variables, by their URL in the description.';
  return [{ key: 'servers', readonly: true, optional: true, type: code`${type} | undefined`, doc }];
}
