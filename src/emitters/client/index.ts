import type { CodeTable } from '../../diagnostics/catalogue.js';
import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import { formatOrigin } from '../../diagnostics/origin.js';
import type { Server } from '../../model/api.js';
import type { Element } from '../../model/element.js';
import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { type Member, TsFile } from '../../typescript/ts-file.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
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
import { addCommonExports, barrelNames, buildBarrel, clientModule } from './barrel.js';
import { buildCheckCallsModule } from './check-calls.js';
import { createDefaultFillers } from './fill-defaults.js';
import { buildOperation } from './operation.js';
import { printAuthType } from './security.js';
import { addServerUrl, describeServers, findOwnServer, printServersType } from './server.js';
import { buildWebhooksModule } from './webhooks.js';

/** Emits the client: a module per operation, one that creates clients, and a barrel. */
export const emitClient: LoadedEmitter = {
  // Programs often import these names together with types and validators of the same name.
  reservedNames: ['ApiError', 'isFailure'],
  reservedOperationNames: barrelNames,
  reservedFiles: ['index', 'client', 'check-calls', 'webhooks', 'schemas'],
  emit(input, kinds) {
    const plans = [...input.plans.values()];
    const fillers = createDefaultFillers(input.types, input.diagnostics);
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
      buildClient(input, plans),
      ...operations,
      ...(fillers.file.isEmpty ? [] : [fillers.file]),
      ...(kinds.has('validators') ? [buildCheckCallsModule(input)] : []),
      ...(kinds.has('validators') && input.api.webhooks.length > 0 ? [buildWebhooksModule(input)] : []),
    ];
    return { modules: [buildBarrel(operations, plans, input.api), ...modules], files: [] };
  },
};

function buildClient(input: EmitInput, plans: readonly OperationPlan[]): TsFile {
  const { api, names } = input;
  const file = new TsFile(clientModule);
  file.addTypeAlias({
    name: 'Auth',
    doc: 'A credential per security scheme.',
    type: printAuthType(api.securitySchemes, names),
  });
  // The type of the option also refuses the ids of answered gaps.
  const isGeneric = api.resolved.length > 0 || api.gaps.some(({ kind }) => kind === 'parameter-name');
  const wireNames = {
    key: 'wireNames',
    readonly: true,
    optional: true,
    type: code`(Given & ${checkedWireNamesType}<Given>) | undefined`,
    doc: describeWireNames(input.wireNames),
  };
  file.addInterface({
    name: 'ClientOptions',
    doc: 'The options of `createClient`.',
    ...(isGeneric && { typeParameters: [code`Given extends ${wireNamesType}`] }),
    extends: [code`${importRuntimeType('client/contract', 'BaseOptions')}`],
    members: [
      {
        key: 'auth',
        readonly: true,
        optional: true,
        type: code`Auth | undefined`,
        doc: 'A credential per security scheme: a value, or a function that is called before each request.',
      },
      ...(isGeneric ? [wireNames] : []),
      ...listServersMember(api),
    ],
  });
  file.addConstant({
    name: 'createClient',
    doc: `Creates a client. Throws an error if \`baseUrl\` is not \`https\`, except on this machine, at the origin of the page, or with \`allowHttp\`.${describeServers(api.servers)}`,
    type: code`${isGeneric ? code`<const Given extends ${wireNamesType}>` : ''}(options: ClientOptions${isGeneric ? '<Given>' : ''}) => ${importRuntimeType('client/contract', 'Client')}`,
    value: printMakeClient(input),
  });
  if (api.servers.length > 0) addServerUrl(file, api.servers);
  addCommonExports(file, plans, api);
  return file;
}

function printMakeClient({ wireNames: configured }: EmitInput): Code {
  const make = importRuntimeValue('client/client', 'makeClient');
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

type Report = (element: Element, finding: CodeTable['reduced-emission']) => void;

/** Reports, once per place, where the client deviates from the description. */
function reportReductions(plans: readonly OperationPlan[], roots: readonly Server[], diagnostics: Diagnostics): void {
  const reported = new Set<string>();
  const report: Report = (element, finding) => {
    const key = `${formatOrigin(element.origin)} ${JSON.stringify(finding)}`;
    if (reported.has(key)) return;
    reported.add(key);
    diagnostics.report('reduced-emission', element.origin, finding);
  };
  for (const plan of plans) {
    reportMessages(plan, report);
    if (!findOwnServer(plan.operation, roots)) continue;
    for (const server of plan.operation.servers.slice(1)) report(server, { variant: 'further-server' });
  }
}

function reportMessages({ operation, parameters, body, responses }: OperationPlan, report: Report): void {
  const { method } = operation;
  for (const { parameter } of parameters)
    if (parameter.location === 'header' && /^__proto__$/i.test(parameter.writtenName))
      report(parameter, { variant: 'header-proto', name: parameter.writtenName });
  for (const media of body?.alternatives ?? []) reportMedia(media, true, report);
  for (const media of responses.flatMap(({ alternatives }) => alternatives)) reportMedia(media, false, report);
  // `fetch` sends no body with these methods (WHATWG Fetch, 5.4).
  if (body && /^(GET|HEAD)$/.test(method)) report(body.requestBody, { variant: 'request-body', method });
  // `fetch` refuses these methods (WHATWG Fetch, 2.2.1).
  if (/^(CONNECT|TRACE|TRACK)$/i.test(method)) report(operation, { variant: 'method', method });
}

function reportMedia(plan: MediaPlan, isSent: boolean, report: Report): void {
  const { format, essence, mediaType, items, ignoresSchema } = plan;
  const isOfParts = format === 'multipart' || format === 'form-urlencoded';
  if (ignoresSchema) {
    const variant = format === 'text' ? 'text-of-other' : 'fields-of-events';
    report(mediaType, { variant, mediaType: essence, isSent });
  } else if (!isSent && !items && isOfParts) {
    const variant = format === 'multipart' ? 'response-as-bytes' : 'response-as-text';
    report(mediaType, { variant, mediaType: essence });
  } else if (!isSent && [...mediaType.prefixEncoding, mediaType.itemEncoding].some((one) => one?.headers.length))
    report(mediaType, { variant: 'headers-of-parts' });
}
